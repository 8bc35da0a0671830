import sharp from 'sharp'
import type { SongHost } from '../service/song-host.ts'
import type { Stack } from '../service/stack.ts'
import { waitForBatch } from '../service/wait-for-batch.ts'

/** A song with lyrics and a brand with a logo. */
export type Label = { mediaId: string; brandId: string }

const LYRICS = [
  'Tin lanterns over the harbour',
  'We count the boats coming home',
  'Hold on, hold on',
  'The light is low',
]
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="180" height="180" x="10" y="10" rx="40" fill="#fff"/><rect x="220" y="70" width="360" height="60" fill="#fff"/></svg>`

/** Makes the records and waits until all of their files are here. */
export async function prepareLabel(stack: Stack, { audioUrl, artworkUrl }: SongHost): Promise<Label> {
  const brandId = await createBrand(stack)
  const lyricsText = Array.from({ length: 40 }, (_, i) => {
    const secs = String((3 * i) % 60).padStart(2, '0')
    return `[0${Math.floor((3 * i) / 60)}:${secs}.00]${LYRICS[i % LYRICS.length]}`
  }).join('\n')
  const { batchId } = await stack.call('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl, artworkUrl, lyricsText },
    renders: [
      {
        contentId: 'LYRIC_STACK_FOCUS',
        videoSettings: { outputQuality: 'PREVIEW', audioStartEndSecs: { start: 0, end: 4 } },
      },
    ],
    serviceParams: { brandId },
  })
  await waitForBatch(stack, batchId)
  return { brandId, mediaId: (await stack.call('GET', `/v1/batches/${batchId}`)).mediaId }
}

async function createBrand({ api, headers, call }: Stack): Promise<string> {
  const body = await sharp(Buffer.from(LOGO)).png().toBuffer()
  const response = await fetch(`${api.url}/v1/uploads`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/png' },
    body,
  })
  const { data } = await response.json()
  return (await call('POST', '/v1/brands', { name: 'Harbour', logoUrl: data.url })).brandId
}
