import { chown, lstat, mkdir, open, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { type Places, SOCKET_NAME } from './cluster.ts'
import { isOwnId, type PostgresUser } from './postgres-user.ts'
import { readErrorCode } from './read-error.ts'

/** The role that owns the service's tables; it is no superuser. */
export const SERVICE_ROLE = 'songreel'
/** The role that may create databases and roles. */
export const ADMIN_ROLE = 'postgres'

/**
 * Says who may connect: only the operating system's user that runs the service. The kernel tells PostgreSQL who is
 * at the other end of the socket ("peer"), so there is no password to keep, and another user that could reach the
 * socket is refused, even the one under whose id root lets the server run. For an id without a name PostgreSQL cannot
 * do that, and then the folder of the socket, which is closed to all others, is what keeps them out. Copies of the whole
 * server (pg_basebackup) ask for "replication", which "all" does not include.
 */
export async function writeAccessRules(places: Places, user: PostgresUser): Promise<void> {
  const users = user.clientNames.flatMap((name) => [
    `songreel ${quote(name)} ${SERVICE_ROLE}`,
    `songreel ${quote(name)} ${ADMIN_ROLE}`,
  ])
  await writeInCluster(places, user, 'pg_ident.conf', users)
  const method = user.clientNames.length > 0 ? 'peer map=songreel' : 'trust'
  await writeInCluster(places, user, 'pg_hba.conf', [
    `local all all ${method}`,
    `local replication all ${method}`,
  ])
}

/** A long data folder's socket lies in a short folder of its own, closed to everybody else. */
export async function prepareSocketFolder(places: Places, user: PostgresUser): Promise<void> {
  if (places.socketFolder === places.cluster) return
  const uid = user.switchTo?.uid ?? process.geteuid?.()
  const present = await lstat(places.socketFolder).catch(() => undefined)
  // Left behind by a server that ran under another id of ours and was killed; nobody else's is touched.
  if (user.switchTo && present && present.uid !== uid && isOwnId(present.uid))
    await removeSocketFolder(places)
  try {
    await mkdir(places.socketFolder, { mode: 0o700 })
    if (user.switchTo) await chown(places.socketFolder, user.switchTo.uid, user.switchTo.gid)
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error
  }
  const found = await lstat(places.socketFolder)
  if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return
  const message = `${places.socketFolder} belongs to another user or is open to others. Remove it, or choose a shorter SONGREEL_DATA_DIR.`
  throw new StartError('DATA_FOLDER_UNUSABLE', { message })
}

/** Takes the socket's folder away again, if it has one of its own; nothing but the socket can be in it. */
export async function removeSocketFolder(places: Places): Promise<void> {
  if (places.socketFolder === places.cluster) return
  await rm(join(places.socketFolder, SOCKET_NAME), { force: true })
  await rm(join(places.socketFolder, `${SOCKET_NAME}.lock`), { force: true })
  await rmdir(places.socketFolder).catch(() => {})
}

/** Writes whole or not at all, and never through a link that PostgreSQL's user might have put there. */
async function writeInCluster(places: Places, user: PostgresUser, name: string, lines: string[]) {
  const draft = join(places.cluster, `${name}.draft`)
  await rm(draft, { force: true })
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`# Written by Songreel at every start.\n${lines.join('\n')}\n`)
    if (user.switchTo) await file.chown(user.switchTo.uid, user.switchTo.gid)
  } finally {
    await file.close()
  }
  await rename(draft, join(places.cluster, name))
}

/** A leading slash would make a pattern of a name; inside quotes only a quote means something. */
function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
