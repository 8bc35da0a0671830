import type { BatchRecord } from '@songreel/sdk'
import { useEffect, useRef } from 'preact/hooks'
import { listen } from './live.ts'

/** Keeps a page up to date while it is shown. */
export function useLive(news: { onBatch?(batch: BatchRecord): void; onRefresh?(): void }): void {
  const current = useRef(news)
  current.current = news
  useEffect(
    () =>
      listen({
        onBatch: (batch) => current.current.onBatch?.(batch),
        onRefresh: () => current.current.onRefresh?.(),
      }),
    [],
  )
}
