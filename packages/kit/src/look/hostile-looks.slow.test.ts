import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tryLooks } from '../../testing/try-looks.ts'
import { collectGarbage } from '../collect-garbage.ts'

const COUNT = Number(process.env.SONGREEL_HOSTILE_LOOKS ?? 10_000)
const BATCH = 500
/** Objects that stay behind; canvases are native memory, whose pages the process keeps for the next ones. */
const MOST_KEPT_MB = 60
const MOST_PAGES_MB = 600

test('many looks that nobody would write: no crash and no memory that is kept', async (t) => {
  await tryLooks(1, BATCH)
  const before = await measureMb()
  const all = { refused: 0, drawn: 0, slowest: { seed: 0, ms: 0 } }
  for (let seed = 1000; seed < 1000 + COUNT; seed += BATCH) {
    const count = Math.min(BATCH, 1000 + COUNT - seed)
    const { refused, drawn, slowest } = await tryLooks(seed, count)
    all.refused += refused
    all.drawn += drawn
    if (slowest.ms > all.slowest.ms) all.slowest = slowest
    await collectGarbage()
  }
  const after = await measureMb()
  t.diagnostic(
    `${all.refused} refused, ${all.drawn} drawn, the slowest took ${all.slowest.ms} ms (${all.slowest.seed})`,
  )
  t.diagnostic(
    `kept ${before.kept} MB before and ${after.kept} after, pages ${before.pages} and ${after.pages}`,
  )
  assert.ok(all.drawn > COUNT / 5, `only ${all.drawn} were drawn`)
  assert.ok(after.kept - before.kept < MOST_KEPT_MB, `${after.kept} MB are kept, ${before.kept} before`)
  assert.ok(after.pages - before.pages < MOST_PAGES_MB, `${after.pages} MB of pages, ${before.pages} before`)
})

async function measureMb(): Promise<{ kept: number; pages: number }> {
  await collectGarbage()
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  return {
    kept: Math.round((heapUsed + external + arrayBuffers) / 2 ** 20),
    pages: Math.round(rss / 2 ** 20),
  }
}
