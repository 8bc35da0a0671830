import type { Batch } from '@songreel/contract'
import { toBatchRecord } from '../records/batch-record.ts'
import { runOutside } from '../scope.ts'
import type { Services } from '../services.ts'
import { getBatch, listBatchMarks } from '../store/batches/batch-rows.ts'
import { listRendersOfBatches } from '../store/renders/render-rows.ts'
import { listLivingTokens } from '../store/tokens.ts'

const LOOK_EVERY_MS = 500

/** A state of a batch: its record, and a mark that changes whenever anything in it does. */
export type BatchState = { mark: string; batch: Batch }

/** What marks the present state of a batch. */
export async function findMark(
  { db }: Pick<Services, 'db'>,
  batch: { orgId: string; batchId: string },
): Promise<string | undefined> {
  const [found] = await listBatchMarks(db, [batch])
  return found?.mark
}

/** Who follows which batch, and with which token. */
export type BatchListener = {
  orgId: string
  keyId: string
  batchId: string
  onState(state: BatchState): void
  /** Its token has been revoked or has run out: nothing more is reported. */
  onTokenEnd(): void
}

/** Reports to listeners every change of the batches they follow. */
export type BatchWatch = {
  /** Calls back with the present state at once, then with every new one; what it returns ends it. */
  follow(listener: BatchListener): () => void
  close(): void
}

type Followed = BatchListener & { mark: string }
type WatchDeps = Pick<Services, 'db' | 'links' | 'log'>

/** One look for everybody: however many streams are open, the database is asked once in half a second. */
export function createBatchWatch(services: WatchDeps): BatchWatch {
  const listeners = new Map<string, Set<Followed>>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  async function look(): Promise<void> {
    timer = undefined
    isLooking = true
    try {
      const news = await readNews(services, listeners)
      // After the news was read: a token that ended before something happened must not see it.
      await endDeadListeners(services, listeners)
      for (const state of news) notify(listeners.get(state.batch.batchId), state)
    } catch (error) {
      services.log.warn({ err: error }, 'batches could not be checked for changes')
    }
    isLooking = false
    plan()
  }

  function plan(): void {
    if (listeners.size > 0) timer ??= runOutside(() => setTimeout(look, LOOK_EVERY_MS))
  }

  return {
    follow(listener) {
      const { batchId } = listener
      const followed: Followed = { ...listener, mark: '' }
      const others = listeners.get(batchId) ?? new Set()
      listeners.set(batchId, others.add(followed))
      // Who comes during a look is notified by the next one.
      if (!timer && !isLooking) timer = setTimeout(look, 0)
      return () => {
        others.delete(followed)
        if (others.size === 0 && listeners.get(batchId) === others) listeners.delete(batchId)
      }
    },
    close() {
      listeners.clear()
      clearTimeout(timer)
    },
  }
}

type Listeners = Map<string, Set<Followed>>

/** The states of batches that somebody has not seen yet. */
async function readNews(services: WatchDeps, listeners: Listeners): Promise<BatchState[]> {
  const news: BatchState[] = []
  const followed = [...listeners.values()].flatMap((each) => [...each].slice(0, 1))
  const batches = followed.map(({ orgId, batchId }) => ({ orgId, batchId }))
  for (const { batchId, mark } of await listBatchMarks(services.db, batches)) {
    const behind = [...(listeners.get(batchId) ?? [])].find((listener) => listener.mark !== mark)
    if (behind) news.push({ mark, batch: await readBatch(services, behind.orgId, batchId) })
  }
  return news
}

async function readBatch({ db, links }: WatchDeps, orgId: string, batchId: string): Promise<Batch> {
  const row = await getBatch(db, orgId, batchId)
  return toBatchRecord(row, await listRendersOfBatches(db, orgId, [batchId]), links)
}

/** Asked of the database each time, because the token may have been revoked through another process. */
async function endDeadListeners({ db }: WatchDeps, listeners: Listeners): Promise<void> {
  const all = [...listeners.values()].flatMap((each) => [...each])
  if (all.length === 0) return
  const living = await listLivingTokens(db, [...new Set(all.map(({ keyId }) => keyId))])
  for (const listener of all) {
    if (living.has(listener.keyId)) continue
    listeners.get(listener.batchId)?.delete(listener)
    listener.onTokenEnd()
  }
}

function notify(followers: Set<Followed> | undefined, state: BatchState): void {
  for (const listener of followers ?? []) {
    if (listener.mark === state.mark) continue
    listener.mark = state.mark
    listener.onState(state)
  }
}
