// Runs alone: its tests are named after the templates, which a module loads once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTemplates } from '@songreel/templates'
import { compareFrames } from './compare-frames.ts'

for (const [contentId, loaded] of await loadTemplates()) {
  test(`${contentId}: frames that are described alike look alike, whatever was edited`, async () => {
    const { wrong, isDescribed, isStable, equal, foundEqual } = await compareFrames(loaded, 2)
    assert.deepEqual(wrong, [])
    assert.ok(isStable, 'descriptions depend on the frame alone')
    // What a clip shows is known only when it is decoded.
    assert.equal(isDescribed, !loaded.template.needs.clips)
    // A few frames look alike though they are drawn in another way; they cost an encoding, and nothing else.
    assert.ok(
      !isDescribed || foundEqual >= 0.9 * equal,
      `${foundEqual} of ${equal} that look alike are described alike`,
    )
  })
}
