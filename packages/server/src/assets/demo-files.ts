import { access } from 'node:fs/promises'
import path from 'node:path'
import type { DemoFiles } from '@songreel/render/demo'

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
    import('@songreel/render/demo-clips')
      .then(({ makeDemoClips }) => makeDemoClips(folder))
      .catch((error) => {
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
    const { makeDemo } = await import('@songreel/render/demo')
    return makeDemo(folder)
  }
}
