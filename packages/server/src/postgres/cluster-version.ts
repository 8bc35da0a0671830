import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { readErrorCode } from './read-error.ts'

/** Which PostgreSQL made the data; undefined where there is none yet. */
export async function readClusterMajor({ cluster }: { cluster: string }): Promise<number | undefined> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(ignoreMissing)
  return version === undefined ? undefined : Number(version.trim())
}

/** PostgreSQL reads only what its own major version has written. */
export async function refuseOtherMajor(places: { cluster: string }, ours: number): Promise<void> {
  const found = await readClusterMajor(places)
  if (found === undefined || found === ours) return
  const advice =
    found < ours
      ? 'Move it to the new one with: songreel upgrade-database'
      : 'Use the version of Songreel that made it, or a newer one.'
  const message = `The data folder ${places.cluster} was made by PostgreSQL ${found}, and this version of Songreel brings PostgreSQL ${ours}. ${advice}`
  throw new StartError('DATA_FOLDER_UNUSABLE', { message })
}

function ignoreMissing(error: unknown): undefined {
  if (readErrorCode(error) !== 'ENOENT') throw error
}
