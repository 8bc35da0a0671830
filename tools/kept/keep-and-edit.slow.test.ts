// Runs alone: its tests are named after the templates, which a module loads once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTemplates } from '@songreel/templates'
import { keepAndEdit } from './keep-and-edit.ts'

const EDITS = 6
const seed = Number(process.env.SONGREEL_EDIT_SEED ?? 1)

for (const [contentId, loaded] of await loadTemplates()) {
  for (const comparesPixels of [false, true]) {
    const how = comparesPixels ? 'compared by their pixels' : 'found by their descriptions'
    test(`${contentId}: no segment that is ${how} is a stale one`, async (t) => {
      const report = await keepAndEdit(loaded, { edits: EDITS, firstSeed: seed, comparesPixels })
      t.diagnostic(`${report.kept} of ${report.segments} segments were kept`)
      assert.deepEqual(report.stale, [], `SONGREEL_EDIT_SEED=${seed}`)
    })
  }
}
