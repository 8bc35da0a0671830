import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a person starts. */
export const BIN = fileURLToPath(new URL('../bin/songreel.cjs', import.meta.url))

/** How a command line ended. */
export type CliRun = { code: number | null; stdout: string; stderr: string }

/** Where it runs, and what stands in its environment besides the path. */
export type RunOptions = {
  cwd: string
  env?: Record<string, string>
  nodeArgs?: string[]
  /** Called with everything on stderr so far, whenever there is more. */
  onStderr?: (stderr: string, child: ChildProcess) => void
}

/** Runs songreel as a person would, with both outputs piped. */
export async function runCli(
  words: string[],
  { cwd, env, nodeArgs = [], onStderr }: RunOptions,
): Promise<CliRun> {
  const child = spawn(process.execPath, [...nodeArgs, BIN, ...words], {
    cwd,
    // What one test has analysed must not help another.
    env: { PATH: process.env.PATH, SONGREEL_CACHE_DIR: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    onStderr?.(stderr, child)
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

/** An empty folder for a test file. */
export async function makeTestFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'songreel-cli-')))
}

/** Removes it and all that is in it. */
export async function removeTestFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** The lines of a text, without a last empty one. */
export function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

/** The events that --json printed. */
export function eventsOf(stdout: string): Record<string, unknown>[] {
  return linesOf(stdout).map((line) => JSON.parse(line) as Record<string, unknown>)
}
