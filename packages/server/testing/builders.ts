import type { ArtistInput, LookInput, MediaBundleInput, MediaInput } from '@songreel/contract'
import type { Api } from './start-service.ts'

/** A file that nobody fetches in a test of the catalogue. */
export const IMAGE_URL = 'https://cdn.example.com/cover.jpg'
/** See IMAGE_URL. */
export const AUDIO_URL = 'https://cdn.example.com/song.mp3'

/** The body of a new artist; a test says only what it is about. */
export function anArtist(input: Partial<ArtistInput> = {}): ArtistInput {
  return { name: 'Odalys Wren', ...input }
}

/** The body of a new media bundle. */
export function aMediaBundle(input: Partial<MediaBundleInput> & { artistId: string }): MediaBundleInput {
  return { name: 'Harbour EP', ...input }
}

/** The body of a new media record. */
export function aMedia(input: Partial<MediaInput> & { mediaBundleId: string }): MediaInput {
  return { name: 'Tin Lanterns', ...input }
}

/** The body of a new look: a ground that answers the beat, the cover and two lines of type. */
export function aLook(look: Partial<LookInput> = {}): LookInput {
  return {
    look: 1,
    title: 'Neon pulse',
    description: 'The cover swells with the beat above its name.',
    fields: { tag: { type: 'TEXT', most: 40, default: 'Out now' } },
    layers: [
      { kind: 'backdrop', blur: 60 },
      {
        kind: 'picture',
        form: 'CARD',
        place: { of: 'SAFE', above: 'names', gap: 48, ratio: 1, anchor: 'TOP_START' },
        scale: { rest: 0.95, with: [{ signal: 'BEAT', by: 0.05, easing: 'ROOT' }] },
      },
      {
        kind: 'stack',
        id: 'names',
        place: { of: 'SAFE', anchor: 'BOTTOM_START' },
        spacing: 20,
        children: [
          { kind: 'text', text: { field: 'tag' }, role: 'TEXT', size: 40, colour: 'ACCENT' },
          { kind: 'text', text: 'TITLE', role: 'DISPLAY', size: 120, lines: 2 },
        ],
      },
    ],
    ...look,
  }
}

/** Makes an artist, a media bundle and a song through the API, for tests of what comes after. */
export async function createSong(
  api: Api,
  media: Partial<MediaInput> = {},
): Promise<{ artistId: string; mediaBundleId: string; mediaId: string }> {
  const { artistId } = await create(api, '/v1/artists', anArtist())
  const { mediaBundleId } = await create(api, '/v1/media-bundles', aMediaBundle({ artistId }))
  const { mediaId } = await create(api, '/v1/media', aMedia({ mediaBundleId, ...media }))
  return { artistId, mediaBundleId, mediaId }
}

/** Creates something through the API and hands its data on; whatever is not a 201 is an error of the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the path, and its test checks it.
export async function create(api: Api, path: string, body: unknown): Promise<any> {
  const answer = await api('POST', path, body)
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
