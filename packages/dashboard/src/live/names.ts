import { signal } from '@preact/signals'
import { songreel } from '../client.ts'

/** What a batch's song is called, and whose it is. */
export type SongNames = { title: string; artist: string }

type Named = { name: string }

const MAX_IDS = 100
const titles = signal<ReadonlyMap<string, string>>(new Map())
const artists = signal<ReadonlyMap<string, string>>(new Map())
const asked = new Set<string>()
let wanted: { mediaId: string; artistId: string }[] = []

/** The names of a batch's song; empty until they are here. All that a view asks for at once is read in two calls. */
export function namesOf(batch: { mediaId: string; artistId: string }): SongNames {
  if (!asked.has(batch.mediaId) || !asked.has(batch.artistId)) {
    if (wanted.length === 0) queueMicrotask(readWanted)
    wanted.push(batch)
    asked.add(batch.mediaId).add(batch.artistId)
  }
  return {
    title: titles.value.get(batch.mediaId) ?? '',
    artist: artists.value.get(batch.artistId) ?? '',
  }
}

async function readWanted(): Promise<void> {
  const batches = wanted
  wanted = []
  const mediaIds = missing(
    batches.map(({ mediaId }) => mediaId),
    titles.value,
  )
  const artistIds = missing(
    batches.map(({ artistId }) => artistId),
    artists.value,
  )
  try {
    await Promise.all([
      ...mediaIds.map(async (ids) => {
        const { items } = await songreel.media.list({ ids, limit: MAX_IDS, includeDeleted: true })
        titles.value = join(titles.value, items, ({ mediaId }) => mediaId)
      }),
      ...artistIds.map(async (ids) => {
        const { items } = await songreel.artists.list({ ids, limit: MAX_IDS })
        artists.value = join(artists.value, items, ({ artistId }) => artistId)
      }),
    ])
  } catch {
    // Names are asked for again by whoever is drawn next.
    for (const { mediaId, artistId } of batches) for (const id of [mediaId, artistId]) asked.delete(id)
  }
}

/** Those not known yet, as lists of as many as a call takes. */
function missing(ids: string[], known: ReadonlyMap<string, string>): string[][] {
  const unknown = [...new Set(ids)].filter((id) => !known.has(id))
  return Array.from({ length: Math.ceil(unknown.length / MAX_IDS) }, (_, index) =>
    unknown.slice(index * MAX_IDS, (index + 1) * MAX_IDS),
  )
}

function join<Item extends Named>(
  before: ReadonlyMap<string, string>,
  items: Item[],
  idOf: (item: Item) => string,
): ReadonlyMap<string, string> {
  return new Map([...before, ...items.map((item) => [idOf(item), item.name] as const)])
}
