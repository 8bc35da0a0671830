import type { Artist, ArtistCreated, ArtistQuery, ListedArtist, Page } from '@songreel/contract'
import { sql } from 'kysely'
import { notFound } from '../errors.ts'
import { assignments } from './assignments.ts'
import { dropLiving, isListed, selectDeletedAt } from './deletion.ts'
import { containsPattern, foldText } from './fold-text.ts'
import { newRecord } from './new-id.ts'
import { type Condition, type List, readPage, readText } from './read-page.ts'
import type { Db } from './schema.ts'
import { type Source, statement } from './statement.ts'

const COLUMNS = 'name, artist_id as "artistId", image_asset_id as "imageAssetId"'

const findLive = statement<Artist>(
  `select ${COLUMNS} from artists where artist_id = $1 and org_id = $2 and deleted_at is null`,
)
const insert = statement(
  `insert into artists (artist_id, org_id, name, name_key, image_asset_id, created_at)
   values ($1, $2, $3, $4, $5, $6)`,
)

type Listed = Artist & { deletedAt: string | null }

const LIST: List<Listed> = {
  idKind: 'artist',
  read: readText(`select ${COLUMNS}, ${selectDeletedAt()} from artists`),
  from: 'artists',
  idColumn: 'artist_id',
  orgColumn: 'org_id',
  idOf: (artist) => artist.artistId,
}

/** Stores a new artist. */
export async function insertArtist(
  db: Db,
  orgId: string,
  { name, imageAssetId }: { name: string; imageAssetId: string | null },
): Promise<ArtistCreated> {
  const { id, createdAt } = newRecord('artist')
  await insert(db, id, orgId, name, foldText(name), imageAssetId, createdAt)
  return { artistId: id, name }
}

/** One living artist. */
export async function getArtist(source: Source, orgId: string, artistId: string): Promise<Artist> {
  const [artist] = await findLive(source, artistId, orgId)
  if (!artist) throw notFound('ARTIST_NOT_FOUND', artistId)
  return artist
}

/** Changes what is given and nothing else. */
export async function changeArtist(
  db: Db,
  orgId: string,
  artistId: string,
  { name, imageAssetId }: { name?: string; imageAssetId?: string | null },
): Promise<Artist> {
  const nameKey = name === undefined ? undefined : foldText(name)
  const changes = assignments({ name, name_key: nameKey, image_asset_id: imageAssetId })
  if (!changes) return getArtist(db, orgId, artistId)
  const { rows } = await sql<Artist>`
    update artists set ${changes}
    where artist_id = ${artistId} and org_id = ${orgId} and deleted_at is null
    returning ${sql.raw(COLUMNS)}
  `.execute(db)
  if (!rows[0]) throw notFound('ARTIST_NOT_FOUND', artistId)
  return rows[0]
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
  const page = await readPage(db, LIST, { orgId, query, conditions })
  return { ...page, items: page.items.map(dropLiving) }
}
