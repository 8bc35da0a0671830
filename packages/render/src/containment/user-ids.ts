import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { createServer } from 'node:net'

/**
 * Ids that systemd sets aside for users mapped into containers, so no distribution gives them to accounts; they exist in
 * containers with 65,536 ids, and the embedded PostgreSQL takes its own from another range.
 * https://systemd.io/UIDS-GIDS/
 */
export const FIRST_CHILD_ID = 60_514
export const LAST_CHILD_ID = 60_577

let accountIds: Set<number> | undefined

/** A user id for one child. */
export type UserId = {
  id: number
  /** Ends whatever still runs under the id, which a child may have taken out of its process group, and gives it back. */
  free(): void
}

/** Takes a user id that no account, no running process and no other child has. */
export async function takeUserId(): Promise<UserId> {
  accountIds ??= new Set([...readIds('/etc/passwd'), ...readIds('/etc/group')])
  const usedIds = new Set(listProcesses().map(({ uid }) => uid))
  const count = LAST_CHILD_ID - FIRST_CHILD_ID + 1
  const ids = Array.from({ length: count }, (_, step) => FIRST_CHILD_ID + ((process.pid + step) % count))
  for (const id of ids) {
    if (accountIds.has(id) || usedIds.has(id)) continue
    const release = await reserve(id)
    if (release) return { id, free: () => endAll(id, release) }
  }
  // More children than ids: two that share one are still isolated from everything else.
  return { id: FIRST_CHILD_ID + (process.pid % count), free: () => undefined }
}

/** For all processes of this host, until it is released or this process ends: a name that only one of them can listen on. */
async function reserve(id: number): Promise<(() => void) | undefined> {
  const server = createServer((socket) => socket.destroy()).unref()
  try {
    server.listen(`\0songreel-child-${id}`)
    await once(server, 'listening')
    return () => server.close()
  } catch {
    return undefined
  }
}

function endAll(id: number, release: () => void): void {
  for (let round = 0; round < 10; round++) {
    const left = listProcesses().filter(({ uid }) => uid === id)
    if (left.length === 0) break
    for (const { pid } of left) end(pid)
  }
  release()
}

/** All processes that run; those that have ended and wait to be collected do not count. */
function listProcesses(): { pid: number; uid: number }[] {
  const found: { pid: number; uid: number }[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const status = readStart(`/proc/${name}/status`)
      if (/^State:\s*[ZX]/m.test(status)) continue
      found.push({ pid: Number(name), uid: Number(/^Uid:\s*(\d+)/m.exec(status)?.[1]) })
    } catch {
      // It has ended in the meantime.
    }
  }
  return found
}

const statusStart = Buffer.alloc(512)

/** State and ids stand at the beginning; with hundreds of processes the rest would cost more than the child's start. */
function readStart(path: string): string {
  const file = openSync(path, 'r')
  try {
    return statusStart.toString('latin1', 0, readSync(file, statusStart))
  } finally {
    closeSync(file)
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended in the meantime.
  }
}

function readIds(file: string): number[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.map((line) => Number(line.split(':')[2]))
  } catch {
    return []
  }
}
