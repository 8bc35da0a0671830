import type { SongHost } from './song-host.ts'
import type { Stack } from './stack.ts'
import { waitForBatch } from './wait-for-batch.ts'

/** Makes the song's records and waits until its files are here, so that what follows is rendering alone. */
export async function prepareSong(stack: Stack, { audioUrl, artworkUrl }: SongHost): Promise<string> {
  const preview = { contentId: 'BASE_BASIC_UNIFIED', videoSettings: { outputQuality: 'PREVIEW' } }
  const { batchId } = await stack.call('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl, artworkUrl },
    renders: [preview],
  })
  await waitForBatch(stack, batchId)
  return (await stack.call('GET', `/v1/batches/${batchId}`)).mediaId
}

let seed = 1

/** A batch of equal videos in full size that are never the same work, so that each is really made. */
export function equalVideos(mediaId: string, { count, secs }: { count: number; secs: number }) {
  seed += count
  const videoSettings = {
    aspectRatio: '9x16',
    outputQuality: 'FULL',
    numVideos: count,
    audioStartEndSecs: { start: 0, end: secs },
  }
  return { mediaId, serviceParams: { seed }, renders: [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings }] }
}
