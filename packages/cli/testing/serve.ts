import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Songreel } from '@songreel/sdk'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { BIN } from './run-cli.ts'

/** A service in a process of its own. */
export type Served = { client: Songreel; stop(): Promise<void> }

/** Starts `songreel serve` on a data folder as a person would, on a free port, until the test ends. */
export async function serve(
  t: TestContext,
  data: string,
  settings: Record<string, string> = {},
): Promise<Served> {
  const child = spawn(process.execPath, [BIN, 'serve', '--data', data, '--port', '0'], {
    cwd: join(data, '..'),
    env: {
      PATH: process.env.PATH,
      SONGREEL_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      SONGREEL_MIN_FREE_MB: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => void child.kill('SIGKILL'))
  let said = ''
  const hear = (text: Buffer) => {
    said += text
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  await waitFor('the service is ready', async () => {
    if (child.exitCode !== null) throw new Error(said)
    return said.includes('service is ready')
  })
  const baseUrl = /Dashboard {3}(\S+)/.exec(said)?.[1]
  const token = readFileSync(join(data, 'token'), 'utf8').trim()
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { client: new Songreel({ baseUrl, token }), stop }
}
