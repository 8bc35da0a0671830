import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { aFixturePlan } from '../testing/plans.ts'
import { readFlashes } from '../testing/read-flashes.ts'
import { encodePcm } from './demo/encode-pcm.ts'
import { synthesiseClicks } from './demo/synthesise-clicks.ts'
import { synthesiseSong } from './demo/synthesise-song.ts'
import type { RenderPlan } from './plan/render-plan.ts'
import { renderVideo } from './render-video.ts'

describe('a whole video', () => {
  let folder = ''
  const file = (name: string) => join(folder, name)
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-video-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('has the same bytes with one, two and three threads, twice', async () => {
    encodePcm(synthesiseSong({ bpm: 120, secs: 10 }).pcm, file('song.flac'), {
      encoder: 'flac',
      container: 'flac',
    })
    const hashes = new Set<string>()
    for (const threads of [1, 2, 3, 3, 2, 1]) {
      const changes = { threads, excerpt: { startSecs: 0.5, endSecs: 9.7 }, outFile: file('video.mp4') }
      const plan = aFixturePlan(folder, file('song.flac'), changes)
      hashes.add((await renderVideo(plan)).sha256)
    }
    assert.equal(hashes.size, 1)
  })

  test('shows each flash within half a frame of its click, at the start and after three minutes', async () => {
    const clicks = [0.35, 1.213, 2.071, 3.5, 181.03, 182.217, 183.5, 184.291]
    encodePcm(synthesiseClicks(clicks, 186), file('clicks.wav'), { encoder: 'pcm_s16le', container: 'wav' })
    for (const fps of [24, 30, 60]) {
      const changes: Partial<RenderPlan> = {
        size: { width: 64, height: 36 },
        fps,
        threads: 2,
        data: { isFlashing: true },
        excerpt: { startSecs: 0, endSecs: 186 },
        cacheFolder: file('analyses'),
        outFile: file(`clicks-${fps}.mp4`),
      }
      await renderVideo(aFixturePlan(folder, file('clicks.wav'), changes))
      const { flashSecs, clickSecs } = readFlashes(file(`clicks-${fps}.mp4`))

      assert.deepEqual([flashSecs.length, clickSecs.length], [clicks.length, clicks.length], `${fps} fps`)
      clicks.forEach((click, i) => {
        assert.ok(Math.abs(clickSecs[i]! - click) < 0.001, `click ${i} at ${clickSecs[i]}, wanted ${click}`)
        const lateFrames = (flashSecs[i]! - click) * fps
        assert.ok(
          Math.abs(lateFrames) <= 0.501,
          `flash ${i} is ${lateFrames.toFixed(2)} frames late at ${fps} fps`,
        )
      })
    }
  })
})
