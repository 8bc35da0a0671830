import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'

const MB = 1024 ** 2
/** So much may arrive before the disk is looked at again. */
const LOOK_EVERY_BYTES = MB

type RoomDeps = Pick<Config, 'dataDir' | 'minFreeMb'>

/** Why there is no room to begin something larger in the data folder; undefined when there is. */
export async function findLackOfRoom({ dataDir, minFreeMb }: RoomDeps): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(dataDir)
  const freeBytes = bavail * bsize
  if (freeBytes >= minFreeMb * MB) return undefined
  return `room on the worker's disk: ${Math.round(freeBytes / MB)} MB free, ${minFreeMb} MB needed`
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
    const lack = await findLackOfRoom(config)
    if (lack) throw Object.assign(new Error(lack), { code: 'ENOSPC' })
  }
}
