import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './read-blocks.ts'

const STRICTLY = ['--norc', '-euo', 'pipefail', '-c']
const LINKED = ['package.json', 'node_modules', 'packages', 'tools']

/** Commands that go on until they are stopped, and what they print once they are ready. */
const ENDLESS = [
  { command: /npm start|songreel serve/, ready: /"service is ready"/ },
  { command: /songreel webhooks listen/, ready: /Signing secret/ },
]

/** A command that runs until it is stopped as by Ctrl-C. */
export type Running = { output: string; stop(signal?: NodeJS.Signals): Promise<void> }

/** A folder in which commands find what they find in a clone; what they write stays in it. */
export type Clone = {
  home: string
  folder: string
  run(script: string): Promise<string>
  /** Resolves when it's ready; fails if it ends before. */
  start(script: string, ready: RegExp): Promise<Running>
  runBlock(code: string): Promise<string>
  remove(): void
}

/** Makes it; `env` is what its commands see besides the path, and may be changed later. */
export function makeClone(env: Record<string, string>): Clone {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'songreel-docs-')))
  const folder = join(home, 'clone')
  mkdirSync(folder)
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(folder, name))
  const options = () => ({
    cwd: folder,
    env: {
      HOME: home,
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
      // Compiling all of it for each command would cost more than the commands do.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/tests'),
      ...env,
    },
  })
  const run = async (script: string) =>
    (await promisify(execFile)('bash', [...STRICTLY, script], options())).stdout
  const start = (script: string, ready: RegExp) => startCommand(script, ready, options())
  return {
    home,
    folder,
    run,
    start,
    runBlock: (code) => runBlock(code, { run, start }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

async function startCommand(
  script: string,
  ready: RegExp,
  options: { cwd: string; env: Record<string, string> },
): Promise<Running> {
  // A group of its own, as a terminal makes one: a signal reaches all of it.
  const child = spawn('bash', [...STRICTLY, script], { ...options, detached: true })
  const ended = once(child, 'close')
  const running = {
    output: '',
    async stop(signal: NodeJS.Signals = 'SIGINT') {
      if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal)
      await ended
    },
  }
  const isReady = Promise.withResolvers<Running>()
  const note = (text: Buffer) => {
    running.output += text
    if (ready.test(running.output)) isReady.resolve(running)
  }
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  ended.then(() => isReady.reject(new Error(`${script} ended:\n${running.output}`)))
  return isReady.promise
}

/** Runs a block line by line as a person does, with another terminal for each command that goes on. */
async function runBlock(code: string, { run, start }: Pick<Clone, 'run' | 'start'>): Promise<string> {
  const started: Running[] = []
  let [stdout, script] = ['', '']
  try {
    for (const line of code.split('\n')) {
      const endless = ENDLESS.find(({ command }) => command.test(line))
      if (!endless) {
        script += `${line}\n`
        continue
      }
      stdout += await run(script)
      script = ''
      started.push(await start(line, endless.ready))
    }
    return stdout + (await run(script))
  } finally {
    for (const running of started) await running.stop()
  }
}
