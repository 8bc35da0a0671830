import { formatBytes } from '@songreel/contract/format-bytes'
import type { Quota } from '@songreel/sdk'
import { Card } from '../../components/card.tsx'
import { Moment } from '../../components/moment.tsx'
import { formatSecs } from '../../format/format.ts'
import './quota-card.css'

/** From here on a person had better know. */
const NEARLY = 0.9
const MINUTE_SECS = 60
const HOUR_SECS = 3600

const MEASURES = [
  ['videos', 'Videos', (count: number) => count.toLocaleString('en')],
  ['secs', 'Length', showLength],
  ['bytes', 'Files', formatBytes],
] as const

type Share = { name: string; figure: string; taken: number; note: string }

/** What the operator has limited, and how much of it is taken this month; nothing where nothing is limited. */
export function QuotaCard({ quota }: { quota: Quota | null | undefined }) {
  const shares = quota ? listShares(quota) : []
  if (!quota || shares.length === 0) return null
  return (
    <Card
      title="Monthly quota"
      aside={
        <span class="soft small">
          resets <Moment at={quota.resetsAt} isDue />
        </span>
      }
    >
      <ul class="quota figures">
        {shares.map(({ name, figure, taken, note }) => (
          <li key={name} data-state={taken >= 1 ? 'full' : taken >= NEARLY ? 'nearly' : 'free'}>
            <span class="soft">{name}</span>
            <strong>{figure}</strong>
            <meter min={0} max={1} value={taken} aria-label={`${name}: ${figure}`} />
            {note && <span class="small quota-note">{note}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function listShares(quota: Quota): Share[] {
  return MEASURES.flatMap(([field, name, show]) => {
    const { limit, used, open } = quota[field]
    if (limit === null) return []
    const taken = limit > 0 ? Math.min(1, (used + open) / limit) : 1
    const underWay = open > 0 ? `${show(open)} not finished yet` : ''
    const note = taken >= 1 ? 'Used up: new batches are refused' : underWay
    return [{ name, figure: `${show(used + open)} of ${show(limit)}`, taken, note }]
  })
}

/** Hours need no seconds. */
function showLength(secs: number): string {
  if (secs < 1) return '0 s'
  return formatSecs(secs < HOUR_SECS ? secs : Math.round(secs / MINUTE_SECS) * MINUTE_SECS)
}
