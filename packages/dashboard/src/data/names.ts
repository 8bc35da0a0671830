import { signal } from '@preact/signals'
import type { BatchRecord, BatchRender } from '@songreel/sdk'
import { songreel } from '../client.ts'

/** What a batch's song is called, and whose it is. */
export type SongNames = { title: string; artist: string }

type SongIds = { mediaId: string | null; mediaBundleId: string; artistId: string }

type Named = { name: string }

const MAX_IDS = 100
/** Of songs, and of albums. */
const titles = signal<ReadonlyMap<string, string>>(new Map())
const artists = signal<ReadonlyMap<string, string>>(new Map())
const asked = new Set<string>()
let wanted: string[] = []

/**
 * The names of a batch's song, or of the album where it is of several; empty until they are here. All that a view asks for
 * at once is read in a call for each kind.
 */
export function findNames({ mediaId, mediaBundleId, artistId }: SongIds): SongNames {
  const id = mediaId ?? mediaBundleId
  ask(id)
  return { title: titles.value.get(id) ?? '', artist: findArtistName(artistId) }
}

/** The title of a video's song, or of the album if it shows all of it; empty until it is here. */
export function findTitle(batch: BatchRecord, render: Pick<BatchRender, 'mediaId' | 'albumKind'>): string {
  return findNames({ ...batch, mediaId: render.albumKind ? null : (render.mediaId ?? batch.mediaId) }).title
}

/** An artist's name; empty until it is here. */
export function findArtistName(artistId: string): string {
  ask(artistId)
  return artists.value.get(artistId) ?? ''
}

function ask(id: string): void {
  if (asked.has(id)) return
  if (wanted.length === 0) queueMicrotask(readWanted)
  wanted.push(id)
  asked.add(id)
}

async function readWanted(): Promise<void> {
  const ids = wanted
  wanted = []
  const [mediaIds, albumIds, artistIds] = ['med_', 'mbn_', 'art_'].map((kind) =>
    split(ids.filter((id) => id.startsWith(kind))),
  ) as [string[][], string[][], string[][]]
  try {
    await Promise.all([
      ...mediaIds.map(async (ids) => {
        const { items } = await songreel.media.list({ ids, limit: MAX_IDS, includeDeleted: true })
        titles.value = join(titles.value, items, ({ mediaId }) => mediaId)
      }),
      ...albumIds.map(async (ids) => {
        const { items } = await songreel.mediaBundles.list({ ids, limit: MAX_IDS })
        titles.value = join(titles.value, items, ({ mediaBundleId }) => mediaBundleId)
      }),
      ...artistIds.map(async (ids) => {
        const { items } = await songreel.artists.list({ ids, limit: MAX_IDS })
        artists.value = join(artists.value, items, ({ artistId }) => artistId)
      }),
    ])
  } catch {
    // Names are asked for again by whoever is drawn next.
    for (const id of ids) asked.delete(id)
  }
}

/** As lists of as many as a call takes. */
function split(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, index) =>
    ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS),
  )
}

function join<Item extends Named>(
  before: ReadonlyMap<string, string>,
  items: Item[],
  idOf: (item: Item) => string,
): ReadonlyMap<string, string> {
  return new Map([...before, ...items.map((item) => [idOf(item), item.name] as const)])
}
