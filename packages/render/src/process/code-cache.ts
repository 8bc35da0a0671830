import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

let known: string | null | undefined

/**
 * Where Node keeps compiled code for the next child: loading from there takes a third of the time. The folder is trusted
 * like the code itself, so it must be ours alone; otherwise there is none (null).
 */
export function findCodeCacheFolder(): string | null {
  known ??= openFolder(join(tmpdir(), `songreel-code-${userInfo().uid}`))
  return known
}

function openFolder(path: string): string | null {
  try {
    mkdirSync(path, { mode: 0o700, recursive: true })
    // Not a link, not somebody else's, closed to everybody else.
    const found = lstatSync(path)
    const isOurs = found.isDirectory() && found.uid === userInfo().uid && (found.mode & 0o077) === 0
    return isOurs ? path : null
  } catch {
    return null
  }
}
