import type { BatchRecord } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { useLive } from '../../data/use-live.ts'
import { useShown } from '../../data/use-shown.ts'
import { endsSession } from '../../session/session.ts'

const PAGE_SIZE = 100
/** More songs than anybody sends at once from a page. */
const MOST = 1000

/** Everything that was sent under a reference, oldest first, as it is now; undefined until it is read. */
export function useReference(ref: string): {
  batches: BatchRecord[] | undefined
  error: unknown
  reload(): Promise<void>
} {
  const [batches, setBatches] = useState<BatchRecord[]>()
  const [error, setError] = useState<unknown>()
  const shown = useShown()
  const reload = async () => {
    const { signal } = shown.current
    try {
      const list = songreel.batches.list({ ref, order: 'asc', limit: PAGE_SIZE }, { signal })
      const items = await list.toArray({ limit: MOST })
      if (signal.aborted) return
      setBatches(items)
      setError(undefined)
    } catch (cause) {
      if (!signal.aborted && !endsSession(cause)) setError(cause)
    }
  }
  useEffect(() => {
    setBatches(undefined)
    reload()
  }, [ref])
  useLive({
    onBatch: (news) => {
      if (news.ref === ref) setBatches((before) => before && put(before, news))
    },
    onRefresh: reload,
  })
  return { batches, error, reload }
}

function put(before: BatchRecord[], news: BatchRecord): BatchRecord[] {
  const at = before.findIndex(({ batchId }) => batchId === news.batchId)
  return at >= 0 ? before.with(at, news) : [...before, news]
}
