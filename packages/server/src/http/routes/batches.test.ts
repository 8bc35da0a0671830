import assert from 'node:assert/strict'
import { after, test } from 'node:test'
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
