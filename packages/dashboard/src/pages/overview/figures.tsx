import type { BatchRecord } from '@songreel/sdk'
import { Card } from '../../parts/card.tsx'
import { formatLength } from '../../words/format.ts'
import { countByDay, listFailed, listFinished } from './overview.ts'

/** A few figures of the batches at hand; the page says how many those are. */
export function Figures({ batches }: { batches: BatchRecord[] }) {
  const days = countByDay(batches, new Date())
  const finished = listFinished(batches)
  const secs = finished.reduce((sum, { render }) => sum + (render.durationSecs ?? 0), 0)
  const failed = listFailed(batches).length
  const most = Math.max(1, ...days)
  return (
    <Card
      title="Made"
      aside={
        <span class="soft small">
          {batches.length === 1 ? 'one batch' : `last ${batches.length} batches`}
        </span>
      }
    >
      <dl class="figures-list figures">
        <div>
          <dt>Videos today</dt>
          <dd>{days.at(-1)}</dd>
        </div>
        <div>
          <dt>Videos in 7 days</dt>
          <dd>
            <span class="spark" role="img" aria-label={`Videos per day, today last: ${days.join(', ')}`}>
              {days.map((count, index) => (
                <i key={index} style={{ height: `${Math.max(8, (count / most) * 100)}%` }} />
              ))}
            </span>
            {days.reduce((sum, count) => sum + count, 0)}
          </dd>
        </div>
        <div>
          <dt>Length of all</dt>
          <dd>{formatLength(secs)}</dd>
        </div>
        <div>
          <dt>Failed</dt>
          <dd>{failed}</dd>
        </div>
      </dl>
    </Card>
  )
}
