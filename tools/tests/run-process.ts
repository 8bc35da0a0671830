import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type FileReport, type Message, REPORT_FD } from './messages.ts'
import type { ProcessPlan } from './plan-processes.ts'

const PROGRAM = fileURLToPath(new URL('./run-files.ts', import.meta.url))
/** Enough for the last words of a file; tests that write megabytes are not read anyway. */
const OUTPUT_LIMIT = 20_000

/** No file takes nearly as long, however busy the machine is; something waits for what never comes. */
const LIMIT_MS = 15 * 60_000

/** A test file that has run, with what it wrote and which ones ran before it in the same process. */
export type FileResult = FileReport & { file: string; output: string; before: string[] }

/** Where files run, and who is told. */
export type RunOptions = {
  root: string
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  onResult(result: FileResult): void
}

/** Runs the files of one plan. If the process dies, the file that it was at has failed and a new process does the rest. */
export async function runPlan(plan: ProcessPlan, options: RunOptions): Promise<void> {
  let left = plan.files
  while (left.length > 0 && !options.signal.aborted)
    left = await runProcess({ ...plan, files: left }, options)
}

/** Returns the files that it did not get to. */
async function runProcess({ files, preload }: ProcessPlan, options: RunOptions): Promise<string[]> {
  const { root, env, signal, onResult } = options
  const imports = preload.map((file) => `--import=./${file}`)
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const
  const child = spawn(process.execPath, [...imports, PROGRAM, ...files], {
    cwd: root,
    env,
    stdio: [...stdio],
  })
  const stop = () => child.kill()
  signal.addEventListener('abort', stop)
  const ended = once(child, 'close')
  let limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  const heard = collectOutput(child)
  let current: string | undefined
  const done: string[] = []
  for await (const line of createInterface(child.stdio[REPORT_FD] as Readable)) {
    const message: Message = JSON.parse(line)
    current = message.file
    clearTimeout(limit)
    limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
    if (message.type === 'begin') continue
    const { type, ...report } = message
    // What it wrote came earlier, but by another way.
    await nextTurn()
    await nextTurn()
    onResult({ ...report, output: heard.take(), before: [...done] })
    done.push(message.file)
    current = undefined
  }
  const [code, killedBy] = await ended
  clearTimeout(limit)
  signal.removeEventListener('abort', stop)
  const lost = current ?? (code === 0 ? undefined : files[done.length])
  if (lost && !signal.aborted) {
    onResult({ ...describeLoss(lost, code, killedBy), file: lost, output: heard.take(), before: done })
    done.push(lost)
  }
  return files.slice(done.length)
}

function describeLoss(file: string, code: number | null, killedBy: string | null): FileReport {
  const limit = killedBy === 'SIGKILL' ? ` (the run kills it after ${LIMIT_MS / 60_000} minutes)` : ''
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
