import { songreel } from '../client.ts'

/** Something that was found, and where it is. */
export type Found = { href: string; title: string; kind: 'Batch' | 'Song' | 'Album' | 'Artist' }

const SHOWN = 5
const ID = /^(art|mbn|med|bat|rnd|dlv)_[0-9A-Z]{26}$/
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/
const UPC = /^(\d{8}|\d{12,14})$/

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

/** What a reference, a title, a name, an ISRC or a UPC stands for; the most exact first. */
export async function find(text: string): Promise<Found[]> {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  const isIsrc = ISRC.test(code)
  const isUpc = UPC.test(code)
  const [batches, songs, albums, artists] = await Promise.all([
    songreel.batches.list({ ref: text, limit: SHOWN }),
    songreel.media.list({ ...(isIsrc ? { isrc: code } : { q: text }), limit: SHOWN }),
    // A number whose check digit is wrong is no UPC: then it may still be a title.
    songreel.mediaBundles
      .list({ ...(isUpc ? { upc: code } : { q: text }), limit: SHOWN })
      .catch(() => songreel.mediaBundles.list({ q: text, limit: SHOWN })),
    songreel.artists.list({ q: text, limit: SHOWN }),
  ])
  return [
    ...batches.items.map(({ batchId, ref }) => describe('Batch', `/batches/${batchId}`, ref ?? batchId)),
    ...songs.items.map(({ mediaId, name }) => describe('Song', `/songs/${mediaId}`, name)),
    ...albums.items.map(({ mediaBundleId, name }) => describe('Album', `/albums/${mediaBundleId}`, name)),
    ...artists.items.map(({ artistId, name }) => describe('Artist', `/artists/${artistId}`, name)),
  ]
}

function describe(kind: Found['kind'], href: string, title: string): Found {
  return { kind, href, title }
}
