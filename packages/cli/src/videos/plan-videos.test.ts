import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Template } from '@songreel/kit'
import { deriveSeed, planVideo, renderStills, resolveSettings } from '@songreel/render'
import { loadTemplates } from '@songreel/templates'
import sharp from 'sharp'
import { planVideos, type VideoInputs } from './plan-videos.ts'

const folder = await mkdtemp(join(tmpdir(), 'songreel-plan-'))
after(() => rm(folder, { recursive: true, force: true }))

const place = { folder, outFile: join(folder, 'video.mp4'), threads: 1 }
const song = {
  file: join(folder, 'song.mp3'),
  title: 'Tin Lanterns',
  artist: 'Odalys Wren',
  album: 'Harbour EP',
  isrc: 'USABC2400001',
  durationSecs: 200,
  namesFrom: 'TAGS' as const,
}
const settings: VideoInputs['settings'] = {
  quality: 'HD',
  format: 'MP4',
  fps: undefined,
  loudness: 'ORIGINAL',
  motion: 'FULL',
  count: 2,
  aspects: ['4x5'],
}

test('the command line plans the videos that the service would plan from the same order', async () => {
  const loaded = (await loadTemplates()).get('BASE_BASIC_UNIFIED')
  assert.ok(loaded)
  const { template, url } = loaded
  const { contentId } = template
  const range = { startSecs: 30, endSecs: 45 }
  const inputs = { loaded, data: { customText: 'Out now' }, song, art: undefined, settings, out: { folder } }
  const videos = planVideos({ ...inputs, ranges: [range, range], isAutomatic: true })
  assert.equal(videos.length, 2)
  for (const [index, { order, facts }] of videos.entries()) {
    const variation = index + 1
    // As the service stores a render, and plans it when a worker has it.
    const ofService = planVideo(
      {
        template: { contentId, url },
        settings: resolveSettings(template, { aspectRatio: '4x5', outputQuality: 'HD' }),
        data: { customText: 'Out now' },
        song: { title: 'Tin Lanterns', artist: 'Odalys Wren', album: 'Harbour EP', isrc: 'USABC2400001' },
        files: { audio: song.file, clips: [] },
        theme: null,
        variation,
        seed: deriveSeed(contentId, variation),
        watermark: false,
      },
      place,
    )
    assert.deepEqual(planVideo(order, place), ofService)
    assert.equal(ofService.excerpt, null)
    assert.deepEqual({ width: facts.width, height: facts.height }, ofService.size)
  }
})

test('lyrics given on the command line reach the template, in the part that is shown', async () => {
  const url = new URL('../../../render/testing/lyric-template.ts', import.meta.url).href
  const { template } = (await import(url)) as { template: Template }
  const lyrics = join(folder, 'song.srt')
  await writeFile(
    lyrics,
    '1\n00:00:10,000 --> 00:00:11,000\nFirst\n\n2\n00:00:11,000 --> 00:00:13,000\nSecond\n',
  )
  const [video] = planVideos({
    loaded: { template, url, folder },
    data: {},
    song,
    art: undefined,
    lyrics,
    settings: { ...settings, quality: 'PREVIEW', count: 1 },
    ranges: [{ startSecs: 10, endSecs: 12 }],
    isAutomatic: false,
    out: { folder },
  })
  assert.ok(video)
  const { audio: _, ...files } = video.order.files
  const stills = await renderStills(planVideo({ ...video.order, files }, place), { atSecs: [0.9, 1.1] })
  const lit = await Promise.all(
    stills.map(async (still) => {
      const { data, info } = await sharp(still).raw().toBuffer({ resolveWithObject: true })
      return [0.25, 0.75].map((x) => (data[info.channels * Math.floor(x * info.width)] ?? 0) > 200)
    }),
  )
  assert.deepEqual(lit, [
    [true, false],
    [false, true],
  ])
})
