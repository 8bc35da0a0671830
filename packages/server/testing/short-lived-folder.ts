import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
const TMPFS = 0x01021994
/** A test run's PostgreSQL takes some hundred megabytes. Containers mostly lend 64, which is for shared memory alone. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Where thousands of files are made and deleted at the lowest cost: in memory, if the system lends enough of it. On ext4 a new
 * file takes longer the more others were deleted within the last minutes, which was a third of what PostgreSQL took. It is
 * the same folder for every process of a run.
 */
export function findShortLivedFolder(): string {
  try {
    const { type, blocks, bsize } = statfsSync(IN_MEMORY)
    accessSync(IN_MEMORY, constants.W_OK)
    return type === TMPFS && blocks * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
