import {
  ArtistInput,
  BrandInput,
  BrandPatch,
  BrandPath,
  MediaBundleInput,
  MediaBundleQuery,
  MediaInput,
  MediaQuery,
} from '@songreel/contract'
import { z } from 'zod'
import { show } from '../show.ts'
import { defineTool } from '../tool.ts'
import { PAGE } from './page.ts'

const { q, artistId, upc } = MediaBundleQuery.shape
const { mediaBundleId, isrc } = MediaQuery.shape

/** Artists, media bundles (albums), media (songs) and brands. */
export const CATALOGUE_TOOLS = [
  defineTool({
    name: 'search_catalogue',
    title: 'Search the catalogue',
    description: 'Finds artists, albums (media bundles), songs (media) or brands, newest first.',
    effect: 'READS',
    input: z.object({
      kind: z.enum(['ARTISTS', 'MEDIA_BUNDLES', 'MEDIA', 'BRANDS']).describe('What to look for'),
      q,
      artistId: artistId.describe('Only albums or songs of this artist'),
      mediaBundleId,
      upc,
      isrc,
      ...PAGE,
    }),
    async run({ kind, artistId, mediaBundleId, upc, isrc, ...page }, { songreel, signal }) {
      if (kind === 'ARTISTS') return show(await songreel.artists.list(page, { signal }))
      if (kind === 'BRANDS') return show(await songreel.brands.list(page, { signal }))
      if (kind === 'MEDIA_BUNDLES')
        return show(await songreel.mediaBundles.list({ ...page, artistId, upc }, { signal }))
      return show(await songreel.media.list({ ...page, artistId, mediaBundleId, isrc }, { signal }))
    },
  }),
  defineTool({
    name: 'create_artist',
    title: 'Create an artist',
    description:
      'Adds an artist to the catalogue. create_batch can do it by itself: this is for a catalogue.',
    effect: 'ADDS',
    input: ArtistInput,
    run: async (input, { songreel, signal }) => show(await songreel.artists.create(input, { signal })),
  }),
  defineTool({
    name: 'create_media_bundle',
    title: 'Create an album',
    description: 'Adds an album (media bundle) of an artist to the catalogue.',
    effect: 'ADDS',
    input: MediaBundleInput,
    run: async (input, { songreel, signal }) => show(await songreel.mediaBundles.create(input, { signal })),
  }),
  defineTool({
    name: 'create_media',
    title: 'Create a song',
    description:
      'Adds a song (media) to an album: its audio, cover, lyrics and videos by URL. create_batch then takes its mediaId.',
    effect: 'ADDS',
    input: MediaInput,
    run: async (input, { songreel, signal }) => show(await songreel.media.create(input, { signal })),
  }),
  defineTool({
    name: 'create_brand',
    title: 'Create a brand',
    description:
      'Makes what videos wear: a logo, fonts, colours, an end card, clips at the start and the end. Name its brandId in create_batch, on a render or in serviceParams, or give it to an artist.',
    effect: 'ADDS',
    input: BrandInput,
    run: async (input, { songreel, signal }) => show(await songreel.brands.create(input, { signal })),
  }),
  defineTool({
    name: 'update_brand',
    title: 'Change a brand',
    description:
      'Changes what is sent of a brand; null clears a field. Videos that wear it are out of date then: rebuild makes them again.',
    effect: 'REPEATABLE',
    input: BrandPath.extend(BrandPatch.shape),
    run: async ({ brandId, ...patch }, { songreel, signal }) =>
      show(await songreel.brands.update(brandId, patch, { signal })),
  }),
]
