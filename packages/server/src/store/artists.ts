import type {
  ARTIST_FIELDS,
  Artist,
  ArtistCreated,
  ArtistQuery,
  ListedArtist,
  Page,
} from '@songreel/contract'
import { sql } from 'kysely'
import { notFound } from '../errors.ts'
import { assignments } from './assignments.ts'
import { dropLiving, isListed, selectDeletedAt } from './deletion.ts'
import { containsPattern, foldText, nameColumns } from './fold-text.ts'
import { newRecord } from './new-id.ts'
import { type Condition, type List, readPage, readText } from './read-page.ts'
import { ARTIST_COLUMNS, type Kept } from './record-columns.ts'
import type { Db } from './schema.ts'
import { type Source, statement } from './statement.ts'

/** What an artist keeps. */
export type ArtistFields = { name: string } & Kept<typeof ARTIST_FIELDS>

const COLUMNS = `artists.name, artists.artist_id as "artistId", ${ARTIST_COLUMNS.selected('artists')}`

const findLive = statement<ArtistRow>(
  `select ${COLUMNS} from artists where artist_id = $artistId and org_id = $orgId and deleted_at is null`,
)
const insert = statement(
  `insert into artists (artist_id, org_id, name, name_key, ${ARTIST_COLUMNS.names}, created_at)
   values ($artistId, $orgId, $name, $nameKey, ${ARTIST_COLUMNS.values('kept')}, $createdAt)`,
)

/** As it is read: without a brand, that is null. */
type ArtistRow = Omit<Artist, 'brandId'> & { brandId?: string | null }
type Listed = ArtistRow & { deletedAt: string | null }

const LIST: List<Listed> = {
  idKind: 'artist',
  read: readText(`select ${COLUMNS}, ${selectDeletedAt()} from artists`),
  from: 'artists',
  idColumn: 'artist_id',
  orgColumn: 'org_id',
  idOf: (artist) => artist.artistId,
}

/** Stores a new artist; a field that is not given is empty. */
export async function insertArtist(
  db: Db,
  orgId: string,
  { name, ...given }: Pick<ArtistFields, 'name'> & Partial<ArtistFields>,
): Promise<ArtistCreated> {
  const { id: artistId, createdAt } = newRecord('artist')
  const kept = ARTIST_COLUMNS.fill(given)
  await insert(db, { artistId, orgId, name, nameKey: foldText(name), kept, createdAt })
  return { artistId, name }
}

/** One living artist. */
export async function getArtist(source: Source, orgId: string, artistId: string): Promise<Artist> {
  const [artist] = await findLive(source, { artistId, orgId })
  if (!artist) throw notFound('ARTIST_NOT_FOUND', artistId)
  return dropUnset(artist)
}

/** Changes what is given and nothing else. */
export async function changeArtist(
  db: Db,
  orgId: string,
  artistId: string,
  { name, ...given }: Partial<ArtistFields>,
): Promise<Artist> {
  const changes = assignments({ ...nameColumns(name), ...ARTIST_COLUMNS.changes(given) })
  if (!changes) return getArtist(db, orgId, artistId)
  const { rows } = await sql<ArtistRow>`
    update artists set ${changes}
    where artist_id = ${artistId} and org_id = ${orgId} and deleted_at is null
    returning ${sql.raw(COLUMNS)}
  `.execute(db)
  if (!rows[0]) throw notFound('ARTIST_NOT_FOUND', artistId)
  return dropUnset(rows[0])
}

/** The living artists, newest first, or the deleted ones. */
export async function listArtists(
  db: Db,
  orgId: string,
  query: ArtistQuery,
  retentionDays: number,
): Promise<Page<ListedArtist>> {
  const conditions: Condition[] = [isListed(query, retentionDays)]
  if (query.q !== undefined) conditions.push(sql`name_key like ${containsPattern(query.q)}`)
  if (query.ids !== undefined) conditions.push(sql`artist_id = any(${query.ids})`)
  if (query.brandId !== undefined) conditions.push(sql`brand_id = ${query.brandId}`)
  const page = await readPage(db, LIST, { orgId, query, conditions })
  return { ...page, items: page.items.map((artist) => dropLiving(dropUnset(artist))) }
}

/** The interface knows an artist without a brand, and so does a record in which none is set. */
function dropUnset<Record extends ArtistRow>({
  brandId,
  ...artist
}: Record): Omit<Record, 'brandId'> & Artist {
  return brandId ? { ...artist, brandId } : artist
}
