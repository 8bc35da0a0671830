import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'
import { readErrorCode } from './read-error.ts'

/** Ids that no distribution gives to accounts and that exist in containers with 65,536 of them, too. */
const FIRST_ID = 60_578
const LAST_ID = 61_183
/** "nobody" on every current Linux. Earlier versions ran PostgreSQL under this id, which other programs have as well. */
export const NOBODY_ID = 65_534

/** A user of the system as the kernel knows it. */
export type Owner = { uid: number; gid: number }

/** Under which user PostgreSQL's processes run, and which users of the machine may connect. */
export type PostgresUser = {
  /** Set when the processes must change to another user, which only root can do. */
  switchTo: Owner | undefined
  /** Names of the users whose connections are accepted; none if our own id has no name, as in many containers. */
  clientNames: string[]
}

/**
 * Decides who runs PostgreSQL. That is ourselves; but it refuses to run as root, and then it is the user to whom the
 * folder belongs, or else an id that nobody else has: whoever has the same id can do all that the server can.
 */
export async function choosePostgresUser(rootFolder: string, clusterFolder: string): Promise<PostgresUser> {
  const clientNames = listOwnNames()
  if (process.geteuid?.() !== 0) return { switchTo: undefined, clientNames }
  const { uid, gid } = await stat(rootFolder)
  if (uid !== 0 && uid !== NOBODY_ID) return { switchTo: { uid, gid }, clientNames }
  const present = await stat(clusterFolder).catch(() => undefined)
  const id = await chooseId(rootFolder, present?.uid)
  return { switchTo: { uid: id, gid: id }, clientNames }
}

/**
 * Decides who creates the data: initdb wants a user that has a name, which an id of our own has not. So it runs under
 * an account that no process has at that time, and what it made is then given to its owner. Where the system has only
 * accounts that are in use, this is "nobody" for the second or two that it takes.
 */
export async function chooseCreator(user: PostgresUser): Promise<Owner | undefined> {
  if (!user.switchTo || (await hasAccount('passwd', user.switchTo.uid))) return user.switchTo
  const usedIds = listUsedIds()
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => {
    const [, , uid, gid] = line.split(':')
    return { uid: Number(uid), gid: Number(gid) }
  })
  const free = accounts.find(({ uid, gid }) => uid > 0 && uid < 1000 && gid > 0 && !usedIds.has(uid))
  return free ?? { uid: NOBODY_ID, gid: NOBODY_ID }
}

/** Whether an id is one of those that we take for ourselves. */
export function isOwnId(id: number): boolean {
  return id >= FIRST_ID && id <= LAST_ID
}

/** The id that the data has already, or one that follows from the folder's name; never one that somebody else uses. */
async function chooseId(folder: string, presentId = 0): Promise<number> {
  const usedIds = listUsedIds()
  const count = LAST_ID - FIRST_ID + 1
  const start = createHash('sha256').update(folder).digest().readUInt32BE() % count
  const ids = Array.from({ length: count }, (_, index) => FIRST_ID + ((start + index) % count))
  for (const id of isOwnId(presentId) ? [presentId, ...ids] : ids) {
    if (usedIds.has(id) || (await hasAccount('passwd', id)) || (await hasAccount('group', id))) continue
    return id
  }
  const message = `All user ids from ${FIRST_ID} to ${LAST_ID} are in use, and PostgreSQL needs one of its own when Songreel is started by root. Start Songreel as an ordinary user, or set DATABASE_URL.`
  throw new StartError('POSTGRES_FAILED', { message })
}

/** The user ids of all processes that we can see, without those that have ended and wait to be collected. */
function listUsedIds(): Set<number> {
  const ids = new Set<number>()
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      const [, uid] = /^Uid:\s*(\d+)/m.exec(status) ?? []
      if (!/^State:\s*Z/m.test(status)) ids.add(Number(uid))
    } catch {
      // It has ended in the meantime.
    }
  }
  return ids
}

/** Accounts may come from a directory in the network, so the system is asked; a bare one has only its files. */
async function hasAccount(kind: 'passwd' | 'group', id: number): Promise<boolean> {
  try {
    await promisify(execFile)('getent', [kind, String(id)])
    return true
  } catch (error) {
    if (readErrorCode(error) !== 'ENOENT') return false
    const lines = (await readFile(`/etc/${kind}`, 'utf8').catch(() => '')).split('\n')
    return lines.some((line) => line.split(':')[2] === String(id))
  }
}

function listOwnNames(): string[] {
  try {
    return [userInfo().username]
  } catch {
    return []
  }
}
