import { useEffect, useRef, useState } from 'preact/hooks'
import { endsSession } from '../session/session.ts'
import { hasEndedSince } from './has-ended-since.ts'
import { useLive } from './use-live.ts'
import { useShown } from './use-shown.ts'

/** What was read last, and why it could not be read now. */
export type Reading<Value> = { value: Value | undefined; error: unknown; reload(): Promise<void> }

/** Reads something when a page is shown, and again whenever news may have been missed or a batch has ended. */
export function useRead<Value>(read: (options: { signal: AbortSignal }) => Promise<Value>): Reading<Value> {
  const [value, setValue] = useState<Value>()
  const [error, setError] = useState<unknown>()
  const current = useRef(read)
  current.current = read
  const shown = useShown()
  const reload = async () => {
    const { signal } = shown.current
    try {
      const next = await current.current({ signal })
      if (signal.aborted) return
      setValue(next)
      setError(undefined)
    } catch (cause) {
      if (!signal.aborted && !endsSession(cause)) setError(cause)
    }
  }
  useEffect(() => void reload(), [])
  useLive({ onBatch: (batch) => hasEndedSince(batch) && reload(), onRefresh: reload })
  return { value, error, reload }
}
