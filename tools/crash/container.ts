import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { IN_NAMESPACES, listChildren } from '@songreel/server/testing/namespaces.ts'
import { waitUntil } from './wait-until.ts'

const READY_LINE = '"msg":"service is ready"'
const ENDED_LINE = /^ended (\d+)$/
const ERROR_LINE = /"level":(50|60)/
/** The database is killed by the test; that the service notices is as it should be. */
const EXPECTED_ERROR = /"requestId"|postgres has ended by itself/
/** What a shell says of a program that was killed (-9). */
const KILLED = 137
const FIND_LIMIT_MS = 120_000

/**
 * A container's first process starts the service again whenever it ends, and stays: PostgreSQL outlives the service. It
 * also ends everything when the test is gone, of which it holds one end of a pipe.
 */
const FIRST_PROCESS = `
exec 3<&0
( cat <&3 >/dev/null; : >"$1/stop"; kill -9 -1 ) &
until [ -e "$1/stop" ]; do
  "$2" "$3" 3<&- >/dev/null
  echo "ended $?" >&2
done`

/** The whole service in one container, which is started again when it is killed. */
export type Container = {
  isReady(): boolean
  /** Kills the service alone; false when it is not there just now. */
  killService(): Promise<boolean>
  /** Kills everything at once. */
  kill(): Promise<void>
  /** Ends the service in order, and the container with it; returns the service's exit code. */
  stop(): Promise<number | undefined>
}

type Options = {
  folder: string
  program: string
  environment: Record<string, string>
  onFinding(finding: string): void
}

type Life = { child: ChildProcess; exited: Promise<void>; isReady: boolean; lastCode: number | undefined }

/** Starts the container. */
export function startContainer(options: Options): Container {
  const log = createWriteStream(join(options.folder, 'service.log'), { flags: 'a' })
  let isStopping = false
  let life = begin()

  function begin(): Life {
    const child = spawnContainer(options)
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const begun: Life = { child, exited, isReady: false, lastCode: undefined }
    createInterface(child.stderr!).on('line', (line) => {
      log.write(`${line}\n`)
      note(begun, line)
    })
    return begun
  }

  function note(begun: Life, line: string): void {
    const [, code] = ENDED_LINE.exec(line) ?? []
    if (line.includes(READY_LINE)) begun.isReady = true
    if (ERROR_LINE.test(line) && !EXPECTED_ERROR.test(line))
      options.onFinding(`the service logged an error: ${line.slice(0, 600)}`)
    if (code === undefined) return
    begun.lastCode = Number(code)
    if (begun.lastCode !== KILLED && !isStopping)
      options.onFinding(
        `the service ended by itself with code ${code}, ${begun.isReady ? 'at work' : 'while it started'}`,
      )
    begun.isReady = false
  }

  async function kill(): Promise<void> {
    const [first] = listChildren(life.child.pid!)
    if (first) process.kill(first, 'SIGKILL')
    await life.exited
    life = begin()
  }

  return {
    isReady: () => life.isReady,
    killService: () => signalService(life.child, 'SIGKILL'),
    kill,
    async stop() {
      isStopping = true
      await writeFile(join(options.folder, 'stop'), '')
      await signalService(life.child, 'SIGTERM')
      // The pipe is closed only afterwards: its end is that of everything.
      await waitUntil(async () => life.lastCode !== undefined && !life.isReady, { limitMs: FIND_LIMIT_MS })
      life.child.stdin?.end()
      await life.exited
      log.end()
      return life.lastCode
    },
  }
}

function spawnContainer({ folder, program, environment }: Options): ChildProcess {
  const [unshare = '', ...args] = IN_NAMESPACES
  return spawn(unshare, [...args, 'sh', '-c', FIRST_PROCESS, 'sh', folder, process.execPath, program], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', ...environment },
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
}

/** The service may just be on its way up again. */
async function signalService({ pid }: ChildProcess, signal: NodeJS.Signals): Promise<boolean> {
  return waitUntil(
    async () => {
      const [first = 0] = listChildren(pid!)
      const service = listChildren(first).find((child) => readCommand(child).startsWith(process.execPath))
      if (!service) return false
      try {
        return process.kill(service, signal)
      } catch {
        return false
      }
    },
    { limitMs: FIND_LIMIT_MS },
  )
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
