import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { NOBODY_ID } from '@songreel/server/testing/start-installed-postgres.ts'
import { findFreePort } from '../crash/start-stack.ts'
import { waitUntil } from './real-postgres.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

/** A PgBouncer of Debian's package in front of a server. */
export type Pooler = { port: number; restart(): Promise<void>; remove(): Promise<void> }

/** How it is set up. */
export type PoolerOptions = {
  mode: 'session' | 'transaction'
  /** Hands out its connections by turns, and not the one that was used last. */
  isRoundRobin?: boolean
  /** What clients may ask for without being refused; by itself what Songreel asks for. */
  ignores?: string
}

/** Whether PgBouncer is installed. */
export function hasPooler(): boolean {
  return existsSync(PROGRAM)
}

/** Starts it on loopback. */
export async function startPooler(serverPort: number, options: PoolerOptions): Promise<Pooler> {
  const folder = mkdtempSync(path.join(tmpdir(), 'songreel-pooler-'))
  chmodSync(folder, 0o755)
  const port = await findFreePort()
  const settings = path.join(folder, 'pgbouncer.ini')
  writeFileSync(path.join(folder, 'users.txt'), '"songreel" ""\n')
  writeFileSync(settings, compose({ folder, port, serverPort, ...options }))
  let child = begin()
  await waitUntil('the pooler listens', () => isListening(port))

  function begin() {
    const user = process.geteuid?.() === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : {}
    const started = spawn(PROGRAM, ['-q', settings], { ...user, cwd: '/', stdio: 'ignore' })
    process.once('exit', () => void started.kill('SIGKILL'))
    return started
  }
  const end = async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGKILL')) await ended
  }
  return {
    port,
    async restart() {
      await end()
      child = begin()
      await waitUntil('the pooler listens', () => isListening(port))
    },
    async remove() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Place = PoolerOptions & { folder: string; port: number; serverPort: number }

const IGNORES = 'statement_timeout, idle_in_transaction_session_timeout'

/** As docs/operations.md says. */
function compose({ folder, port, serverPort, mode, isRoundRobin, ignores = IGNORES }: Place): string {
  return `[databases]
songreel = host=127.0.0.1 port=${serverPort} dbname=songreel user=songreel
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = ${mode}
default_pool_size = 50
server_round_robin = ${isRoundRobin ? 1 : 0}
ignore_startup_parameters = ${ignores}
`
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
