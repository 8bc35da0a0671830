import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OWN_SOURCES, runCrashTest } from './crash-loop.ts'
import type { CrashReport } from './crash-report.ts'
import type { Edit, PlantedBug } from './planted-bugs.ts'

/** Long enough for what a lost worker leaves to be taken up twice. */
const DRAIN_LIMIT_SECS = 60

/** Runs the crash test on a copy of the sources that has this bug; the sources themselves are never touched. */
export async function tryPlantedBug(bug: PlantedBug, seed: number): Promise<CrashReport> {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-planted-'))
  try {
    await checkBugFits(bug)
    const sourceFolder = await copySources(folder)
    for (const edit of bug.edits) await applyEdit(sourceFolder, edit)
    const { faults, gapMs, refusedShare } = bug
    return await runCrashTest({
      seed,
      kills: Number.POSITIVE_INFINITY,
      faults: () => faults,
      sourceFolder,
      isFindingEnough: true,
      drainLimitSecs: DRAIN_LIMIT_SECS,
      ...(gapMs && { gapMs }),
      ...(refusedShare && { refusedShare }),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
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
