import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTemplate } from '@songreel/templates'
import { keepAndEdit } from './keep-and-edit.ts'

// keep-and-edit.slow.test.ts does the same with all templates, and more often.
for (const comparesPixels of [false, true]) {
  const how = comparesPixels ? 'compared by their pixels' : 'found by their descriptions'
  test(`no segment that is ${how} is a stale one, and some are found`, async () => {
    const loaded = (await loadTemplate('LYRIC_KARAOKE_FILL'))!
    const { segments, kept, stale } = await keepAndEdit(loaded, { edits: 4, firstSeed: 1, comparesPixels })
    assert.deepEqual(stale, [])
    assert.ok(kept > 0, `${kept} of ${segments}`)
  })
}
