import { statfs } from 'node:fs/promises'

/** Why there is no room to begin a render in a folder (its video and a copy of it must fit); undefined when there is. */
export async function findRoomFault(folder: string, minFreeBytes: number): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  if (freeBytes >= minFreeBytes) return undefined
  const mb = (bytes: number) => Math.round(bytes / 1024 ** 2)
  return `room on the worker's disk: ${mb(freeBytes)} MB free, ${mb(minFreeBytes)} MB needed`
}
