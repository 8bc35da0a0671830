import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
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
}

/** Starts a service on a data folder in a process group of its own, as another user if told so. */
export function startPostgresProcess(
  t: Cleanup,
  dataDir: string,
  user: { uid?: number; gid?: number } = {},
): PostgresProcess {
  const child = spawn(process.execPath, [PROGRAM, dataDir], {
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

  async function stop(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await exited
  }

  t.after(stop)
  return { child, said, readLog: () => log.join(''), stop }
}
