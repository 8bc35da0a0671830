import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { startFlow } from '../../testing/start-flow.ts'
import { makeTestSong } from '../../testing/test-song.ts'

const { url, token, api, hosts, post, untilRender, services } = await startFlow({ after })

const SONG_SECS = 12
/** A line each second. */
const LYRICS = Array.from(
  { length: SONG_SECS },
  (_, secs) => `[00:${String(secs).padStart(2, '0')}.00]Line ${secs}`,
)
const videoSettings = { outputQuality: 'PREVIEW', aspectRatio: '4x5' } as const

async function preview(query: string, body: object): Promise<Buffer> {
  const response = await fetch(`${url}/v1/contents/TEST_LYRICS/preview${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.equal(response.status, 200, bytes.toString().slice(0, 300))
  return bytes
}

/** A song whose picture is its artist's, and a finished export of it at its best moment. */
async function exportSong() {
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#c24e1f' } })
    .jpeg()
    .toBuffer()
  const { batchId, renderId } = await post({
    artist: { name: 'Odalys Wren', artworkUrl: hosts.put('/artist.jpg', picture) },
    media: {
      name: 'Tin Lanterns',
      isrc: 'USABC2400001',
      audioUrl: hosts.put('/sung.wav', makeTestSong(SONG_SECS)),
      lyricsText: LYRICS.join('\n'),
    },
    renders: [{ contentId: 'TEST_LYRICS', videoSettings }],
  })
  const render = await untilRender(renderId, 'COMPLETED')
  const { mediaId } = (await api('GET', `/v1/batches/${batchId}`)).body.data
  return { render, mediaId }
}

const exportedSong = exportSong()

test('a preview has the bytes of the export: excerpt, picture, shape, frame rate, seed and lyrics', async () => {
  const { render, mediaId } = await exportedSong
  const exported = Buffer.from(await (await fetch(String(render.renderUrl))).arrayBuffer())
  const clip = await preview('?clip=10', { mediaId, videoSettings, requiredData: {} })
  assert.ok(clip.equals(exported), `${clip.length} bytes, and ${exported.length} in the export`)

  // The lines of the excerpt are columns, from left to right.
  const { start: startSecs, end: endSecs } = render.excerpt ?? { start: 0, end: 0 }
  assert.ok(startSecs > 0 || endSecs < SONG_SECS)
  const [first, last] = [Math.floor(startSecs), Math.ceil(endSecs) - 1]
  // The second line and the last that is long enough: what is between them is counted the same way.
  for (const line of [first + 1, Math.ceil(endSecs - 0.2) - 1]) {
    const atSecs = line - startSecs
    const body = { mediaId, videoSettings, requiredData: {} }
    const before = await preview('', { ...body, atSecs: atSecs - 1.5 / 15 })
    const since = await preview('', { ...body, atSecs: atSecs + 1.01 / 15 })
    assert.deepEqual(
      [await findLit(before, last - first + 1), await findLit(since, last - first + 1)],
      [line - first - 1, line - first],
    )
  }
})

test('what was heard in a song can be read, also after the cache is gone', async () => {
  const { mediaId } = await exportedSong
  const path = `/v1/media/${mediaId}/analysis?excerptSecs=4&peaks=24`
  const { status, body } = await api('GET', path)
  assert.equal(status, 200)
  const { durationSecs, bpm, peaks, beats, bars, sections, excerpts } = body.data
  assert.deepEqual([durationSecs, Math.round(bpm), peaks.length], [SONG_SECS, 120, 24])
  assert.ok(peaks.every((peak: number) => peak > 0.3 && peak <= 1))
  assert.ok(beats.length > 20 && bars.every((secs: number) => beats.includes(secs)))
  assert.deepEqual([sections[0].startSecs, sections.at(-1).endSecs], [0, SONG_SECS])
  assert.ok(excerpts[0].endSecs - excerpts[0].startSecs < 6 && excerpts[0].reasons.length > 0)

  await rm(join(services.config.dataDir, 'cache', 'analysis'), { recursive: true })
  assert.deepEqual((await api('GET', path)).body.data, body.data)

  const { mediaBundleId } = (await api('GET', `/v1/media/${mediaId}`)).body.data
  const silent = (await api('POST', '/v1/media', { name: 'Unsung', mediaBundleId })).body.data
  const refused = await api('GET', `/v1/media/${silent.mediaId}/analysis`)
  assert.equal(refused.body.error.code, 'MEDIA_INCOMPLETE')
})

async function findLit(png: Buffer, columns: number): Promise<number> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  const middles = Array.from({ length: columns }, (_, column) => {
    const x = Math.floor(((column + 0.5) * info.width) / columns)
    return data[info.channels * x] ?? 0
  })
  return middles.findIndex((value) => value > 200)
}
