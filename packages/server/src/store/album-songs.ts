import { sql } from 'kysely'
import { notFound } from '../errors.ts'
import type { Db } from './schema.ts'

/** An album with what a release needs to know of it. */
export type AlbumFacts = {
  mediaBundleId: string
  artistId: string
  name: string
  artist: string
  upc: string | null
  imageAssetId: string | null
}

/** A song of an album; its lyrics are timed, not timed, still unknown, or not there. */
export type AlbumSong = {
  mediaId: string
  title: string
  hasAudio: boolean
  /** Null until the file has been looked into. */
  durationSecs: number | null
  lyrics: 'NONE' | 'UNTIMED' | 'TIMED' | 'UNKNOWN'
  clips: number
  /** Whether there is a photograph of its artist. */
  hasPhoto: boolean
}

/** A living album. */
export async function getAlbumFacts(db: Db, orgId: string, mediaBundleId: string): Promise<AlbumFacts> {
  const { rows } = await sql<AlbumFacts>`
    select bundle.media_bundle_id as "mediaBundleId", bundle.artist_id as "artistId", bundle.name,
      artists.name as artist, bundle.upc, bundle.image_asset_id as "imageAssetId"
    from media_bundles as bundle join artists on artists.artist_id = bundle.artist_id and artists.org_id = bundle.org_id
    where bundle.org_id = ${orgId} and bundle.media_bundle_id = ${mediaBundleId} and bundle.deleted_at is null
  `.execute(db)
  const [album] = rows
  if (!album) throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId, 'mediaBundleId')
  return album
}

/** The living songs of an album, in the order in which they were added to the catalogue. */
export async function listAlbumSongs(db: Db, orgId: string, mediaBundleId: string): Promise<AlbumSong[]> {
  const { rows } = await sql<AlbumSong>`
    select media.media_id as "mediaId", media.name as title, media.audio_asset_id is not null as "hasAudio",
      audio.duration_secs as "durationSecs", cardinality(media.video_asset_ids) as clips,
      artists.image_asset_id is not null as "hasPhoto",
      case when words.asset_id is null or words.status = 'FAILED' then 'NONE'
        when words.lyrics is null then 'UNKNOWN'
        when words.lyrics->>'timing' = 'ESTIMATED' then 'UNTIMED' else 'TIMED' end as lyrics
    from media join artists on artists.artist_id = media.artist_id and artists.org_id = media.org_id
      left join assets as audio on audio.asset_id = media.audio_asset_id and audio.org_id = media.org_id
      left join assets as words on words.asset_id = media.lyrics_asset_id and words.org_id = media.org_id
    where media.org_id = ${orgId} and media.media_bundle_id = ${mediaBundleId} and media.deleted_at is null
    order by media.media_id
  `.execute(db)
  return rows
}

/** What a release is called; an album that was deleted keeps its name. */
export async function findReleaseName(
  db: Db,
  orgId: string,
  mediaBundleId: string,
): Promise<Pick<AlbumFacts, 'name' | 'artist' | 'upc'>> {
  const { rows } = await sql<Pick<AlbumFacts, 'name' | 'artist' | 'upc'>>`
    select bundle.name, artists.name as artist, bundle.upc
    from media_bundles as bundle join artists on artists.artist_id = bundle.artist_id and artists.org_id = bundle.org_id
    where bundle.org_id = ${orgId} and bundle.media_bundle_id = ${mediaBundleId}
  `.execute(db)
  const [album] = rows
  if (!album) throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId)
  return album
}

/** A song as a release names it. */
export type NamedSong = { mediaId: string; title: string; artist: string; isrc: string | null }

/** Some songs in the order of their album; one that was deleted keeps its name. */
export async function listNamedSongs(db: Db, orgId: string, mediaIds: string[]): Promise<NamedSong[]> {
  const { rows } = await sql<NamedSong>`
    select media_id as "mediaId", media.name as title, artists.name as artist, isrc
    from media join artists on artists.artist_id = media.artist_id and artists.org_id = media.org_id
    where media.org_id = ${orgId} and media_id = any(${[...new Set(mediaIds)]})
    order by media_id
  `.execute(db)
  return rows
}
