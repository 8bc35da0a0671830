import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { promisify } from 'node:util'

/** Runs a program in the folder and returns what it printed; if it fails, what it printed is the error. */
export async function run(cwd: string, program: string, words: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, words, { cwd, maxBuffer: 64 * 1024 * 1024 })
    return stdout.trim()
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${words.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error })
  }
}

/** Starts Prism between a client and the service. It passes everything on and names violations in a header. */
export async function startPrism(
  cwd: string,
  upstream: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await findFreePort()
  const words = ['node_modules/@stoplight/prism-cli/dist/index.js', 'proxy', 'openapi.json', upstream]
  const child = spawn(process.execPath, [...words, '--port', String(port)], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let printed = ''
  const listening = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.includes('Prism is listening')) resolve()
    })
  })
  const failed = ended.then(() => Promise.reject(new Error(`Prism ended early:\n${printed}`)))
  await Promise.race([listening, failed])
  failed.catch(() => undefined)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill()
      await ended
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
