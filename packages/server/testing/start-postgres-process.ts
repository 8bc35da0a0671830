import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { IN_NAMESPACES, listChildren } from './namespaces.ts'
import type { Cleanup } from './test-database.ts'

const PROGRAM = fileURLToPath(new URL('./postgres-process.ts', import.meta.url))

/** What the process said: the address of its database, or why there is none. */
export type Said = { databaseUrl?: string; code?: string; message?: string }

/** A service in a process of its own. */
export type PostgresProcess = {
  child: ChildProcess
  /** Settles when it is ready or has refused; fails if it ended before. */
  said: Promise<Said>
  /** All that it has logged. */
  readLog(): string
  /** Asks it to stop, and waits. */
  stop(): Promise<void>
  /** Kills the service, and with it everything in its namespaces if it is their first process, and waits. */
  kill(): Promise<void>
}

type Options = {
  uid?: number
  gid?: number
  /** Like a container: in namespaces of its own for processes and shared memory, as their first process or not. */
  inNamespaces?: 'AS_FIRST' | 'AS_SECOND'
}

/** A first process that stays when its child has ended, so that others in the namespaces go on. */
const FIRST_PROCESS = ['sh', '-c', '"$@" & wait; exec sleep 600', 'sh']
const BEFORE = { AS_FIRST: IN_NAMESPACES, AS_SECOND: [...IN_NAMESPACES, ...FIRST_PROCESS] }

/** Starts a service on a data folder in a process group of its own, as another user if told so. */
export function startPostgresProcess(
  t: Cleanup,
  dataDir: string,
  { inNamespaces, ...user }: Options = {},
): PostgresProcess {
  const before = inNamespaces ? BEFORE[inNamespaces] : []
  const [program = '', ...args] = [...before, process.execPath, PROGRAM, dataDir]
  const child = spawn(program, args, {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const log: string[] = []
  child.stderr.on('data', (chunk) => log.push(String(chunk)))
  const ended = exited.then(() => {
    throw new Error(`the process ended before it said anything: ${log.join('')}`)
  })
  const said = Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(line)),
    ended,
  ])
  said.catch(() => {})

  async function end(signal: NodeJS.Signals): Promise<void> {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    const [outer = 0, first = outer, service = first] = hasEnded ? [] : listLine(child.pid!)
    if (inNamespaces !== 'AS_SECOND') {
      if (!hasEnded) signalIfRunning(inNamespaces ? first : outer, signal)
      await exited
    } else if (service !== first) {
      signalIfRunning(service, signal)
      while (listLine(first)[1] === service) await sleep(10)
    }
  }

  async function endAll(): Promise<void> {
    if (inNamespaces !== 'AS_SECOND') return end('SIGTERM')
    const [, first] = listLine(child.pid!)
    if (first) signalIfRunning(first, 'SIGKILL')
    await exited
  }

  t.after(endAll)
  return { child, said, readLog: () => log.join(''), stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** A process, its first child, the first child of that one and so on, as they are known here. */
function listLine(pid: number): number[] {
  const [child] = listChildren(pid)
  return [pid, ...(child ? listLine(child) : [])]
}

/** It may have ended by itself since it was listed. */
function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
