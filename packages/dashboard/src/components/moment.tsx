import { signal } from '@preact/signals'
import { formatAgo, formatDue } from '../format/format.ts'

const TICK_MS = 15_000
const now = signal(Date.now())
setInterval(() => {
  now.value = Date.now()
}, TICK_MS)

/** A moment as people say it; the exact one on hover, and for machines. `isDue` is for what has not happened yet. */
export function Moment({ at, isDue = false }: { at: string; isDue?: boolean }) {
  const format = isDue ? formatDue : formatAgo
  return (
    <time dateTime={at} title={at}>
      {format(at, Math.max(now.value, Date.now()))}
    </time>
  )
}
