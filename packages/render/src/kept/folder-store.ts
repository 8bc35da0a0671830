import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { KeptSegment, SegmentStore } from './segment-store.ts'

/** How much a folder holds, and whose segments are found by their number. */
export type FolderStoreOptions = {
  /** What was used longest ago goes first. */
  maxBytes: number
  /** The work key of the render; unset: its segments are found by what they show alone. */
  workKey?: string
  comparesPixels?: boolean
}

const SEGMENT = '.segment'
const FACTS = '.json'

/**
 * Kept segments in a folder, for programs that render without the service. Each line has a folder of its own, each segment a file and
 * its facts beside it. Files appear under their names all at once, so several processes may share it.
 */
export function openFolderStore(folder: string, options: FolderStoreOptions): SegmentStore {
  const { maxBytes, workKey, comparesPixels = false } = options
  const places = new Map<string, string>()
  const works = join(folder, 'works')
  const nameWork = (index: number, machine: string) => join(works, `${workKey}-${machine}-${index}${FACTS}`)
  return {
    comparesPixels,
    async listCandidates({ line }) {
      await prune(folder, maxBytes)
      const found = await readLine(join(folder, line))
      for (const { key } of found) places.set(key, join(folder, line, `${key}${SEGMENT}`))
      return found
    },
    async findMade(index, { machine }) {
      if (workKey === undefined) return undefined
      const { line, key } = await readJson(nameWork(index, machine))
      if (line === undefined || key === undefined) return undefined
      places.set(key, join(folder, basename(line), `${basename(key)}${SEGMENT}`))
      return key
    },
    async take(key) {
      const file = places.get(key)
      if (!file) return undefined
      const bytes = await readFile(file)
      const now = new Date()
      // Without its facts it would never be found again.
      for (const each of [file, file.replace(SEGMENT, FACTS)])
        await utimes(each, now, now).catch(() => undefined)
      return bytes
    },
    async keep({ key, frames, description, index, bytes }, { line, machine }) {
      const file = join(folder, line, `${key}${SEGMENT}`)
      await writeWhole(file, bytes)
      const facts = { frames: Buffer.from(frames).toString('base64'), description }
      await writeWhole(file.replace(SEGMENT, FACTS), JSON.stringify(facts))
      places.set(key, file)
      if (workKey !== undefined) await writeWhole(nameWork(index, machine), JSON.stringify({ line, key }))
    },
  }
}

/** Removes what was used longest ago, until the rest fits. */
async function prune(folder: string, maxBytes: number): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const facts = await Promise.all(names.map((name) => readFacts(join(folder, name))))
  const files = facts.filter((each) => each !== undefined).sort((a, b) => b.usedMs - a.usedMs)
  let left = maxBytes
  for (const { path, bytes } of files) {
    left -= bytes
    if (left >= 0) continue
    await rm(path, { force: true })
    if (path.endsWith(SEGMENT)) await rm(path.replace(SEGMENT, FACTS), { force: true })
  }
}

async function readFacts(path: string) {
  const facts = await stat(path).catch(() => undefined)
  return facts?.isFile() ? { path, bytes: facts.size, usedMs: facts.mtimeMs } : undefined
}

async function readLine(folder: string): Promise<KeptSegment[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(FACTS))
  return Promise.all(
    names.map(async (name) => {
      const { frames = '', description = null } = await readJson(join(folder, name))
      return { key: basename(name, FACTS), frames: Buffer.from(frames, 'base64'), description }
    }),
  )
}

/** Facts that cannot be read tell nothing. */
async function readJson(path: string): Promise<Record<string, string | undefined>> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return {}
  }
}

async function writeWhole(file: string, content: Uint8Array | string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}.draft`
  try {
    await writeFile(draft, content)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
