import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type FileReport, type Message, NAMES_FD, REPORT_FD } from './messages.ts'
import type { ProcessPlan } from './plan-processes.ts'

const PROGRAM = fileURLToPath(new URL('./run-files.ts', import.meta.url))
/** Enough for the last words of a file; tests that write megabytes are not read anyway. */
const OUTPUT_LIMIT = 20_000

/** No test takes nearly as long, however busy the machine is; something waits for what never comes. */
const LIMIT_MS = 15 * 60_000
/** A process says by itself at the limit what it waits for, unless it does not even get that far. */
const LAST_WORDS_MS = 30_000

/** A test file that has run, with what it wrote and which ones ran before it in the same process. */
export type FileResult = FileReport & { file: string; output: string; before: string[] }

/** Where files run, and who is told. */
export type RunOptions = {
  root: string
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  onResult(result: FileResult): void
  /** What one test may take. */
  limitMs?: number | undefined
}

/** Runs files of one plan in a process until it has had its share or none is left; other processes take from the same. */
export async function runProcess(plan: ProcessPlan, options: RunOptions): Promise<void> {
  const { signal, onResult } = options
  const child = startProcess(plan, options)
  const stop = () => child.kill()
  signal.addEventListener('abort', stop)
  const ended = once(child, 'close')
  const limit = createLimit(child, options.limitMs)
  const heard = collectOutput(child)
  const done: string[] = []
  let current = giveNext(child, plan, done)
  let hasBegun = false
  for await (const line of createInterface(child.stdio[REPORT_FD] as Readable)) {
    const message: Message = JSON.parse(line)
    limit.renew()
    hasBegun = message.type !== 'end'
    if (message.type !== 'end') continue
    const { type, ...report } = message
    // What it wrote came earlier, but by another way.
    await nextTurn()
    await nextTurn()
    onResult({ ...report, output: heard.take(), before: [...done] })
    done.push(message.file)
    current = giveNext(child, plan, done)
  }
  const [code, killedBy] = await ended
  limit.end()
  signal.removeEventListener('abort', stop)
  if (!current || signal.aborted) return
  // It ended in order with the file before, of which nothing was left to do.
  if (!hasBegun && done.length > 0 && code === 0) plan.files.unshift(current)
  else
    onResult({ ...describeLoss(current, code, killedBy), file: current, output: heard.take(), before: done })
}

function startProcess({ preload }: ProcessPlan, { root, env, limitMs = LIMIT_MS }: RunOptions): ChildProcess {
  const imports = preload.map((file) => `--import=./${file}`)
  const child = spawn(process.execPath, [...imports, PROGRAM, String(limitMs)], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  })
  // One that is gone hears nothing; how it ended is told below.
  child.stdio[NAMES_FD]?.on('error', () => undefined)
  return child
}

/** Tells the process its next file, and which one that is; or that there is none for it. */
function giveNext(child: ChildProcess, plan: ProcessPlan, done: string[]): string | undefined {
  const names = child.stdio[NAMES_FD] as Writable
  const next = done.length < plan.filesPerProcess ? plan.files.shift() : undefined
  if (next === undefined) names.end()
  else names.write(next)
  return next
}

function createLimit(child: ChildProcess, limitMs = LIMIT_MS): { renew(): void; end(): void } {
  const start = () => setTimeout(() => child.kill('SIGKILL'), limitMs + LAST_WORDS_MS)
  let limit = start()
  return {
    renew() {
      clearTimeout(limit)
      limit = start()
    },
    end: () => clearTimeout(limit),
  }
}

function describeLoss(file: string, code: number | null, killedBy: string | null): FileReport {
  const limit =
    killedBy === 'SIGKILL'
      ? ` (the run kills it when nothing has ended for ${LIMIT_MS / 60_000} minutes)`
      : ''
  const error = `Its process ended in the middle: ${killedBy ?? `exit code ${code}`}${limit}.`
  const none = { tests: 0, passed: 0, skipped: 0, todo: 0, cpuSecs: 0, wallSecs: 0 }
  return { ...none, failures: [{ name: file, place: file, error }] }
}

function collectOutput({ stdout, stderr }: ChildProcess): { take(): string } {
  let output = ''
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_LIMIT)
    })
  return {
    take() {
      const taken = output
      output = ''
      return taken
    },
  }
}
