import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encodePcm, synthesiseSong } from '@songreel/audio/synth'
import { type MeteredSound, measureByEbur128 } from '../../testing/measure-by-ebur128.ts'
import { aFixturePlan } from '../../testing/plans.ts'
import { getFormat } from '../encode/get-format.ts'
import type { OutputFormat } from '../formats/catalogue.ts'
import type { RenderedVideo, RenderPlan } from '../plan/render-plan.ts'
import { renderVideo } from './render-video.ts'

const RATE = 48_000
const SONG_SECS = 7
const CUT = { startSecs: 2.3, endSecs: 6.3 }

describe('the sound of a video', () => {
  let folder = ''
  const song = (name: string) => join(folder, `${name}.wav`)
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-sound-'))
    for (const [name, shape] of Object.entries(SHAPES)) {
      const pcm = { sampleRate: RATE, channels: MUSIC.map((samples) => samples.map(shape)) }
      encodePcm(pcm, song(name), { encoder: 'pcm_f32le', container: 'wav' })
    }
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const format of ['MP4', 'WEBM', 'MOV'] as OutputFormat[]) {
    test(`${format}: the true peak of a clipped song stays below -1 dBTP, and the check tells it right`, async () => {
      const { sound, video } = await render('dense', { format, excerpt: CUT })
      assert.ok(sound.truePeakDbtp <= -1, `${sound.truePeakDbtp} dBTP`)
      assertClose(video.checks.loudness!.truePeakDbtp, sound.truePeakDbtp, 0.3)
      assertClose(video.checks.loudness!.integratedLufs, sound.integratedLufs, 0.2)
      assert.equal(video.checks.items.find(({ name }) => name === 'truePeak')?.status, 'PASSED')
    })
  }

  const targets = [
    ['MP4', 'quiet', -16],
    ['WEBM', 'dense', -20],
    ['MOV', 'quiet', -16],
  ] as const
  for (const [format, name, loudness] of targets) {
    test(`${format}: a ${name} song is brought to ${loudness} LUFS`, async () => {
      const { sound, video } = await render(name, { format, excerpt: CUT, loudness })
      assertClose(sound.integratedLufs, loudness, 0.5)
      assert.ok(sound.truePeakDbtp <= -1, `${sound.truePeakDbtp} dBTP`)
      const check = video.checks.items.find((item) => item.name === 'loudness')
      assert.deepEqual([check?.status, check?.expected], ['PASSED', `${loudness} LUFS`])
    })
  }

  test('a cut is faded in 10 ms and out 0.6 s', async () => {
    const { sound } = await render('steady', { format: 'MOV', excerpt: CUT })
    const level = (secs: number) => levelAt(sound, secs)
    assert.equal(sound.channels[0]![0], 0)
    assertClose(level(0.05), level(2), 0.02)
    assertClose(level(3.35), level(2), 0.02)
    assertClose(level(3.7), level(2) / 2, 0.03)
    assert.ok(level(3.99) < 0.01)
  })

  test("the song's own start and end are left as they are", async () => {
    const { sound } = await render('steady', { format: 'MOV', excerpt: { startSecs: 0, endSecs: SONG_SECS } })
    assertClose(levelAt(sound, 0.01), levelAt(sound, 3), 0.02)
    assertClose(levelAt(sound, SONG_SECS - 0.01), levelAt(sound, 3), 0.02)
  })

  test('sound that nothing has to be done to is in a MOV sample by sample', async () => {
    const { sound } = await render('quiet', { format: 'MOV', excerpt: { startSecs: 0, endSecs: SONG_SECS } })
    for (const [channel, samples] of sound.channels.entries()) {
      const source = MUSIC[channel]!.map(SHAPES.quiet!)
      for (let i = 0; i < samples.length; i++) assertClose(samples[i]!, source[i]!, 2 ** -23)
    }
  })

  test('the shortest excerpts are made, in every format', async () => {
    const wanted = [
      ['MP4', 0.1],
      ['MP4', 0.35],
      ['WEBM', 0.2],
      ['MOV', 0.3],
      ['GIF', 0.1],
    ] as const
    for (const [format, secs] of wanted) {
      const excerpt = { startSecs: 3, endSecs: 3 + secs }
      const outFile = join(folder, `short.${format}`)
      const video = await renderVideo(aFixturePlan(folder, song('dense'), { format, excerpt, outFile }))
      assert.ok(Math.abs(video.durationSecs - secs) <= 0.05, `${format} ${secs}`)
    }
  })

  async function render(
    name: string,
    changes: Partial<RenderPlan> & { format: OutputFormat },
  ): Promise<{ video: RenderedVideo; sound: MeteredSound }> {
    const { container, extension } = getFormat(changes.format)
    const outFile = join(folder, `out.${extension}`)
    const video = await renderVideo(
      aFixturePlan(folder, song(name), {
        ...changes,
        size: SIZE,
        outFile,
        cacheFolder: join(folder, 'heard'),
      }),
    )
    return { video, sound: measureByEbur128(outFile, container) }
  }
})

/** Played a little too fast, so that no sample is changed by a resampler. */
const MUSIC = synthesiseSong({ bpm: 120, secs: 2 * SONG_SECS }).pcm.channels.map((samples) =>
  samples.subarray(0, SONG_SECS * RATE),
)

const SIZE = { width: 64, height: 36 }

const SHAPES: Record<string, (sample: number, index: number) => number> = {
  dense: (sample) => Math.max(-1, Math.min(1, 6 * sample)),
  quiet: (sample) => 0.12 * sample,
  steady: (_, index) => 0.25 * Math.sin((2 * Math.PI * 1000 * index) / RATE),
}

/** Full scale of a sine wave is 1. */
function levelAt({ channels }: MeteredSound, secs: number): number {
  const part = channels[0]!.subarray(Math.round((secs - 0.006) * RATE), Math.round((secs + 0.006) * RATE))
  return Math.sqrt((2 * part.reduce((sum, sample) => sum + sample * sample, 0)) / part.length)
}

function assertClose(seen: number, wanted: number, by: number): void {
  if (Math.abs(seen - wanted) <= by) return
  assert.fail(`${seen} is not within ${by} of ${wanted}`)
}
