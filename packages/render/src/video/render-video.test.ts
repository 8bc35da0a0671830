import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encodePcm, synthesiseSong } from '@songreel/audio/synth'
import { synthesiseClicks } from '@songreel/audio/testing/synthesise-clicks.ts'
import { checkFlashes, writeClicks } from '../../testing/check-flashes.ts'
import { aFixturePlan, anUnrulyPlan } from '../../testing/plans.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { renderVideo } from './render-video.ts'

/** render-video.slow.test.ts looks for drift over a whole song. */
const CLICK_SECS = [0.35, 1.213, 2.071, 3.5]

describe('a whole video', () => {
  let folder = ''
  const file = (name: string) => join(folder, name)
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-video-'))
    writeClicks(folder, CLICK_SECS)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('has the same bytes with one, two and three threads', async () => {
    // Sounds in each segment, and silence between them: encoding music would take most of the time, and no thread has a part in it.
    const clicks = synthesiseClicks([0.5, 1.9, 3.2, 5.1, 6.8, 8.5], 9)
    encodePcm(clicks, file('song.flac'), { encoder: 'flac', container: 'flac' })
    const hashes = new Set<string>()
    for (const threads of [3, 1, 2]) {
      // Three segments, the last one short. How the song is heard is the same for all, so it is heard once.
      const excerpt = { startSecs: 0.3, endSecs: 8.7 }
      const changes = { threads, fps: 10, excerpt, cacheFolder: file('analyses'), outFile: file('video.mp4') }
      const plan = aFixturePlan(folder, file('song.flac'), changes)
      hashes.add((await renderVideo(plan)).sha256)
    }
    assert.equal(hashes.size, 1)
  })

  test('a template that blinks, with faint type in a corner, is reported in every way', async () => {
    const url = new URL('../../testing/blinking-template.ts', import.meta.url).href
    const plan = anUnrulyPlan(folder, {
      template: { contentId: 'TEST_BLINKING', url },
      outFile: file('blinking.mp4'),
    })
    const { checks, warnings } = await renderVideo(plan)
    assert.ok(checks.flashesPerSec >= 4, `${checks.flashesPerSec} flashes a second`)
    const warned = checks.items.filter(({ status }) => status === 'WARNING').map(({ name }) => name)
    assert.deepEqual(warned, ['flashing', 'safeArea', 'contrast'])
    for (const code of ['OUTPUT_FLASHING', 'OUTPUT_SAFE_AREA', 'OUTPUT_CONTRAST']) {
      assert.ok(
        warnings.some((warning) => warning.code === code),
        code,
      )
    }
    for (const { status, reasons } of Object.values(checks.platforms)) {
      assert.equal(status, 'FAIL')
      assert.ok(reasons.some((reason) => /flashes \d times a second; 3 are safe/.test(reason)))
    }
  })

  test('a GIF has the same bytes with one and with two threads: each chooses the palette for itself', async () => {
    encodePcm(synthesiseSong({ bpm: 120, secs: 3 }).pcm, file('short.wav'), {
      encoder: 'pcm_s16le',
      container: 'wav',
    })
    const hashes = new Set<string>()
    for (const threads of [1, 2]) {
      const excerpt = { startSecs: 0.5, endSecs: 2.7 }
      const changes: Partial<RenderPlan> = {
        format: 'GIF',
        fps: 10,
        threads,
        excerpt,
        cacheFolder: file('analyses'),
        outFile: file('a.gif'),
      }
      hashes.add((await renderVideo(aFixturePlan(folder, file('short.wav'), changes))).sha256)
    }
    assert.equal(hashes.size, 1)
  })

  for (const { fps, ...excerpt } of [
    { fps: 24, startSecs: 0, endSecs: 4 },
    { fps: 30, startSecs: 1, endSecs: 4 },
    { fps: 60, startSecs: 0, endSecs: 4 },
  ]) {
    const { startSecs, endSecs } = excerpt
    test(`shows each flash within half a frame of its click, ${startSecs} to ${endSecs} s at ${fps} fps`, () =>
      checkFlashes(folder, { clickSecs: CLICK_SECS, fps, excerpt }))
  }
})
