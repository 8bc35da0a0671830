import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { AudioAnalysis } from './audio-analysis.ts'

/** Goes up with every change of what is stored or how it is computed; older entries are then made anew. */
const CACHE_VERSION = 2

const CHECKSUM_BYTES = 32

/** The stored analysis of a file's content; undefined if there is none, or if it is damaged. */
export async function readCachedAnalysis(folder: string, sha256: string): Promise<AudioAnalysis | undefined> {
  const bytes = await readFile(locateAnalysis(folder, sha256)).catch(() => undefined)
  if (!bytes || bytes.length <= CHECKSUM_BYTES) return undefined
  const payload = bytes.subarray(CHECKSUM_BYTES)
  if (!checksum(payload).equals(bytes.subarray(0, CHECKSUM_BYTES))) return undefined
  const analysis = deserialize(payload) as AudioAnalysis
  return analysis.sha256 === sha256 ? analysis : undefined
}

/** Stores an analysis in one step. A full or read-only disk costs time later, but does not fail a render now. */
export async function writeCachedAnalysis(folder: string, analysis: AudioAnalysis): Promise<void> {
  const payload = serialize(analysis)
  const path = locateAnalysis(folder, analysis.sha256)
  const draft = `${path}.${randomUUID()}.draft`
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(draft, Buffer.concat([checksum(payload), payload]))
    await rename(draft, path)
  } catch {
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

/** Where the analysis of a file's content is stored. */
export function locateAnalysis(folder: string, sha256: string): string {
  return join(folder, `${sha256}.v${CACHE_VERSION}.analysis`)
}

function checksum(payload: Uint8Array): Buffer {
  return createHash('sha256').update(payload).digest()
}
