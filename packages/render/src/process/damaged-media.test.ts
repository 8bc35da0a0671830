import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeDamagedFiles } from '../../testing/damaged-files.ts'
import { judgeEnds } from '../../testing/judge-ends.ts'
import { probeMany } from '../../testing/probe-many.ts'

/** More seeds by `npm run test:fuzz`. */
const SEEDS = Number(process.env.SONGREEL_FUZZ_SEEDS ?? 1)

for (let seed = 1; seed <= SEEDS; seed++) {
  test(`300 damaged and hostile files end with a code, none with a crash or a hang (seed ${seed})`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'songreel-damaged-'))
    t.after(() => rm(folder, { recursive: true, force: true }))

    const ends = await probeMany(await writeDamagedFiles(folder, seed), folder)

    assert.ok(ends.length >= 300, `only ${ends.length} files`)
    const codes = Map.groupBy(ends, ({ code }) => code)
    t.diagnostic([...codes].map(([code, files]) => `${code} ${files.length}`).join(', '))
    assert.deepEqual(judgeEnds(ends), [])
  })
}
