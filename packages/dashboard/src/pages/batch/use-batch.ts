import { type BatchRecord, NotFoundError } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { useLive } from '../../data/use-live.ts'
import { useShown } from '../../data/use-shown.ts'
import { endsSession } from '../../session/session.ts'

/** A batch as it is now; `isMissing` where there is none of this id. */
export type BatchView = { batch: BatchRecord | undefined; isMissing: boolean; take(batch: BatchRecord): void }

/** Reads a batch and keeps it up to date. */
export function useBatch(batchId: string): BatchView {
  const [batch, setBatch] = useState<BatchRecord>()
  const [isMissing, setMissing] = useState(false)
  const shown = useShown()
  const load = async () => {
    const { signal } = shown.current
    try {
      const read = await songreel.batches.get(batchId, { signal })
      if (!signal.aborted) setBatch(read)
    } catch (error) {
      // Anything else shows in the chip, and the next refresh tries again.
      if (!signal.aborted && !endsSession(error)) setMissing(error instanceof NotFoundError)
    }
  }
  useEffect(() => {
    setBatch(undefined)
    setMissing(false)
    load()
  }, [batchId])
  useLive({
    onBatch: (news) => {
      if (news.batchId === batchId) setBatch(news)
    },
    onRefresh: load,
  })
  return { batch, isMissing, take: setBatch }
}
