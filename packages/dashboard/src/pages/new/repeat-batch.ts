import { songreel } from '../../client.ts'
import { changeDraft, type Look } from './draft.ts'
import { chooseSong } from './song-state.ts'

const MOST = 100

/** Begins with what a batch was made of: its song, its looks with their data, its shapes. */
export async function repeatBatch(batchId: string): Promise<void> {
  const { mediaId, ref } = await songreel.batches.get(batchId)
  const { items } = await songreel.renders.list({ batchId, limit: MOST })
  const looks = new Map<string, Look>()
  for (const { contentId, requiredData } of items.toReversed())
    if (!looks.has(contentId)) looks.set(contentId, { contentId, requiredData })
  const shapes = [...new Set(items.map(({ aspectRatio }) => aspectRatio).toReversed())]
  const isReduced = items.some(({ videoSettings }) => videoSettings.motion === 'REDUCED')
  changeDraft({
    songs: [],
    looks: [...looks.values()],
    shapes,
    motion: isReduced ? 'REDUCED' : 'FULL',
    ref: ref ?? '',
  })
  await chooseSong(mediaId)
}
