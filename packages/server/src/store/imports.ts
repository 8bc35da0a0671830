import {
  ARTIST_FIELDS,
  MEDIA_BUNDLE_FIELDS,
  MEDIA_FIELDS,
  type RecordField,
  type RecordFields,
} from '@songreel/contract'
import { foldText } from './fold-text.ts'
import { toSnakeCase } from './record-columns.ts'
import type { Db } from './schema.ts'
import { statement } from './statement.ts'
import type { Tx } from './transaction.ts'

/** A file that a record has: where it came from, and its hash once it is here. */
export type KeptFile = { url: string | null; sha256: string | null }

/** The fields of a record as they are now: texts and links as they are, files by where they came from. */
type KnownFields<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields as Fields[Name] extends { kind: 'LYRICS' } ? never : Name]:
    | (Fields[Name] extends { kind: 'FILE' }
        ? KeptFile
        : Fields[Name] extends { kind: 'FILES' }
          ? (string | null)[]
          : string)
    | null
}

/** An artist that a row may mean. */
export type KnownArtist = { artistId: string; name: string } & KnownFields<typeof ARTIST_FIELDS>

/** An album that a row may mean. */
export type KnownBundle = {
  mediaBundleId: string
  artistId: string
  artistName: string
  name: string
} & KnownFields<typeof MEDIA_BUNDLE_FIELDS>

/** A song that a row may mean. */
export type KnownSong = {
  mediaId: string
  mediaBundleId: string
  artistId: string
  artistName: string
  name: string
} & KnownFields<typeof MEDIA_FIELDS>

/** The fields of a record, each by its name in a row. */
function selectKnown(fields: RecordFields, owner: string): string {
  const describe = ([name, field]: [string, RecordField]) => {
    const column = `${owner}.${toSnakeCase('keeps' in field ? field.keeps : name)}`
    if (field.kind === 'LYRICS') return []
    if (field.kind === 'TEXT' || field.kind === 'BRAND') return [`${column} as "${name}"`]
    if (field.kind === 'FILES') return [`${selectUrls(owner, column)} as "${name}"`]
    return [`${field.kind === 'FILE' ? selectFile(owner, column) : selectLink(owner, column)} as "${name}"`]
  }
  return Object.entries(fields).flatMap(describe).join(', ')
}
const selectFile = (owner: string, column: string) =>
  `(select json_build_object('url', f.source_url, 'sha256', f.sha256) from assets f
    where f.asset_id = ${column} and f.org_id = ${owner}.org_id)`
const selectUrls = (owner: string, column: string) =>
  `(select json_agg(f.source_url order by v.place) from unnest(${column}) with ordinality as v (asset_id, place)
    join assets f on f.asset_id = v.asset_id and f.org_id = ${owner}.org_id)`
const selectLink = (owner: string, column: string) =>
  `(select p.url from plugins p where p.plugin_id = ${column} and p.org_id = ${owner}.org_id)`

const findArtistByName = statement<KnownArtist>(
  // The oldest, so that a second one of the same name changes nothing.
  `select a.artist_id as "artistId", a.name, ${selectKnown(ARTIST_FIELDS, 'a')} from artists a
   where a.org_id = $orgId and a.name_key = $nameKey and a.name = $name and a.deleted_at is null
   order by a.artist_id limit 1`,
)

const BUNDLE = `
  select b.media_bundle_id as "mediaBundleId", b.artist_id as "artistId", a.name as "artistName", b.name,
    ${selectKnown(MEDIA_BUNDLE_FIELDS, 'b')}
  from media_bundles b join artists a on a.artist_id = b.artist_id
  where b.org_id = $orgId and b.deleted_at is null`
const findBundleByUpc = statement<KnownBundle>(
  `${BUNDLE} and b.upc = $upc order by b.media_bundle_id desc limit 1`,
)
const findBundleByName = statement<KnownBundle>(
  // One with another code is another album.
  `${BUNDLE} and b.artist_id = $artistId and b.name = $name and (b.upc is null or $upc::text is null)
   order by b.media_bundle_id desc limit 1`,
)

const SONG = `
  select m.media_id as "mediaId", m.media_bundle_id as "mediaBundleId", m.artist_id as "artistId",
    a.name as "artistName", m.name, ${selectKnown(MEDIA_FIELDS, 'm')}
  from media m join artists a on a.artist_id = m.artist_id
  where m.org_id = $orgId and m.deleted_at is null`
const findSongByIsrc = statement<KnownSong>(
  `${SONG} and m.isrc = $isrc and ($mediaBundleId::text is null or m.media_bundle_id = $mediaBundleId)
   order by m.media_id desc limit 1`,
)
const findSongByName = statement<KnownSong>(
  // One with another code is another recording.
  `${SONG} and m.media_bundle_id = $mediaBundleId and m.name = $name and (m.isrc is null or $isrc::text is null)
   order by m.media_id desc limit 1`,
)
const moveSong = statement(
  // The share lock makes a deletion of the artist wait, or this wait for it and then find no artist.
  `with own as (
     select artist_id from artists where artist_id = $artistId and org_id = $orgId and deleted_at is null for share
   )
   update media set artist_id = own.artist_id from own
   where media_id = $mediaId and org_id = $orgId and deleted_at is null
   returning 1`,
)
const lock = statement('select pg_advisory_xact_lock(hashtextextended($name, 0))')

/** Lets an organization's imports go one after the other, in every process: two at once would make one artist twice. */
export async function lockImports(transaction: Tx, orgId: string): Promise<void> {
  await lock(transaction, { name: `import ${orgId}` })
}

/** The living artist of exactly this name. */
export async function findArtist(db: Db, orgId: string, name: string): Promise<KnownArtist | undefined> {
  const [artist] = await findArtistByName(db, { orgId, nameKey: foldText(name), name })
  return artist
}

/** The living album with this code, or of this artist and name. */
export async function findBundle(
  db: Db,
  orgId: string,
  key: { upc: string } | { artistId: string; name: string; upc: string | undefined },
): Promise<KnownBundle | undefined> {
  const [bundle] =
    'artistId' in key
      ? await findBundleByName(db, { orgId, ...key, upc: key.upc ?? null })
      : await findBundleByUpc(db, { orgId, ...key })
  return bundle
}

/** The living song with this code, on one album or on any, or of this name on an album. */
export async function findSong(
  db: Db,
  orgId: string,
  key:
    | { isrc: string; mediaBundleId?: string }
    | { mediaBundleId: string; name: string; isrc: string | undefined },
): Promise<KnownSong | undefined> {
  const [song] =
    'name' in key
      ? await findSongByName(db, { orgId, ...key, isrc: key.isrc ?? null })
      : await findSongByIsrc(db, { orgId, isrc: key.isrc, mediaBundleId: key.mediaBundleId ?? null })
  return song
}

/** Gives a song another living artist than its album's; false if one of them is not there. */
export async function setSongArtist(
  db: Db,
  orgId: string,
  move: { mediaId: string; artistId: string },
): Promise<boolean> {
  return (await moveSong(db, { orgId, ...move })).length > 0
}
