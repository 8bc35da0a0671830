import { songreel } from '../client.ts'

/** Something that was found, and where it is. */
export type Found = { href: string; title: string; kind: 'Reference' | 'Song' | 'Album' | 'Artist' }

const SHOWN = 5
const ID = /^(art|mbn|med|bat|rnd|dlv)_[0-9A-Z]{26}$/

/** Whether a text is a whole id of something that has a page. */
export function isId(text: string): boolean {
  return ID.test(text)
}

/** Where the thing with this id is; an id that does not exist is an error that says so. */
export async function locate(id: string): Promise<string> {
  const kind = id.slice(0, 4)
  if (kind === 'rnd_') {
    const { batchId, renderId } = await songreel.renders.get(id)
    return `/batches/${batchId}?render=${renderId}`
  }
  if (kind === 'dlv_') return `/webhooks/deliveries/${(await songreel.webhookDeliveries.get(id)).deliveryId}`
  if (kind === 'med_') return `/songs/${(await songreel.media.get(id)).mediaId}`
  if (kind === 'mbn_') return `/albums/${(await songreel.mediaBundles.get(id)).mediaBundleId}`
  if (kind === 'art_') return `/artists/${(await songreel.artists.get(id)).artistId}`
  return `/batches/${(await songreel.batches.get(id)).batchId}`
}

/** What a part of a reference, a title, a name, an ISRC or a UPC stands for. */
export async function find(text: string): Promise<Found[]> {
  const wanted = { q: text, limit: SHOWN }
  const [batches, songs, albums, artists] = await Promise.all([
    songreel.batches.list(wanted),
    songreel.media.list(wanted),
    songreel.mediaBundles.list(wanted),
    songreel.artists.list(wanted),
  ])
  const refs = batches.items.flatMap(({ ref }) => (ref && contains(ref, text) ? [ref] : []))
  return [
    ...[...new Set(refs)].map((ref) => describe('Reference', `/references/${encodeURIComponent(ref)}`, ref)),
    ...songs.items.map(({ mediaId, name }) => describe('Song', `/songs/${mediaId}`, name)),
    ...albums.items.map(({ mediaBundleId, name }) => describe('Album', `/albums/${mediaBundleId}`, name)),
    ...artists.items.map(({ artistId, name }) => describe('Artist', `/artists/${artistId}`, name)),
  ]
}

/** Batches are also found by their song, which is found itself. */
function contains(ref: string, text: string): boolean {
  return ref.toLowerCase().includes(text.trim().toLowerCase())
}

function describe(kind: Found['kind'], href: string, title: string): Found {
  return { kind, href, title }
}
