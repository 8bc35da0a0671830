import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tryLooks } from '../../testing/try-looks.ts'

// `hostile-looks.slow.test.ts` is the same with 10,000.
test('300 looks that nobody would write are refused with a clear fault, or drawn', async (t) => {
  const { refused, drawn, slowest } = await tryLooks(1, 300)
  t.diagnostic(`${refused} refused, ${drawn} drawn, the slowest took ${slowest.ms} ms (${slowest.seed})`)
  assert.ok(refused >= 30 && drawn >= 30, `${refused} were refused and ${drawn} drawn: both must be tried`)
})
