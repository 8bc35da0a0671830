import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../services.ts'
import type { RunEnd } from './run-end.ts'

/** When a worker ends by itself: after one render, or when there was nothing for it for so long. */
export type WorkUntil = { kind: 'once' } | { kind: 'idle'; secs: number }

/** Why a worker is done: its one render has ended or went back to the queue, or nothing is left. */
export type WorkDone = 'ended' | 'returned' | 'idle'

/** Watches the renders of a worker, and knows when it is done. */
export type WorkerEnd = {
  /** Whether more renders and files may be taken. */
  mayTake(): boolean
  note(end: RunEnd): void
  /** How many renders went back to the queue because the worker stopped. */
  countStopped(): number
  /** Ends when the worker is done; never where it is to go on. */
  untilDone(): Promise<WorkDone>
}

/** Follows a worker to its end. */
export function createWorkerEnd(
  { queue, config, log }: Pick<Services, 'queue' | 'config' | 'log'>,
  until?: WorkUntil,
): WorkerEnd {
  const over = Promise.withResolvers<WorkDone>()
  let isOver = false
  let stopped = 0

  async function untilOne(): Promise<WorkDone> {
    const end = await Promise.race([over.promise, queue.untilIdle(0).then(() => 'idle' as const)])
    if (end === 'idle') log.info('there is nothing to render: ending')
    else {
      // Its webhooks are in the queue by now. Those of others keep coming, so there is a limit.
      await Promise.race([queue.untilIdle(0), sleep(config.stopGraceSecs * 1000, undefined, { ref: false })])
      log.info({ end }, 'one render is over: ending')
    }
    return end
  }

  return {
    mayTake: () => !isOver,
    note(end) {
      if (end === 'stopped') stopped++
      if (until?.kind !== 'once' || (end !== 'ended' && end !== 'returned')) return
      isOver = true
      over.resolve(end)
    },
    countStopped: () => stopped,
    async untilDone() {
      if (until?.kind === 'once') return untilOne()
      if (until?.kind !== 'idle') return new Promise(() => {})
      await queue.untilIdle(until.secs)
      log.info({ idleSecs: until.secs }, 'there is nothing to do: ending')
      return 'idle'
    },
  }
}
