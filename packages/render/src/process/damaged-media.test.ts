import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeDamagedFiles } from '../../testing/damaged-files.ts'
import { judgeEnds } from '../../testing/judge-ends.ts'
import { probeMany } from '../../testing/probe-many.ts'

/** By itself a fourth of the damages; damaged-media.slow.test.ts has all of them, and `npm run test:fuzz` more seeds. */
const { SONGREEL_FUZZ_SEEDS } = process.env
const SEEDS = Number(SONGREEL_FUZZ_SEEDS ?? 1)
const [ONE_IN, LEAST_FILES] = SONGREEL_FUZZ_SEEDS ? [1, 300] : [4, 100]

for (let seed = 1; seed <= SEEDS; seed++) {
  test(`${LEAST_FILES} damaged and hostile files end with a code, none with a crash or a hang (seed ${seed})`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'songreel-damaged-'))
    t.after(() => rm(folder, { recursive: true, force: true }))

    const ends = await probeMany(await writeDamagedFiles(folder, seed, ONE_IN), folder)

    assert.ok(ends.length >= LEAST_FILES, `only ${ends.length} files`)
    const codes = Map.groupBy(ends, ({ code }) => code)
    t.diagnostic([...codes].map(([code, files]) => `${code} ${files.length}`).join(', '))
    assert.deepEqual(judgeEnds(ends), [])
  })
}
