import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Places } from './cluster.ts'
import { readErrorCode } from './read-error.ts'

/** The running server process. */
export type Postmaster = { pid: number; wasRunning: boolean }

/** Finds the server process of this data folder, if there is one among the processes that we can see. */
export function findPostmaster(places: Places): Postmaster | undefined {
  const { pid } = readNote(places)
  return isPostmaster(pid, places) ? { pid, wasRunning: true } : undefined
}

/** Whether the process with this id is this folder's server: ids are given again to other processes. */
export function isPostmaster(pid: number, places: Places): boolean {
  if (!(pid > 0)) return false
  return readCommand(pid).split('\0').includes(`cluster_name=${places.mark}`) && worksIn(pid, places)
}

/** What PostgreSQL notes about itself: its process id in the first line, its state in the eighth. */
export function readNote({ cluster }: Places): { pid: number; status: string } {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' }
  } catch {
    return { pid: 0, status: '' }
  }
}

/** Looks for the server process by what it is, not by its note, which names it as its own container does. */
export function findPostmasterElsewhere(places: Places): number | undefined {
  return listPids().find((pid) => isPostmaster(pid, places))
}

/**
 * Processes of a killed server notice its end only after their query, and no new server starts before they are gone.
 * Those whose server is alive are not leftovers: it may run in a container, of which we see the processes under other ids.
 */
export function endLeftovers(places: Places): void {
  for (const pid of listPids()) {
    const isWorker = readCommand(pid).startsWith(`postgres: ${places.mark}: `)
    if (!isWorker || isPostmaster(readParent(pid), places) || !worksIn(pid, places)) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself in the meantime.
    }
  }
}

function listPids(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function readParent(pid: number): number {
  try {
    const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(parent)
  } catch {
    return 0
  }
}

/** In another container a folder may have the same path as ours; where we may not look, the mark has to do. */
function worksIn(pid: number, { cluster }: Places): boolean {
  try {
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)]
    return theirs.dev === ours.dev && theirs.ino === ours.ino
  } catch (error) {
    return readErrorCode(error) === 'EACCES'
  }
}
