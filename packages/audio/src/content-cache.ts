import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'

const CHECKSUM_BYTES = 32

/** What was stored in a file by `writeCached`; undefined if there is none, or if it is damaged. */
export async function readCached(path: string): Promise<unknown> {
  const bytes = await readFile(path).catch(() => undefined)
  if (!bytes || bytes.length <= CHECKSUM_BYTES) return undefined
  const payload = bytes.subarray(CHECKSUM_BYTES)
  return checksum(payload).equals(bytes.subarray(0, CHECKSUM_BYTES)) ? deserialize(payload) : undefined
}

/** Stores a value in one step. A full or read-only disk costs time later, but does not fail a render now. */
export async function writeCached(path: string, value: unknown): Promise<void> {
  const payload = serialize(value)
  const draft = `${path}.${randomUUID()}.draft`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, Buffer.concat([checksum(payload), payload]))
    await rename(draft, path)
  } catch {
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

function checksum(payload: Uint8Array): Buffer {
  return createHash('sha256').update(payload).digest()
}
