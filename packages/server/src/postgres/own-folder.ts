import { chmodSync, lchownSync, lstatSync, readdirSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'
import { NOBODY_ID, type Owner, type PostgresUser } from './postgres-user.ts'

type ClusterFolders = { root: string; cluster: string }

/**
 * Makes the data PostgreSQL's own: a folder that was copied by root or unpacked from an archive belongs to somebody
 * else, or is open to others, and PostgreSQL would not read it or not start on it.
 */
export function ownCluster(places: ClusterFolders, { switchTo }: PostgresUser): void {
  if (switchTo && lstatSync(places.root).uid === NOBODY_ID) lchownSync(places.root, 0, 0)
  ownFolder(places.cluster, switchTo)
}

/**
 * Gives a folder with everything in it to a user, and closes it to all others. From the top down: when the entries of
 * a folder are looked at, whoever owned it before can no longer put others in their place.
 */
export function ownFolder(folder: string, owner: Owner | undefined): void {
  if (!ownEntry(folder, owner).isDirectory()) return
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (ownEntry(path, owner).isDirectory()) ownFolder(path, owner)
  }
}

/** Only root can take over what belongs to another user; for anybody else the error says how. */
export function refuseForeignCluster({ root, cluster }: ClusterFolders): void {
  const uid = process.geteuid?.()
  const found = lstatSync(cluster, { throwIfNoEntry: false })
  if (!found || uid === 0 || found.uid === uid) return
  const message = `The data folder ${cluster} belongs to the user ${found.uid}, and Songreel runs as the user ${uid}. As root: chown -R ${uid} ${dirname(root)}`
  throw new StartError('DATA_FOLDER_UNUSABLE', { message })
}

function ownEntry(path: string, owner: Owner | undefined): Stats {
  const found = lstatSync(path)
  const isForeign = owner !== undefined && (found.uid !== owner.uid || found.gid !== owner.gid)
  // A second name for a file of root's that lies elsewhere; PostgreSQL makes no such thing.
  const isBorrowed = found.uid === 0 && found.nlink > 1 && !found.isDirectory()
  if (isBorrowed && isForeign) return found
  if (isForeign) lchownSync(path, owner.uid, owner.gid)
  const isOpen = (found.mode & 0o077) !== 0
  if (isOpen && found.isDirectory()) chmodSync(path, 0o700)
  if (isOpen && found.isFile()) chmodSync(path, 0o600)
  return found
}
