import { readFile, stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const SQLITE_BUSY = 5
const RETRY_MS = 20

/** A lock that the kernel takes back when its holder dies, however it dies. */
export type FileLock = { release(): void }

/**
 * Takes the lock on a file, or returns `undefined` if another process has it. Node offers no `flock`;
 * SQLite's exclusive transaction is a kernel lock on the same terms, and never writes to the file. Its journal stays in
 * memory: beside the file, it would outlive a holder that is killed.
 */
export function tryLockFile(file: string): FileLock | undefined {
  const handle = new DatabaseSync(file, { timeout: 0 })
  try {
    handle.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return { release: () => handle.close() }
  } catch (error) {
    handle.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
}

/** Takes the lock on a file, waiting for its turn. */
export async function lockFile(file: string, { signal }: { signal?: AbortSignal } = {}): Promise<FileLock> {
  for (;;) {
    const lock = tryLockFile(file)
    if (lock) return lock
    await sleep(RETRY_MS, undefined, { signal })
  }
}

/** Asks the kernel which process holds the lock on a file; `undefined` if it cannot say (another container's, say). */
export async function findLockHolder(file: string): Promise<number | undefined> {
  const [{ ino }, locks] = await Promise.all([stat(file), readFile('/proc/locks', 'utf8').catch(() => '')])
  const line = locks.split('\n').find((line) => line.includes('POSIX') && line.includes(`:${ino} `))
  const pid = Number(line?.trim().split(/\s+/)[4])
  return pid > 0 ? pid : undefined
}
