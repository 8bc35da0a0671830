import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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
  const archive = execFileSync('git', ['archive', commit, 'packages', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 1024 ** 3,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(folder, 'node_modules')])
  return folder
}

/** The last commit that had one migration less than there are now. */
export function findCommitBeforeLastMigration(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  const folder = 'packages/server/src/store/migrations'
  const last = readdirSync(join(ROOT, folder)).sort().at(-1)!
  const added = git('log', '--diff-filter=A', '--format=%h', '-1', '--', `${folder}/${last}`)
  return git('rev-parse', '--short', `${added}^`)
}
