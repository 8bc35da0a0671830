import type { BatchFilter, BatchRecord } from '@songreel/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { songreel } from '../client.ts'
import { endsSession } from '../session/session.ts'
import { useLive } from './use-live.ts'

/** A list that grows as one scrolls, and is kept up to date. */
export type BatchList = {
  /** Undefined until the first page is here. */
  batches: BatchRecord[] | undefined
  hasMore: boolean
  error: unknown
  loadMore(): Promise<void>
}

/** Batches that pass a filter, newest first. News changes a row in place: nothing moves under the pointer. */
export function useBatchList(filter: BatchFilter, pageSize: number): BatchList {
  const [batches, setBatches] = useState<BatchRecord[]>()
  const [cursor, setCursor] = useState<string | null>(null)
  const [error, setError] = useState<unknown>()
  const key = JSON.stringify(filter)
  const current = useRef(key)
  current.current = key

  const load = async (from?: string) => {
    try {
      const query = { ...filter, limit: pageSize, ...(from && { cursor: from }) }
      const page = await songreel.batches.list(query)
      // A slow response to a filter that was changed since is not shown.
      if (current.current !== key) return
      setBatches((before) => (from ? [...(before ?? []), ...page.items] : merge(before, page.items)))
      // A refresh reads the first page only: what was loaded below it stays.
      if (from || !cursor) setCursor(page.nextCursor)
      setError(undefined)
    } catch (cause) {
      if (!endsSession(cause)) setError(cause)
    }
  }
  useEffect(() => {
    setBatches(undefined)
    setCursor(null)
    load()
  }, [key])
  useLive({
    onBatch: (batch) => setBatches((before) => before && take(before, batch, filter)),
    onRefresh: load,
  })
  return {
    batches,
    hasMore: cursor !== null,
    error,
    loadMore: async () => {
      if (cursor) await load(cursor)
    },
  }
}

function take(
  before: BatchRecord[],
  batch: BatchRecord,
  { status, ref, mediaId }: BatchFilter,
): BatchRecord[] {
  const at = before.findIndex(({ batchId }) => batchId === batch.batchId)
  if (at >= 0) return before.with(at, batch)
  const isWanted =
    (status === undefined || batch.status === status) &&
    (ref === undefined || batch.ref === ref) &&
    (mediaId === undefined || batch.mediaId === mediaId)
  const isNewest = batch.batchId > (before[0]?.batchId ?? '')
  return isWanted && isNewest ? [batch, ...before] : before
}

/** A first page that was read again, over what is shown already. */
function merge(before: BatchRecord[] | undefined, items: BatchRecord[]): BatchRecord[] {
  const oldest = items.at(-1)?.batchId
  if (!before || oldest === undefined) return items
  return [...items, ...before.filter(({ batchId }) => batchId < oldest)]
}
