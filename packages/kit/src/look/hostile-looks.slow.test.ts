import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tryLooks } from '../../testing/try-looks.ts'

const COUNT = 10_000
/** Looks are made and thrown away: what stays is the engine's own. */
const MOST_GROWTH_MB = 600

test('10,000 looks that nobody would write: no crash and no memory that is kept', async (t) => {
  await tryLooks(1, 200)
  const before = process.memoryUsage().rss
  const { refused, drawn, slowest } = await tryLooks(1000, COUNT)
  const grownMb = (process.memoryUsage().rss - before) / 2 ** 20
  t.diagnostic(`${refused} refused, ${drawn} drawn, ${Math.round(grownMb)} MB more`)
  t.diagnostic(`the slowest took ${slowest.ms} ms (${slowest.seed})`)
  assert.ok(drawn > COUNT / 5, `only ${drawn} were drawn`)
  assert.ok(grownMb < MOST_GROWTH_MB, `${Math.round(grownMb)} MB more than before`)
})
