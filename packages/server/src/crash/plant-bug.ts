import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CrashReport, OWN_SOURCES, runCrashTest } from './crash-loop.ts'
import type { Edit, PlantedBug } from './planted-bugs.ts'

/** What came of a planted bug. */
export type PlantedOutcome = { name: string; report: CrashReport }

/** Runs the crash test on a copy of the sources that has this bug; the sources themselves are never touched. */
export async function tryPlantedBug(bug: PlantedBug, seed: number): Promise<PlantedOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-planted-'))
  try {
    const sourceFolder = await copySources(folder)
    for (const edit of bug.edits) await applyEdit(sourceFolder, edit)
    const { faults, gapMs, refusedShare } = bug
    const report = await runCrashTest({
      seed,
      kills: Number.POSITIVE_INFINITY,
      faults: () => faults,
      sourceFolder,
      isFolderKept: false,
      ...(gapMs && { gapMs }),
      ...(refusedShare && { refusedShare }),
    })
    return { name: bug.name, report }
  } finally {
    await rm(folder, { recursive: true, force: true })
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
  const parts = before.split(find)
  if (parts.length !== 2) {
    const found = `${parts.length - 1} times`
    throw new Error(`This planted bug no longer fits ${file}: the text to change is there ${found}: ${find}`)
  }
  await writeFile(join(sourceFolder, file), parts.join(put))
}
