import type { WorkUntil } from '../jobs/worker-end.ts'
import { StartError } from '../start-error.ts'

/** So long a worker waits for more by default: about as long as a scheduler takes to notice that there is some. */
const DEFAULT_IDLE_SECS = 30
const MAX_IDLE_SECS = 86_400

/** How a worker is told to end by itself; `untilIdle` is true where no number was given. */
export type EndingFlags = { once?: boolean; untilIdle?: string | true }

/** When a worker ends by itself; undefined: when it is stopped. */
export function readUntil({ once, untilIdle }: EndingFlags): WorkUntil | undefined {
  if (once && untilIdle !== undefined) throw refuse('--once and --until-idle exclude each other.')
  if (once) return { kind: 'once' }
  if (untilIdle === undefined) return undefined
  const secs = untilIdle === true ? DEFAULT_IDLE_SECS : /^\d+$/.test(untilIdle) ? Number(untilIdle) : -1
  if (secs >= 0 && secs <= MAX_IDLE_SECS) return { kind: 'idle', secs }
  throw refuse(
    `--until-idle takes whole seconds from 0 to ${MAX_IDLE_SECS}, such as --until-idle=60, not "${untilIdle}".`,
  )
}

function refuse(message: string): StartError {
  return new StartError('ARGUMENTS_INVALID', { message })
}
