import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Whether a process is stopped (SIGSTOP). */
export function isStopped(pid: number): boolean {
  return readStat(pid)?.[0] === 'T'
}

/** Whether a process is there and is PostgreSQL. */
export function isPostgres(pid: number): boolean {
  return readCommand(pid).includes('postgres')
}

/** A process that runs the renderer, and the id of the render or asset that it is at. */
export type RenderChild = { pid: number; work: string | undefined }

/** Processes that were started by one of these, and run the renderer. */
export function listRenderChildren(parents: number[]): RenderChild[] {
  return listProcesses()
    .filter((pid) => parents.includes(Number(readStat(pid)?.[1])) && isRenderChild(pid))
    .map((pid) => ({ pid, work: /\/work\/([^./]+)\./.exec(readFolder(pid))?.[1] }))
}

/** Processes that run the renderer in a folder, whether or not whoever started them is still there. */
export function listRenderChildrenIn(folder: string): number[] {
  return listProcesses().filter((pid) => isRenderChild(pid) && readFolder(pid).startsWith(folder))
}

function listProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** State, parent and so on (proc(5)), from the third field. */
function readStat(pid: number): string[] | undefined {
  return tryRead(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
    ?.split(') ')[1]
    ?.split(' ')
}

function isRenderChild(pid: number): boolean {
  return readCommand(pid).includes('child-main')
}

function readCommand(pid: number): string {
  return tryRead(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? ''
}

function readFolder(pid: number): string {
  return tryRead(() => readlinkSync(`/proc/${pid}/cwd`)) ?? ''
}

/** A process may end while it is looked at. */
function tryRead(read: () => string): string | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
