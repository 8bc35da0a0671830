import { once } from 'node:events'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DemoFiles } from '@songreel/render'

const making = new Map<string, Promise<DemoFiles>>()

/** The demo's song and cover, made on first demand and kept in the data folder; nothing comes from outside. */
export function ensureDemoFiles(dataDir: string): Promise<DemoFiles> {
  const folder = path.join(dataDir, 'cache', 'demo')
  const made =
    making.get(folder) ??
    makeOrFind(folder).catch((error) => {
      making.delete(folder)
      throw error
    })
  making.set(folder, made)
  return made
}

const makingClips = new Map<string, Promise<string[]>>()

/** Clips for a template that cuts some, made once per process. */
export function ensureDemoClips(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, 'cache', 'demo')
  const made =
    makingClips.get(folder) ??
    makeInThread<string[]>('CLIPS', folder).catch((error) => {
      makingClips.delete(folder)
      throw error
    })
  makingClips.set(folder, made)
  return made
}

async function makeOrFind(folder: string): Promise<DemoFiles> {
  const files = { song: path.join(folder, 'song.mp3'), cover: path.join(folder, 'cover.jpg') }
  try {
    await Promise.all([access(files.song), access(files.cover)])
    return files
  } catch {
    return makeInThread<DemoFiles>('FILES', folder)
  }
}

/** If the thread exits without a result, it was terminated. */
async function makeInThread<Result>(what: 'FILES' | 'CLIPS', folder: string): Promise<Result> {
  const thread = new Worker(new URL('./demo-thread.ts', import.meta.url), { workerData: { what, folder } })
  const ended = once(thread, 'exit').then(() => Promise.reject(new Error('the demo could not be made')))
  try {
    const [result] = await Promise.race([once(thread, 'message'), ended])
    return result as Result
  } finally {
    await thread.terminate()
  }
}
