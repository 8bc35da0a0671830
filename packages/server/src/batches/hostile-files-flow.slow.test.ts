import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import type { Asset, AssetKind } from '@songreel/contract'
import { create } from '../../testing/builders.ts'
import { makeLures, startCanaries } from '../../testing/lures.ts'
import { startFlow, TINY } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'

// Lists of other files, under the names of media, through the whole service: nothing outside is read, and each ends with
// its code.

const canaries = await startCanaries({ after })
const flow = await startFlow({ after })
const { api, hosts, post } = flow
const lures = Object.entries(makeLures(canaries))
const EXTENSIONS = { AUDIO: 'mp3', IMAGE: 'jpg', VIDEO: 'mp4' } as const
const urlOf = (name: string, kind: keyof typeof EXTENSIONS) =>
  hosts.put(`/${name}.${EXTENSIONS[kind]}`, Buffer.from(Object.fromEntries(lures)[name] ?? ''))

const { artistId } = await create(api, '/v1/artists', { name: 'Odalys Wren' })
const { mediaBundleId } = await create(api, '/v1/media-bundles', { name: 'Harbour EP', artistId })

/** Puts every lure where the kind is asked for; tells which asset is which. */
async function sendAll(kind: keyof typeof EXTENSIONS): Promise<{ name: string; assetId: string }[]> {
  if (kind === 'VIDEO') {
    const videoUrls = lures.map(([name]) => urlOf(name, kind))
    const { mediaId } = await create(api, '/v1/media', { name: 'Lanterns', mediaBundleId, videoUrls })
    const { videoAssets } = (await api('GET', `/v1/media/${mediaId}`)).body.data
    return lures.map(([name], index) => ({ name, assetId: videoAssets[index].id }))
  }
  const field = kind === 'AUDIO' ? 'audioUrl' : 'imageUrl'
  return Promise.all(
    lures.map(async ([name]) => {
      const media = { name, mediaBundleId, [field]: urlOf(name, kind) }
      const { mediaId } = await create(api, '/v1/media', media)
      const { audioAssets, imageAssetId } = (await api('GET', `/v1/media/${mediaId}`)).body.data
      return { name, assetId: kind === 'AUDIO' ? audioAssets.DEFAULT : imageAssetId }
    }),
  )
}

async function untilKnown(assetId: string): Promise<Asset> {
  return waitFor(`asset ${assetId} is known`, async () => {
    const { body } = await api('GET', `/v1/assets/${assetId}`)
    return body.data.status !== 'PENDING' && body.data
  })
}

const CODES: Record<string, string> = { 'IMAGE svg': 'ASSET_UNSUPPORTED' }

for (const kind of ['AUDIO', 'IMAGE', 'VIDEO'] satisfies AssetKind[])
  test(`as ${EXTENSIONS[kind]}: playlists, concat lists, SDP, XML and the like end with their code`, async () => {
    for (const { name, assetId } of await sendAll(kind)) {
      const { status, error } = await untilKnown(assetId)
      const wanted = CODES[`${kind} ${name}`] ?? 'ASSET_TYPE_MISMATCH'
      assert.deepEqual([name, status, error?.code], [name, 'FAILED', wanted], error?.message)
      assert.match(
        error?.message ?? '',
        new RegExp(`${name}\\.${EXTENSIONS[kind]} from 127\\.0\\.0\\.1:\\d+ is `),
      )
      assert.ok(!error?.message.includes('canary'), error?.message)
    }
  })

const media = (more: object) => ({
  artist: { name: 'Odalys Wren' },
  media: { name: 'Lanterns', audioUrl: flow.songUrl, ...more },
})
const RENDERS: [what: string, body: object, code: string][] = [
  ['song', media({ audioUrl: urlOf('hls', 'AUDIO') }), 'ASSET_TYPE_MISMATCH'],
  ['cover', media({ artworkUrl: urlOf('svg', 'IMAGE') }), 'ASSET_UNSUPPORTED'],
  [
    'video',
    {
      ...media({ videoUrls: [urlOf('ffconcat', 'VIDEO')] }),
      renders: [{ contentId: 'TEST_CLIPS', videoSettings: TINY }],
    },
    'ASSET_TYPE_MISMATCH',
  ],
  [
    'lyrics',
    {
      ...media({ lyricsUrl: hosts.put('/entities.ttml', Buffer.from(makeLures(canaries).entities ?? '')) }),
      renders: [{ contentId: 'TEST_LYRICS', videoSettings: TINY }],
    },
    'LYRICS_INVALID',
  ],
]

for (const [what, body, code] of RENDERS)
  test(`a render with such a ${what} fails with ${code}`, async () => {
    const { batchId } = await post(body)
    const { status, renders } = await flow.untilFinal(batchId)
    assert.deepEqual([status, renders[0]?.error?.code], ['FAILED', code], renders[0]?.error?.message)
  })

test('nobody has touched the files, pipe and port that they pointed at; the watch on them works', async () => {
  assert.deepEqual(canaries.touched(), { pipe: 0, port: 0 })
  await Promise.all([readFile(canaries.pipe), fetch(canaries.url).catch(() => {})])
  assert.ok(canaries.touched().pipe > 0)
  assert.equal(canaries.touched().port, 1)
})
