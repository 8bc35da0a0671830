import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { type Playback, playVideo } from '../crash/play-video.ts'

const PATIENCE_MS = 10 * 60_000

/** A service that runs in a container, as it is reached from outside. */
export type Reached = {
  url: string
  token: string
  /** Its own name for itself, SONGREEL_PUBLIC_URL, with which links begin. */
  publicUrl: string
}

/** Orders a video as the README does, waits until it is made, downloads it and plays it from its first to its last picture. */
export async function orderVideo(
  { url, token, publicUrl }: Reached,
  folder: string,
): Promise<Playback & { batchId: string }> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const order = {
    artist: { name: 'Odalys Wren' },
    media: {
      name: 'Tin Lanterns',
      audioUrl: `${publicUrl}/demo/song.mp3`,
      artworkUrl: `${publicUrl}/demo/cover.jpg`,
    },
    renders: [
      {
        contentId: 'BASE_BASIC_UNIFIED',
        videoSettings: {
          aspectRatio: '9x16',
          outputQuality: 'PREVIEW',
          audioStartEndSecs: { start: 2, end: 6 },
        },
      },
    ],
  }
  const made = await fetch(`${url}/v1/batches`, { method: 'POST', headers, body: JSON.stringify(order) })
  const { data, ...rest } = await made.json()
  if (made.status !== 201) throw new Error(`the order was refused: ${JSON.stringify(rest)}`)
  const batch = await waitFor(
    'the batch is over',
    async () => {
      const { data: found } = await (await fetch(`${url}/v1/batches/${data.batchId}`, { headers })).json()
      return found?.isFinal ? found : undefined
    },
    { timeoutMs: PATIENCE_MS },
  )
  if (batch.status !== 'COMPLETED') throw new Error(`the batch is ${batch.status}: ${JSON.stringify(batch)}`)
  const link: string = batch.renders[0].renderUrl
  if (!link.startsWith(publicUrl)) throw new Error(`the link leads elsewhere: ${link}`)
  const video = await fetch(link.replace(publicUrl, url))
  if (video.status !== 200 || video.headers.get('content-type') !== 'video/mp4')
    throw new Error(`the video is not there: ${video.status} ${video.headers.get('content-type')}`)
  const file = join(folder, `${data.batchId}.mp4`)
  await writeFile(file, Buffer.from(await video.arrayBuffer()))
  return { ...playVideo(file), batchId: data.batchId }
}
