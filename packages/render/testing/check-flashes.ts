import assert from 'node:assert/strict'
import { join } from 'node:path'
import { encodePcm } from '@songreel/audio/synth'
import { synthesiseClicks } from '@songreel/audio/testing/synthesise-clicks.ts'
import type { ExcerptRange } from '../src/plan/render-plan.ts'
import { renderVideo } from '../src/video/render-video.ts'
import { aFixturePlan } from './plans.ts'
import { readFlashes } from './read-flashes.ts'

/** Writes a song of nothing but clicks, which ends soon after the last one. */
export function writeClicks(folder: string, clickSecs: number[]): void {
  const secs = Math.ceil(Math.max(...clickSecs)) + 1
  const format = { encoder: 'pcm_s16le', container: 'wav' } as const
  encodePcm(synthesiseClicks(clickSecs, secs), join(folder, 'clicks.wav'), format)
}

/** Makes a video of that song which flashes at each click, and looks for both in the file. */
export async function checkFlashes(
  folder: string,
  { clickSecs, fps, excerpt }: { clickSecs: number[]; fps: number; excerpt: ExcerptRange },
): Promise<void> {
  const { startSecs, endSecs } = excerpt
  const inside = clickSecs.filter((secs) => secs > startSecs && secs < endSecs)
  const wanted = inside.map((secs) => secs - startSecs)
  const plan = aFixturePlan(folder, join(folder, 'clicks.wav'), {
    size: { width: 64, height: 36 },
    fps,
    threads: 1,
    data: { isFlashing: true },
    excerpt,
    cacheFolder: join(folder, 'analyses'),
    outFile: join(folder, 'clicks.mp4'),
  })
  await renderVideo(plan)
  const found = readFlashes(plan.outFile)
  assert.deepEqual([found.flashSecs.length, found.clickSecs.length], [wanted.length, wanted.length])
  wanted.forEach((click, i) => {
    const [flashAt = Number.NaN, clickAt = Number.NaN] = [found.flashSecs[i], found.clickSecs[i]]
    assert.ok(Math.abs(clickAt - click) < 0.001, `click ${i} at ${clickAt}, wanted ${click}`)
    const lateFrames = (flashAt - click) * fps
    assert.ok(Math.abs(lateFrames) <= 0.501, `flash ${i} is ${lateFrames.toFixed(2)} frames late`)
  })
}
