import type { BatchFilter, BatchRecord } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../client.ts'
import { type GrowingList, useGrowingList } from './growing-list.ts'
import { useLive } from './use-live.ts'

/** Batches, kept up to date. */
export type BatchList = Omit<GrowingList<BatchRecord>, 'items' | 'reload' | 'change'> & {
  batches: BatchRecord[] | undefined
}

/** Batches that pass a filter, in its order. News changes a row in place: nothing moves under the pointer. */
export function useBatchList(filter: BatchFilter, pageSize: number): BatchList {
  const isNewestFirst = filter.order !== 'asc'
  const { items, reload, change, total, ...rest } = useGrowingList(
    filter,
    (query, options) => songreel.batches.list({ ...query, limit: pageSize }, options),
    isNewestFirst ? ({ batchId }) => batchId : undefined,
  )
  const [added, setAdded] = useState(0)
  useEffect(() => setAdded(0), [total, JSON.stringify(filter)])
  const onBatch = (batch: BatchRecord) =>
    change((before) => {
      const after = applyUpdate(before, batch, filter)
      if (after.length > before.length) setAdded((count) => count + 1)
      return after
    })
  useLive({ onBatch, onRefresh: reload })
  return { batches: items, total: total === undefined ? undefined : total + added, ...rest }
}

function applyUpdate(before: BatchRecord[], batch: BatchRecord, filter: BatchFilter): BatchRecord[] {
  const at = before.findIndex(({ batchId }) => batchId === batch.batchId)
  if (at >= 0) return before.with(at, batch)
  const isNewest = filter.order !== 'asc' && batch.batchId > (before[0]?.batchId ?? '')
  return isNewest && isWanted(batch, filter) ? [batch, ...before] : before
}

/** What only the server can tell, such as whether a title has a word in it, is left to the next read. */
function isWanted(batch: BatchRecord, filter: BatchFilter): boolean {
  const { status, ref, mediaId, mediaBundleId, q, createdBefore } = filter
  return (
    q === undefined &&
    createdBefore === undefined &&
    (status === undefined || batch.status === status) &&
    (ref === undefined || batch.ref === ref) &&
    (mediaBundleId === undefined || batch.mediaBundleId === mediaBundleId) &&
    (mediaId === undefined || isOfSong(batch, mediaId))
  )
}

function isOfSong({ mediaId, renders }: BatchRecord, wanted: string): boolean {
  return mediaId === null ? renders.some((render) => render.mediaId === wanted) : mediaId === wanted
}
