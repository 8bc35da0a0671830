import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const SERVICE = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))

/** A program of ours that runs in a process of its own. */
export type Program = { pid: number; url: string; stop(): Promise<void> }

/** Starts the service; it is ready when it has reported its address, or as a worker that it waits for work. */
export function startServiceProgram(settings: Record<string, string>): Promise<Program> {
  return startProgram([SERVICE], settings)
}

/** Starts a program and waits until it says that it is ready. */
export async function startProgram(
  command: string[],
  settings: Record<string, string> = {},
): Promise<Program> {
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const url = await readiness(child)
  // The pipes are kept empty for as long as the program runs.
  child.stdout.resume()
  child.stderr.resume()
  return { url, pid: child.pid as number, stop }
}

function readiness(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const look = (chunk: Buffer) => {
      text += chunk
      const url = /http:\/\/[\w.]+:\d+/.exec(text)?.[0]
      if (!url && !/"service is ready"/.test(text)) return
      // The log of a busy program is long: whoever went on reading it would measure that.
      child.stdout?.off('data', look)
      child.stderr?.off('data', look)
      resolve(url?.replace('localhost', '127.0.0.1') ?? '')
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.once('exit', () => reject(new Error(`The program ended before it was ready:\n${text}`)))
  })
}
