import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBugFits } from './plant-bug.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'

test('every planted bug still fits the sources', async () => {
  for (const bug of PLANTED_BUGS) await checkBugFits(bug)
})

test('a planted bug whose place is gone is refused, not skipped', async () => {
  const edits = [{ file: 'main.ts', find: 'a text that is nowhere', put: '' }]
  await assert.rejects(checkBugFits({ name: 'nowhere', edits }), /no longer fits main.ts/)
})
