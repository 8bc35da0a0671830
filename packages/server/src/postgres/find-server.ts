import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import type { Places } from './cluster.ts'
import {
  endLeftovers,
  findPostmaster,
  findPostmasterElsewhere,
  type Postmaster,
} from './postmaster-process.ts'
import { isServerListening, isServerLockHeld } from './server-lock.ts'

const LOOK_EVERY_MS = 50
/** For how long a server in another container may still be on its way out. */
const FOREIGN_TIMEOUT_MS = 3_000
/** For how long the processes of a killed server may still be going away. */
const LEFTOVERS_TIMEOUT_MS = 15_000

/**
 * Finds the server process that works on this folder. `undefined` means that there is none, here or in any other
 * container; one that we cannot reach, and that does not end, is a refusal: a second one would destroy its data.
 */
export async function findServer(
  places: Places,
  { signal }: { signal?: AbortSignal },
): Promise<Postmaster | undefined> {
  const startedAt = Date.now()
  for (;;) {
    const found = findPostmaster(places)
    if (found) return found
    const isListening = await isServerListening(places)
    if (!isListening && !(await isServerLockHeld(places))) return undefined
    const timeoutMs = isListening ? FOREIGN_TIMEOUT_MS : LEFTOVERS_TIMEOUT_MS
    if (Date.now() - startedAt > timeoutMs) throw refuse(places)
    endLeftovers(places)
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}

function refuse(places: Places): StartError {
  const pid = findPostmasterElsewhere(places)
  const where = pid ? `in another container (pid ${pid} here)` : 'in another container'
  const message = `PostgreSQL is still running on the data folder ${dirname(places.root)} ${where}, although its Songreel has ended. Start Songreel there, which takes it over, or stop that container. Two at once would lose data.`
  return new StartError('DATA_FOLDER_IN_USE', { message })
}
