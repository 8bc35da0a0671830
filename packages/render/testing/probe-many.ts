import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createChildEnvironment } from '../src/process/child-environment.ts'
import { findCodeCache } from '../src/process/code-cache.ts'
import type { DamagedFile } from './damaged-files.ts'

const PROBE_SERVER = fileURLToPath(new URL('./probe-server.ts', import.meta.url))

/** No file of this size takes longer, even on a busy machine. */
const HANG_MS = 90_000

/** How one file ended: `READABLE`, an error code, `CRASHED` or `HUNG`. */
export type ProbeEnd = { file: DamagedFile; code: string; message: string; stack?: string }

/** Tries all files in one process; when a file takes the process with it, the next file gets a new one. */
export async function probeMany(files: DamagedFile[], folder: string): Promise<ProbeEnd[]> {
  const ends: ProbeEnd[] = []
  let child: ChildProcess | undefined
  for (const file of files) {
    child ??= fork(PROBE_SERVER, {
      env: createChildEnvironment(folder, findCodeCache()),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const end = await probe(child, file)
    ends.push({ file, ...end })
    if (end.code !== 'CRASHED' && end.code !== 'HUNG') continue
    child.kill('SIGKILL')
    child = undefined
  }
  child?.disconnect()
  return ends
}

async function probe(child: ChildProcess, { path, expect }: DamagedFile): Promise<Omit<ProbeEnd, 'file'>> {
  const stop = new AbortController()
  const { signal } = stop
  const timer = setTimeout(() => stop.abort(), HANG_MS)
  const answered = once(child, 'message', { signal }).then(([answer]) => answer)
  const crashed = once(child, 'exit', { signal }).then(() => ({ code: 'CRASHED', message: '' }))
  child.send({ path, expect })
  try {
    return await Promise.race([answered, crashed])
  } catch {
    return { code: 'HUNG', message: '' }
  } finally {
    clearTimeout(timer)
    stop.abort()
    await Promise.allSettled([answered, crashed])
  }
}
