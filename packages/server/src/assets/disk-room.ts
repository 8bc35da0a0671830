import { statfs } from 'node:fs/promises'
import type { Config } from '../config/config.ts'

const MB = 1024 ** 2
/** How many bytes may arrive before free space is checked again. */
const LOOK_EVERY_BYTES = MB

type RoomDeps = Pick<Config, 'dataDir' | 'minFreeMb'>

/** How much is free in the data folder, and, where that is too little to begin anything larger, what is lacking. */
export async function readRoom({
  dataDir,
  minFreeMb,
}: RoomDeps): Promise<{ freeBytes: number; lack?: string }> {
  const { bavail, bsize } = await statfs(dataDir)
  const freeBytes = bavail * bsize
  if (freeBytes >= minFreeMb * MB) return { freeBytes }
  const lack = `room on the worker's disk: ${Math.round(freeBytes / MB)} MB free, ${minFreeMb} MB needed`
  return { freeBytes, lack }
}

/** The free bytes; throws as a full disk would where they are too few. */
export async function assertFreeSpace(config: RoomDeps): Promise<number> {
  const { freeBytes, lack } = await readRoom(config)
  if (lack) throw Object.assign(new Error(lack), { code: 'ENOSPC' })
  return freeBytes
}

/**
 * Watches the room while bytes arrive, to be called with the length of each chunk. Throws as a full disk would, but early:
 * the database lies on the same disk, and must be able to go on.
 */
export function watchRoom(config: RoomDeps): (bytes: number) => Promise<void> {
  let untilLook = 0
  return async (bytes) => {
    untilLook -= bytes
    if (untilLook > 0) return
    untilLook = LOOK_EVERY_BYTES
    await assertFreeSpace(config)
  }
}
