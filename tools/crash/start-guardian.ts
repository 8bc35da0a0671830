import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const GUARDIAN = fileURLToPath(new URL('./cleanup-guardian.ts', import.meta.url))

/** The process that keeps PostgreSQL, and cleans up when the test has ended. */
export type Guardian = {
  databaseUrl: string
  /** Names a process that is to end with the test. */
  watch(pid: number, start: string): void
  end(isKept: boolean): Promise<void>
}

/** Starts a PostgreSQL in this folder, and what outlives the test. */
export async function startGuardian(folder: string): Promise<Guardian> {
  const child: ChildProcess = spawn(process.execPath, [GUARDIAN, folder], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [line] = (await Promise.race([
    once(createInterface(child.stdout!), 'line'),
    exited.then(() => Promise.reject(new Error('PostgreSQL could not be started'))),
  ])) as [string]
  const { databaseUrl } = JSON.parse(line) as { databaseUrl: string }
  return {
    databaseUrl,
    watch: (pid, start) => void child.stdin?.write(`${pid} ${start}\n`),
    async end(isKept) {
      child.stdin?.end(isKept ? 'keep\n' : '')
      await exited
    },
  }
}
