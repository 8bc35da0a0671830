import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ErrorDetail } from '@songreel/contract'
import { startService } from '../../../testing/start-service.ts'

const { api } = await startService({ after })

const SONG = {
  artist: { name: 'Odalys Wren' },
  media: {
    name: 'Tin Lanterns',
    audioUrl: 'https://cdn.example.com/song.mp3',
    artworkUrl: 'https://cdn.example.com/a.jpg',
  },
}
const contentId = 'BASE_BASIC_UNIFIED'

test('a frame rate that a quality does not take is told, where it stands', async () => {
  const preview = { outputQuality: 'PREVIEW' }
  const cases: [about: string, body: object, fields: string[]][] = [
    [
      'of the render',
      { renders: [{ contentId, videoSettings: { ...preview, fps: 30 } }] },
      ['renders[0].videoSettings.fps'],
    ],
    [
      'of the batch, once',
      {
        serviceParams: { videoSettings: { fps: 60 } },
        renders: [
          { contentId, videoSettings: preview },
          { contentId, videoSettings: { ...preview, aspectRatio: '1x1' } },
        ],
      },
      ['serviceParams.videoSettings.fps'],
    ],
    [
      'with a quality of the batch, beside what is not known',
      {
        serviceParams: { videoSettings: preview },
        renders: [{ contentId, videoSettings: { fps: 24, speed: 2 } }],
      },
      ['renders[0].videoSettings.speed', 'renders[0].videoSettings.fps'],
    ],
    [
      'none, where it counts',
      { renders: [{ contentId, videoSettings: { outputQuality: 'HD', fps: 60 } }] },
      [],
    ],
    ['none, where nobody asks', { renders: [{ contentId, videoSettings: preview }] }, []],
  ]
  for (const [about, body, fields] of cases) {
    const { status, body: made } = await api('POST', '/v1/batches', { ...SONG, ...body })
    assert.equal(status, 201, about)
    const seen = (made.warnings ?? []).map(({ field }: { field: string }) => field)
    assert.deepEqual(seen, fields, about)
  }
  const body = { ...SONG, renders: [{ contentId, videoSettings: { ...preview, fps: 30 } }] }
  const { data } = (await api('POST', '/v1/batches?dryRun=true', body)).body
  assert.equal(
    data.warnings[0].message,
    'renders[0].videoSettings.fps is 30, but PREVIEW always has 15 frames per second. For 30, choose another outputQuality.',
  )
})

test('the whole song is refused where another part is given, and for a loop', async () => {
  const videoSettings = { isWholeSong: true, outputQuality: 'PREVIEW' }
  const renders = [
    { contentId, videoSettings: { ...videoSettings, audioStartEndSecs: { start: 1, end: 3 } } },
    { contentId: 'LOOP_CANVAS_VERTICAL', videoSettings },
  ]
  const refused = await api('POST', '/v1/batches', { ...SONG, renders })
  assert.equal(refused.status, 400)
  const seen = refused.body.error.details.map(({ field, code }: ErrorDetail) => [field, code])
  assert.deepEqual(seen, [
    ['renders[0].videoSettings.isWholeSong', 'AMBIGUOUS'],
    ['renders[1].videoSettings.isWholeSong', 'OUT_OF_RANGE'],
  ])
  const whole = { contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings }
  const { data } = (await api('POST', '/v1/batches?dryRun=true', { ...SONG, renders: [whole] })).body
  const { data: hook } = (
    await api('POST', '/v1/batches?dryRun=true', {
      ...SONG,
      renders: [{ ...whole, videoSettings: { outputQuality: 'PREVIEW' } }],
    })
  ).body
  assert.ok(data.estimate.secs > hook.estimate.secs, 'a whole song is more work than its best moment')
})
