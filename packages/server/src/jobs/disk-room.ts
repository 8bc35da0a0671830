import { statfs } from 'node:fs/promises'

/** Below this no render is begun: a video in the works and its copy in storage must both fit. */
const MIN_FREE_BYTES = 1024 ** 3

/** Why there is no room to work in a folder; undefined when there is. */
export async function findRoomFault(
  folder: string,
  minFreeBytes = MIN_FREE_BYTES,
): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  if (freeBytes >= minFreeBytes) return undefined
  const mb = (bytes: number) => Math.round(bytes / 1024 ** 2)
  return `room on the worker's disk: ${mb(freeBytes)} MB free, ${mb(minFreeBytes)} MB needed`
}
