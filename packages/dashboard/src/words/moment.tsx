import { signal } from '@preact/signals'
import { formatAgo } from './format.ts'

const TICK_MS = 15_000
const now = signal(Date.now())
setInterval(() => {
  now.value = Date.now()
}, TICK_MS)

/** A moment as people say it; the exact one on hover, and for machines. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {formatAgo(at, Math.max(now.value, Date.now()))}
    </time>
  )
}
