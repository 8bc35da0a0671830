import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { DatabaseError } from './errors.ts'

/** PostgreSQL refuses to run as root; this is "nobody" on every current Linux. */
const NOBODY_ID = 65534

/** Under which user PostgreSQL's processes run, and which users of the machine may connect. */
export type PostgresUser = {
  /** Set when the processes must change to another user, which only root can do. */
  switchTo: { uid: number; gid: number } | undefined
  /** Names of the users whose connections are accepted. */
  clientNames: string[]
}

/** Decides who runs PostgreSQL: ourselves, or, as root, the owner of the data, or else "nobody". */
export async function choosePostgresUser(clusterFolder: string): Promise<PostgresUser> {
  const clientNames = [readOwnName()]
  if (process.geteuid?.() !== 0) return { switchTo: undefined, clientNames }
  const owner = await stat(clusterFolder).catch(() => undefined)
  const switchTo = owner && owner.uid !== 0 ? owner : { uid: NOBODY_ID, gid: NOBODY_ID }
  return { switchTo: { uid: switchTo.uid, gid: switchTo.gid }, clientNames }
}

function readOwnName(): string {
  try {
    return userInfo().username
  } catch (cause) {
    const message = `The user id ${process.geteuid?.()} has no name on this machine, and PostgreSQL needs one. Add it to /etc/passwd, run as another user, or set DATABASE_URL.`
    throw new DatabaseError('POSTGRES_FAILED', { message, cause })
  }
}
