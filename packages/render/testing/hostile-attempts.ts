import { execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'

/** What a hostile child goes for. */
export type HostileTargets = {
  parentPid: number
  readable: Record<string, string>
  folders: Record<string, string>
  writable: Record<string, string>
  sockets: Record<string, string>
  port: number
  udpPort: number
}

/** How each attempt ended: "done", or the code of the error that stopped it. */
export type HostileOutcomes = Record<string, string>

/** Tries everything that a decoder taken over by a file could try. */
export async function attemptAll(targets: HostileTargets): Promise<HostileOutcomes> {
  const attempts: [string, () => unknown][] = [
    ...named('read', targets.readable, (path) => readFile(path)),
    ...named('list', targets.folders, listSomething),
    ...named('write', targets.writable, (path) => appendFile(path, 'seen')),
    ...named('make a file in', targets.folders, (path) => writeFile(join(path, 'made'), '')),
    ...named('connect to', targets.sockets, (path) => connected({ path })),
    ['connect over TCP', () => connected({ host: '127.0.0.1', port: targets.port })],
    ['send over UDP', () => sent(targets.udpPort)],
    ['signal the parent', () => process.kill(targets.parentPid, 0)],
    [
      'become root',
      () => execFileSync('/usr/bin/setpriv', ['--reuid=0', '--clear-groups', '/usr/bin/true'], quiet),
    ],
    ['have a capability', mustHaveCapability],
    ['see the command line of the parent', seeParent],
    ['make a user namespace', () => execFileSync('/usr/bin/unshare', ['--user', '/usr/bin/true'], quiet)],
    ['start a program', () => execFileSync('/usr/bin/true', quiet)],
    ['leave a process behind', leaveProcess],
  ]
  const outcomes: HostileOutcomes = {}
  for (const [name, attempt] of attempts) outcomes[name] = await outcomeOf(attempt)
  return outcomes
}

const quiet = { stdio: 'ignore' } as const

function named(
  verb: string,
  things: Record<string, string>,
  attempt: (path: string) => unknown,
): [string, () => unknown][] {
  return Object.entries(things).map(([name, path]) => [`${verb} ${name}`, () => attempt(path)])
}

async function outcomeOf(attempt: () => unknown): Promise<string> {
  try {
    const value = await attempt()
    return typeof value === 'number' ? `done ${value}` : 'done'
  } catch (error) {
    const { code, status, message } = error as { code?: string; status?: number; message?: string }
    return code ?? (status === undefined ? String(message) : `status ${status}`)
  }
}

async function listSomething(path: string): Promise<void> {
  if ((await readdir(path)).length === 0) throw Object.assign(new Error('empty'), { code: 'EMPTY' })
}

async function connected(address: { path: string } | { host: string; port: number }): Promise<void> {
  const socket = connect(address as { path: string })
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}

async function sent(port: number): Promise<void> {
  const socket = createSocket('udp4')
  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.on('error', reject)
    socket.send('seen', port, '127.0.0.1', (error) => (error ? reject(error) : resolve()))
    await promise
  } finally {
    socket.close()
  }
}

async function mustHaveCapability(): Promise<void> {
  const status = await readFile('/proc/self/status', 'latin1')
  const isBare =
    /^CapEff:\s*0+$/m.test(status) && /^CapBnd:\s*0+$/m.test(status) && /^NoNewPrivs:\s*1$/m.test(status)
  if (isBare) throw Object.assign(new Error('none'), { code: 'NONE' })
}

/** By its name among all that can be seen: in a namespace of their own processes have other numbers. */
async function seeParent(): Promise<void> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  if (lines.some((line) => line.includes('render-hostile'))) return
  throw Object.assign(new Error('nobody'), { code: 'NOBODY' })
}

/** In a session of its own, where a signal to the child's process group does not reach it. */
function leaveProcess(): number {
  const left = spawn('/bin/sleep', ['600'], { detached: true, ...quiet })
  left.on('error', () => undefined)
  left.unref()
  if (left.pid === undefined) throw Object.assign(new Error('no process'), { code: 'EPERM' })
  return left.pid
}
