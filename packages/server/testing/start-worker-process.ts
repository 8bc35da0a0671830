import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { SECRET, type TestService } from './start-service.ts'

const PROGRAM = fileURLToPath(new URL('../src/main.ts', import.meta.url))

type Cleanup = { after(fn: () => Promise<void>): void }

/** Starts the real program as one more worker of a test's service, for tests that kill it. */
export async function startWorkerProcess(
  t: Cleanup,
  { services }: Pick<TestService, 'services'>,
  databaseUrl: string,
  concurrency = 1,
): Promise<ChildProcess> {
  const { dataDir } = services.config
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      SONGREEL_ROLE: 'worker',
      SONGREEL_HEALTH_PORT: '0',
      SONGREEL_CONCURRENCY: String(concurrency),
      SONGREEL_DATA_DIR: dataDir,
      SONGREEL_PUBLIC_URL: services.address.url(),
      SONGREEL_SECRET: SECRET,
      SONGREEL_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await exited
  })
  for await (const line of child.stderr) if (String(line).includes('service is ready')) return child
  throw new Error('the worker ended before it was ready')
}
