import { songreel } from '../../client.ts'
import { type ChosenTemplate, changeDraft } from './draft.ts'
import { chooseSong } from './song-state.ts'

const MOST = 100

/** Begins with what a batch was made of: its songs, its templates with their data, its shapes. */
export async function repeatBatch(batchId: string): Promise<void> {
  const { mediaId, ref } = await songreel.batches.get(batchId)
  const { items } = await songreel.renders.list({ batchId, limit: MOST })
  const chosen = new Map<string, ChosenTemplate>()
  for (const { contentId, requiredData, background } of items.toReversed())
    if (!chosen.has(contentId))
      chosen.set(contentId, { contentId, requiredData, ...findBackground(background) })
  const shapes = [...new Set(items.map(({ aspectRatio }) => aspectRatio).toReversed())]
  const isReduced = items.some(({ videoSettings }) => videoSettings.motion === 'REDUCED')
  changeDraft({
    songs: [],
    chosen: [...chosen.values()],
    shapes,
    motion: isReduced ? 'REDUCED' : 'FULL',
    ref: ref ?? '',
  })
  const songs = mediaId ? [mediaId] : items.flatMap((render) => render.mediaId ?? []).toReversed()
  for (const song of new Set(songs)) await chooseSong(song)
}

/** A newer server may know others. */
function findBackground(name: string | undefined): Pick<ChosenTemplate, 'background'> {
  return name === 'VIDEOS' || name === 'ARTIST' ? { background: name } : {}
}
