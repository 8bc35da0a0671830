import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readProcessStart } from '@songreel/server/testing/process-start.ts'
import type { Arming, HookMessage } from './hook.ts'

const HOOK = fileURLToPath(new URL('./hook.ts', import.meta.url))
const RESTART_AFTER_MS = 50
const FAILED_START_AFTER_MS = 300
const READY_LINE = '"msg":"service is ready"'
/** Errors of requests are not meant: whoever called sees them. */
const ERROR_LINE = /"level":(50|60)/

/** How one life of a process went. */
type Life = { child: ChildProcess; isReady: boolean; isDoomed: boolean; ended: Promise<void> }

/** A process of the service that is started again whenever it ends, as a service manager does. */
export type ServiceProcess = {
  name: string
  pid(): number
  isReady(): boolean
  isAlive(): boolean
  send(message: HookMessage): void
  /** Ends this life at once. */
  kill(): void
  /** This life may end by a signal from now on, or may not any more. */
  doom(isDoomed: boolean): void
  signal(signal: NodeJS.Signals): void
  /** Settles when the present life is over. */
  ended(): Promise<void>
  /** Ends it at once and for good. */
  abandon(): Promise<void>
  /** Ends it in order and for good; returns the exit code. */
  stop(): Promise<number | null>
}

type Options = {
  name: string
  /** The folder `src` of the server that is tried. */
  sourceFolder: string
  logFolder: string
  environment: Record<string, string>
  /** Where the next life of the process is slow, so that others come in between. */
  chooseSlowPoints(): Arming[]
  onStart(pid: number, start: string): void
  /** Something that must not happen: it fell by itself, or logged an error. */
  onFinding(finding: string): void
}

/** Starts a process and keeps it running. */
export function startServiceProcess({ name, onFinding, onStart, ...options }: Options): ServiceProcess {
  const log = createWriteStream(join(options.logFolder, `${name}.log`), { flags: 'a' })
  let isStopping = false
  let life = begin()

  function begin(): Life {
    const child = spawnService(options)
    const begun: Life = { child, isReady: false, isDoomed: false, ended: Promise.resolve() }
    onStart(child.pid!, readProcessStart(child.pid!) ?? '')
    for (const arming of options.chooseSlowPoints()) child.send(arming, () => {})
    createInterface(child.stderr!).on('line', (line) => {
      log.write(`${line}\n`)
      if (line.includes(READY_LINE)) begun.isReady = true
      if (ERROR_LINE.test(line) && !line.includes('"requestId"'))
        onFinding(`${name} logged an error: ${line.slice(0, 600)}`)
    })
    begun.ended = new Promise((resolve) => child.once('exit', () => resolve()))
    begun.ended.then(() => restart(begun))
    return begun
  }

  async function restart({ child, isReady, isDoomed }: Life): Promise<void> {
    if (isStopping) return
    const how = child.signalCode ?? `code ${child.exitCode}`
    // Before it is ready it may well give up, because the database is away; afterwards it must stand that.
    if (isReady && !isDoomed && child.exitCode !== 0) onFinding(`${name} ended by itself with ${how}`)
    await sleep(isReady || isDoomed ? RESTART_AFTER_MS : FAILED_START_AFTER_MS)
    if (!isStopping) life = begin()
  }

  return {
    name,
    pid: () => life.child.pid!,
    isReady: () => life.isReady && isRunning(life.child),
    isAlive: () => isRunning(life.child),
    send: (message) => void life.child.send(message, () => {}),
    kill() {
      life.isDoomed = true
      life.child.kill('SIGKILL')
    },
    doom(isDoomed) {
      life.isDoomed = isDoomed
    },
    signal: (signal) => void life.child.kill(signal),
    ended: () => life.ended,
    async abandon() {
      isStopping = true
      life.child.kill('SIGKILL')
      await life.ended
    },
    async stop() {
      isStopping = true
      life.child.kill('SIGCONT')
      life.child.kill('SIGTERM')
      await life.ended
      log.end()
      return life.child.exitCode
    },
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

function spawnService({ sourceFolder, environment }: Pick<Options, 'sourceFolder' | 'environment'>) {
  const args = ['--import', HOOK, join(sourceFolder, 'main.ts')]
  return spawn(process.execPath, args, {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', ...environment },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}
