import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Puts the sources of a commit into a folder of their own and returns it. Our own packages are those of the commit; all
 * others are those that are installed here, by a second name: a render reads nothing that is outside of its installation.
 */
export function checkOutSources(commit: string): string {
  mkdirSync(join(ROOT, 'build'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'build', 'old-sources-'))
  // Renders run as somebody else, who must be able to read the code.
  chmodSync(folder, 0o755)
  // Pages of the dashboard are built from docs, too.
  const archive = execFileSync('git', ['archive', commit, 'packages', 'docs', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 1024 ** 3,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(folder, 'node_modules')])
  return folder
}

/** The last commit before the newest migration, at which all migrations were called as they are now. */
export function findCommitBeforeLastMigration(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  const folder = 'packages/server/src/store/migrations'
  const commit = git('log', '--format=%h', '--', folder)
    .split('\n')
    .map((changing) => git('rev-parse', '--short', `${changing}^`))
    .find((before) => {
      const then = git('ls-tree', '--name-only', before, `${folder}/`).split('\n')
      return precedes(
        then.map((file) => basename(file)),
        readdirSync(join(ROOT, folder)),
      )
    })
  if (!commit) throw new Error('No commit of this history has migrations that these sources continue.')
  return commit
}

/** Whether a database with these migrations is one that others continue; a database does not follow when one gets another number. */
export function precedes(then: readonly string[], now: readonly string[]): boolean {
  const known = new Set(now)
  return then.length < now.length && then.every((name) => known.has(name))
}
