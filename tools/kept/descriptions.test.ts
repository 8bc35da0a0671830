import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTemplate } from '@songreel/templates'
import { compareFrames } from './compare-frames.ts'

/** Templates that together use nearly all layers; descriptions.slow.test.ts has all of them, and more frames. */
const TEMPLATES = ['LYRIC_KARAOKE_FILL', 'RETRO_VINYL_SPIN', 'VISUAL_GRADIENT_FLOW', 'VISUAL_SONG_STRATA']

for (const contentId of TEMPLATES) {
  test(`${contentId}: frames that are described alike look alike, whatever was edited`, async () => {
    const { wrong, isDescribed, isStable, equal, foundEqual } = await compareFrames(
      (await loadTemplate(contentId))!,
      16,
    )
    assert.deepEqual(wrong, [])
    assert.ok(isStable, 'descriptions depend on the frame alone')
    assert.ok(isDescribed)
    assert.ok(equal > 0)
    assert.equal(foundEqual, equal, 'frames that look alike are described alike')
  })
}
