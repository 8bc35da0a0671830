import type { Batch } from '@songreel/contract'
import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { getBatch, listRendersOfBatches } from '../store/batches.ts'
import { toBatchRecord } from './batch-record.ts'

const LOOK_EVERY_MS = 500

/** A state of a batch: its record, and a mark that changes whenever anything in it does. */
export type BatchState = { mark: string; batch: Batch }

/** What marks the present state of a batch. */
export async function findMark(deps: Pick<Services, 'db'>, batchId: string): Promise<string | undefined> {
  const [found] = await readMarks(deps, [batchId])
  return found?.[1]
}

/** Tells listeners of every change of the batches they follow. */
export type BatchWatch = {
  /** Calls back with the present state at once, then with every new one; the answer ends it. */
  follow(orgId: string, batchId: string, onState: (state: BatchState) => void): () => void
  close(): void
}

type Listener = { orgId: string; mark: string; onState(state: BatchState): void }
type WatchDeps = Pick<Services, 'db' | 'links' | 'log'>

/** One look for everybody: however many streams are open, the database is asked once in half a second. */
export function createBatchWatch(services: WatchDeps): BatchWatch {
  const listeners = new Map<string, Set<Listener>>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  async function look(): Promise<void> {
    timer = undefined
    isLooking = true
    try {
      for (const [batchId, mark] of await readMarks(services, [...listeners.keys()])) {
        const behind = [...(listeners.get(batchId) ?? [])].filter((listener) => listener.mark !== mark)
        if (behind.length > 0) await tell(services, batchId, mark, behind)
      }
    } catch (error) {
      services.log.warn({ err: error }, 'batches could not be looked at')
    }
    isLooking = false
    plan()
  }

  function plan(): void {
    if (listeners.size > 0) timer ??= setTimeout(look, LOOK_EVERY_MS)
  }

  return {
    follow(orgId, batchId, onState) {
      const listener: Listener = { orgId, mark: '', onState }
      const others = listeners.get(batchId) ?? new Set()
      listeners.set(batchId, others.add(listener))
      // Who comes during a look is told by the next one.
      if (!timer && !isLooking) timer = setTimeout(look, 0)
      return () => {
        others.delete(listener)
        if (others.size === 0) listeners.delete(batchId)
      }
    },
    close() {
      listeners.clear()
      clearTimeout(timer)
    },
  }
}

async function readMarks(
  { db }: Pick<Services, 'db'>,
  batchIds: string[],
): Promise<[batchId: string, mark: string][]> {
  if (batchIds.length === 0) return []
  const { rows } = await sql<{ batch_id: string; mark: string }>`
    select batches.batch_id,
           md5(batches.status || batches.round || string_agg(concat_ws('/', renders.status, progress, phase, attempt), ',' order by position)) as mark
    from batches join renders on renders.batch_id = batches.batch_id
    where batches.batch_id = any(${batchIds})
    group by batches.batch_id
  `.execute(db)
  return rows.map((row) => [row.batch_id, row.mark])
}

async function tell(
  { db, links }: WatchDeps,
  batchId: string,
  mark: string,
  behind: Listener[],
): Promise<void> {
  const row = await getBatch(db, behind[0].orgId, batchId)
  const batch = toBatchRecord(row, await listRendersOfBatches(db, [batchId]), links)
  for (const listener of behind) {
    listener.mark = mark
    listener.onState({ mark, batch })
  }
}
