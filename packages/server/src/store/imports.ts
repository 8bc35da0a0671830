import { sql } from 'kysely'
import { foldText } from './fold-text.ts'
import type { Db } from './schema.ts'
import { statement } from './statement.ts'
import type { Tx } from './transaction.ts'

/** A file that a record has: where it came from, and its hash once it is here. */
export type KeptFile = { url: string | null; sha256: string | null }

/** An artist that a row may mean. */
export type KnownArtist = { artistId: string; name: string; image: KeptFile | null }

/** An album that a row may mean. */
export type KnownBundle = {
  mediaBundleId: string
  artistId: string
  artistName: string
  name: string
  upc: string | null
  image: KeptFile | null
}

/** A song that a row may mean. */
export type KnownSong = {
  mediaId: string
  mediaBundleId: string
  artistId: string
  artistName: string
  name: string
  isrc: string | null
  image: KeptFile | null
  audio: KeptFile | null
  lyrics: KeptFile | null
  videoUrls: (string | null)[] | null
  videositeUrl: string | null
  streamerUrl: string | null
  storeMusicUrl: string | null
}

const fileOf = (owner: string, column: string) =>
  `(select json_build_object('url', f.source_url, 'sha256', f.sha256) from assets f
    where f.asset_id = ${owner}.${column} and f.org_id = ${owner}.org_id)`
const linkOf = (column: string) =>
  `(select p.url from plugins p where p.plugin_id = m.${column} and p.org_id = m.org_id)`

const findArtistByName = statement<KnownArtist>(
  // The oldest, so that a second one of the same name changes nothing.
  `select a.artist_id as "artistId", a.name, ${fileOf('a', 'image_asset_id')} as image from artists a
   where a.org_id = $1 and a.name_key = $2 and a.name = $3 and a.deleted_at is null
   order by a.artist_id limit 1`,
)

const BUNDLE = `
  select b.media_bundle_id as "mediaBundleId", b.artist_id as "artistId", a.name as "artistName", b.name, b.upc,
    ${fileOf('b', 'image_asset_id')} as image
  from media_bundles b join artists a on a.artist_id = b.artist_id
  where b.org_id = $1 and b.deleted_at is null`
const findBundleByUpc = statement<KnownBundle>(
  `${BUNDLE} and b.upc = $2 order by b.media_bundle_id desc limit 1`,
)
const findBundleByName = statement<KnownBundle>(
  // One with another code is another album.
  `${BUNDLE} and b.artist_id = $2 and b.name = $3 and (b.upc is null or $4::text is null)
   order by b.media_bundle_id desc limit 1`,
)

const SONG = `
  select m.media_id as "mediaId", m.media_bundle_id as "mediaBundleId", m.artist_id as "artistId",
    a.name as "artistName", m.name, m.isrc, ${fileOf('m', 'image_asset_id')} as image,
    ${fileOf('m', 'audio_asset_id')} as audio, ${fileOf('m', 'lyrics_asset_id')} as lyrics,
    (select json_agg(f.source_url order by v.place) from unnest(m.video_asset_ids) with ordinality as v (asset_id, place)
      join assets f on f.asset_id = v.asset_id and f.org_id = m.org_id) as "videoUrls",
    ${linkOf('videosite_plugin_id')} as "videositeUrl", ${linkOf('streamer_plugin_id')} as "streamerUrl",
    ${linkOf('store_plugin_id')} as "storeMusicUrl"
  from media m join artists a on a.artist_id = m.artist_id
  where m.org_id = $1 and m.deleted_at is null`
const findSongByIsrc = statement<KnownSong>(
  `${SONG} and m.isrc = $2 and ($3::text is null or m.media_bundle_id = $3) order by m.media_id desc limit 1`,
)
const findSongByName = statement<KnownSong>(
  // One with another code is another recording.
  `${SONG} and m.media_bundle_id = $2 and m.name = $3 and (m.isrc is null or $4::text is null)
   order by m.media_id desc limit 1`,
)
const moveSong = statement(
  // The share lock makes a deletion of the artist wait, or this wait for it and then find no artist.
  `with own as (
     select artist_id from artists where artist_id = $3 and org_id = $2 and deleted_at is null for share
   )
   update media set artist_id = own.artist_id from own
   where media_id = $1 and org_id = $2 and deleted_at is null
   returning 1`,
)

/** Lets an organization's imports go one after the other, in every process: two at once would make one artist twice. */
export async function lockImports(transaction: Tx, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${orgId}`}, 0))`.execute(transaction)
}

/** The living artist of exactly this name. */
export async function findArtist(db: Db, orgId: string, name: string): Promise<KnownArtist | undefined> {
  const [artist] = await findArtistByName(db, orgId, foldText(name), name)
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
      ? await findBundleByName(db, orgId, key.artistId, key.name, key.upc ?? null)
      : await findBundleByUpc(db, orgId, key.upc)
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
      ? await findSongByName(db, orgId, key.mediaBundleId, key.name, key.isrc ?? null)
      : await findSongByIsrc(db, orgId, key.isrc, key.mediaBundleId ?? null)
  return song
}

/** Gives a song another living artist than its album's; false if one of them is not there. */
export async function setSongArtist(
  db: Db,
  orgId: string,
  { mediaId, artistId }: { mediaId: string; artistId: string },
): Promise<boolean> {
  return (await moveSong(db, mediaId, orgId, artistId)).length > 0
}
