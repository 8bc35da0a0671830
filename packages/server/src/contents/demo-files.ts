import { access } from 'node:fs/promises'
import path from 'node:path'
import type { DemoFiles } from '@songreel/render/demo'

let making: Promise<DemoFiles> | undefined

/** The demo's song and cover, made on first demand and kept in the data folder; nothing comes from outside. */
export function ensureDemoFiles(dataDir: string): Promise<DemoFiles> {
  making ??= makeOrFind(path.join(dataDir, 'cache', 'demo')).catch((error) => {
    making = undefined
    throw error
  })
  return making
}

async function makeOrFind(folder: string): Promise<DemoFiles> {
  const files = { song: path.join(folder, 'song.mp3'), cover: path.join(folder, 'cover.jpg') }
  try {
    await Promise.all([access(files.song), access(files.cover)])
    return files
  } catch {
    const { makeDemo } = await import('@songreel/render/demo')
    return makeDemo(folder)
  }
}
