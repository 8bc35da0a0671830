import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { ROOT } from './manifests.ts'

/** How one of the examples is run here: without TLS, on a free port, with all its files in a folder of its own. */
export type Proxy = {
  program: string
  /** Writes the settings and returns the words to start with. */
  prepare(place: { folder: string; port: number; upstream: number }): Promise<string[]>
}

const read = (name: string) => readFileSync(join(ROOT, 'ops/proxy', name), 'utf8')

/** The examples in ops/proxy; of each, only the addresses and the certificates are others. */
export const PROXIES: Record<string, Proxy> = {
  'nginx.conf': {
    program: 'nginx',
    async prepare({ folder, port, upstream }) {
      const site = read('nginx.conf')
        .replace('127.0.0.1:4400', `127.0.0.1:${upstream}`)
        .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
        .replace('listen 80;', `listen unix:${folder}/redirect.sock;`)
        .replaceAll(/^ *(listen \[::\]|ssl_certificate).*$/gm, '')
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      )
      const settings = [
        `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1;`,
        'events {}',
        `http { access_log off; ${temporary.join(' ')}`,
        ...[site, '}'],
      ]
      await writeFile(join(folder, 'nginx.conf'), settings.join('\n'))
      return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
    },
  },
  Caddyfile: {
    program: 'caddy',
    async prepare({ folder, port, upstream }) {
      const site = read('Caddyfile')
        .replace('127.0.0.1:4400', `127.0.0.1:${upstream}`)
        .replace('videos.example.com {', `http://127.0.0.1:${port} {`)
      const settings = `{\n\tadmin off\n\tauto_https off\n}\n${site}`
      await writeFile(join(folder, 'Caddyfile'), settings)
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
    },
  },
}

type Cleanup = { after(fn: () => Promise<void>): void }

/** Starts a proxy before the service on this port; returns the proxy's address. It ends with the test. */
export async function startProxy(
  t: Cleanup,
  proxy: Proxy,
  program: string,
  upstream: number,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-proxy-'))
  const port = await findFreePort()
  const words = await proxy.prepare({ folder, port, upstream })
  const env = { PATH: process.env.PATH, HOME: folder }
  const child = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  t.after(async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  })
  await waitFor(`${program} listens`, async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${said}`)
    return canConnect(port)
  })
  return `http://127.0.0.1:${port}`
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function canConnect(port: number): Promise<boolean> {
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
