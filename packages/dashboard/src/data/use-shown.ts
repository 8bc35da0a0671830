import { useEffect, useRef } from 'preact/hooks'

/** What is under way for a page ends when the page is left: its `signal` goes with every read. */
export function useShown(): { current: AbortController } {
  const shown = useRef(new AbortController())
  useEffect(() => () => shown.current.abort(), [])
  return shown
}
