import type { Brand } from '@songreel/contract'
import type { Song } from '../media.ts'
import type { Db } from '../schema.ts'
import { findWornBrand } from '../worn-brands.ts'

/** Everything that a worker must know to make a render's video. */
export type RenderWork = Awaited<ReturnType<typeof readWork>> & {
  /** What it wears; null: nothing. */
  brand: Brand | null
}

/** Reads a render together with the song it is about. */
export async function getRenderWork(db: Db, orgId: string, renderId: string): Promise<RenderWork> {
  const row = await readWork(db, orgId, renderId)
  const work = { ...row, brand: await findWornBrand(db, orgId, row) }
  return work.albumOrder?.kind === 'ARTWORK' ? ofCover(work) : work
}

/** Artwork is about the album's cover alone, whatever its first song has. */
export function ofCover<Work extends Song>(work: Work): Work {
  const nothing = {
    isrc: null,
    audioAssetId: null,
    lyricsAssetId: null,
    videoAssetIds: [],
    mediaImageId: null,
  }
  return { ...work, ...nothing, title: work.album }
}

function readWork(db: Db, orgId: string, renderId: string) {
  return db
    .selectFrom('renders')
    .innerJoin('media', 'media.media_id', 'renders.media_id')
    .innerJoin('media_bundles', 'media_bundles.media_bundle_id', 'media.media_bundle_id')
    .innerJoin('artists', 'artists.artist_id', 'media.artist_id')
    .select([
      'renders.render_id as renderId',
      'renders.org_id as orgId',
      'renders.content_id as contentId',
      'renders.required_data as requiredData',
      'renders.video_settings as videoSettings',
      'renders.theme',
      'renders.background',
      'renders.brand_id as brandId',
      'renders.brand_source as brandSource',
      'renders.seed',
      'renders.variation',
      'renders.is_test as isTest',
      'renders.is_fresh as isFresh',
      'renders.width',
      'renders.height',
      'renders.file_name as fileName',
      'renders.errors',
      'renders.album as albumOrder',
      'renders.held_up_since as heldUpSince',
      'media.media_id as mediaId',
      'media.artist_id as artistId',
      'media.name as title',
      'media.isrc',
      'media_bundles.name as album',
      'artists.name as artist',
      'media.audio_asset_id as audioAssetId',
      'media.lyrics_asset_id as lyricsAssetId',
      'media.video_asset_ids as videoAssetIds',
      'media.image_asset_id as mediaImageId',
      'media_bundles.image_asset_id as bundleImageId',
      'artists.image_asset_id as artistImageId',
    ])
    .where('renders.org_id', '=', orgId)
    .where('renders.render_id', '=', renderId)
    .executeTakeFirstOrThrow()
}
