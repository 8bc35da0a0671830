import { signal } from '@preact/signals'
import type { Media } from '@songreel/sdk'
import { songreel } from '../client.ts'

const MAX_IDS = 100
const albumCovers = signal<ReadonlyMap<string, string | null>>(new Map())
const asked = new Set<string>()
let wanted: string[] = []

/** Where a file of the catalogue can be seen or heard. */
export function toFileUrl(assetId: string | null | undefined): string | undefined {
  return assetId ? `/v1/uploads/${assetId}` : undefined
}

/** A song's cover, or else its album's; all albums that a view asks for are read in one call. */
export function chooseCover({ imageAssetId, mediaBundleId }: Media): string | undefined {
  if (imageAssetId) return toFileUrl(imageAssetId)
  if (!asked.has(mediaBundleId)) {
    if (wanted.length === 0) queueMicrotask(readWanted)
    asked.add(mediaBundleId)
    wanted.push(mediaBundleId)
  }
  return toFileUrl(albumCovers.value.get(mediaBundleId))
}

async function readWanted(): Promise<void> {
  const ids = wanted.slice(0, MAX_IDS)
  for (const id of wanted.slice(MAX_IDS)) asked.delete(id)
  wanted = []
  try {
    const { items } = await songreel.mediaBundles.list({ ids, limit: MAX_IDS })
    albumCovers.value = new Map([
      ...albumCovers.value,
      ...items.map(({ mediaBundleId, imageAssetId }) => [mediaBundleId, imageAssetId] as const),
    ])
  } catch {
    // Covers are asked for again by whoever is drawn next.
    for (const id of ids) asked.delete(id)
  }
}
