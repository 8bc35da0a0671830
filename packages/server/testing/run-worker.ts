import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { SECRET, type TestService } from './start-service.ts'

/** The program itself, as `npm start` runs it. */
const SERVE = fileURLToPath(new URL('../bin/serve.cjs', import.meta.url))

type Cleanup = { after(fn: () => Promise<void>): void }

type RunOptions = {
  /** What stands behind the program's name. */
  words: string[]
  settings?: Record<string, string>
  /** Instead of the program itself. */
  program?: string
  /** For Node, before the program. */
  nodeOptions?: string[]
}

/** The service in a process of its own. */
export type RanService = {
  kill(signal: NodeJS.Signals): void
  hasEnded(): boolean
  log(): string
  /** The exit code; null where a signal ended it. */
  exit: Promise<number | null>
}

/** Runs the real program as one more worker of a test's service. */
export function runWorker(
  t: Cleanup,
  { services }: Pick<TestService, 'services'>,
  databaseUrl: string,
  { settings, ...options }: RunOptions,
): RanService {
  const { dataDir } = services.config
  const own = { SONGREEL_DATA_DIR: dataDir, SONGREEL_PUBLIC_URL: services.address.url() }
  return runServe(t, { ...options, settings: { DATABASE_URL: databaseUrl, ...own, ...settings } })
}

/** Runs the real program, with the secret of all test services. */
export function runServe(
  t: Cleanup,
  { words, settings, program = SERVE, nodeOptions = [] }: RunOptions,
): RanService {
  const child = spawn(process.execPath, [...nodeOptions, program, ...words], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SONGREEL_HEALTH_PORT: '0',
      SONGREEL_RENDER_THREADS: '1',
      SONGREEL_SECRET: SECRET,
      SONGREEL_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (text) => {
    log += text
  })
  const exit = once(child, 'close').then(([code]) => code as number | null)
  t.after(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return {
    kill: (signal) => void child.kill(signal),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    log: () => log,
    exit,
  }
}
