import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OWN_SOURCES, runCrashTest } from './crash-loop.ts'
import type { CrashReport } from './crash-report.ts'
import { chooseFaults, type Fault, SLOW_POINTS_PER_LIFE } from './faults.ts'
import type { Edit, PlantedBug } from './planted-bug.ts'
import { createSeededRandom } from './seeded-random.ts'

/** Long enough for what a lost worker leaves to be taken up twice. */
const DRAIN_LIMIT_SECS = 60
/** With general faults: so many installations, each with so many kills, until one of them shows the bug. */
export const ROUNDS = 4
const KILLS_A_ROUND = 14
/** A round's faults take less than a minute on two free cores. */
const ROUND_LIMIT_SECS = 150

/** How a planted bug is looked for: with the faults of every crash test, or with its own few. */
export type Search = { seed: number; isAimed: boolean; rounds: number }

/** Runs the crash test on a copy of the sources that has this bug; the sources themselves are never touched. */
export async function tryPlantedBug(bug: PlantedBug, search: Search): Promise<CrashReport> {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-planted-'))
  try {
    await checkBugFits(bug)
    const sourceFolder = await copySources(folder)
    for (const edit of bug.edits) await applyEdit(sourceFolder, edit)
    return await (search.isAimed ? runAimed : runRounds)(bug, { ...search, sourceFolder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Hunt = Search & { sourceFolder: string }

function runAimed(
  { faults, gapMs, refusedShare }: PlantedBug,
  { seed, sourceFolder }: Hunt,
): Promise<CrashReport> {
  return runCrashTest({
    seed,
    kills: Number.POSITIVE_INFINITY,
    faults: () => faults,
    sourceFolder,
    isFindingEnough: true,
    drainLimitSecs: DRAIN_LIMIT_SECS,
    ...(gapMs && { gapMs }),
    ...(refusedShare && { refusedShare }),
  })
}

/** Many bugs show only once all is at rest, so it is brought to rest now and then. */
async function runRounds(_: PlantedBug, { seed, rounds, sourceFolder }: Hunt): Promise<CrashReport> {
  const faults = chooseFaults(createSeededRandom(seed))
  // The crash points that one round has not come to are left for the next.
  const rest: Iterable<Fault> = { [Symbol.iterator]: () => ({ next: () => faults.next() }) }
  for (let round = 1; ; round++) {
    const report = await runCrashTest({
      seed: seed + round,
      kills: KILLS_A_ROUND,
      faults: () => rest,
      slowPoints: SLOW_POINTS_PER_LIFE,
      faultLimitSecs: ROUND_LIMIT_SECS,
      sourceFolder,
      isFindingEnough: true,
      drainLimitSecs: DRAIN_LIMIT_SECS,
    })
    if (report.findings.length > 0 || round >= rounds) return report
  }
}

/** Throws unless the text that a bug changes is in the sources, once: a bug that is not planted would be missed in silence. */
export async function checkBugFits({ name, edits }: Pick<PlantedBug, 'name' | 'edits'>): Promise<void> {
  for (const { file, find } of edits) {
    const times = (await readFile(join(OWN_SOURCES, file), 'utf8')).split(find).length - 1
    if (times !== 1)
      throw new Error(`"${name}" no longer fits ${file}, where this is ${times} times: ${find}`)
  }
}

/** The server alone is copied; what it imports is found through a link, as in the workspace. */
async function copySources(folder: string): Promise<string> {
  const server = join(folder, 'packages/server')
  await mkdir(server, { recursive: true })
  await cp(join(OWN_SOURCES, '../package.json'), join(server, 'package.json'))
  await cp(OWN_SOURCES, join(server, 'src'), {
    recursive: true,
    filter: (file) => !file.endsWith('.test.ts'),
  })
  await symlink(join(OWN_SOURCES, '../../../node_modules'), join(folder, 'node_modules'))
  return join(server, 'src')
}

async function applyEdit(sourceFolder: string, { file, find, put }: Edit): Promise<void> {
  const before = await readFile(join(sourceFolder, file), 'utf8')
  await writeFile(
    join(sourceFolder, file),
    before.replace(find, () => put),
  )
}
