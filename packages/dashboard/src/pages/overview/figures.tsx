import { formatBytes } from '@songreel/contract/format-bytes'
import type { Usage } from '@songreel/sdk'
import { songreel } from '../../client.ts'
import { Card } from '../../components/card.tsx'
import { useRead } from '../../data/use-read.ts'
import { formatSecs } from '../../format/format.ts'

const DAYS = 7
/** What people think of as a video's length. */
const USUAL_SECS = 30

/** What was made in the last days, by this computer's calendar. */
export function Figures() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { value } = useRead(() => songreel.service.usage({ days: DAYS, timeZone }))
  const days = value?.days ?? Array.from({ length: DAYS }, () => ({ videos: 0 }))
  const counts = days.map(({ videos }) => videos)
  const most = Math.max(1, ...counts)
  return (
    <Card title="Made" aside={<span class="soft small">last {DAYS} days</span>}>
      <dl class="figures-list figures">
        <div>
          <dt>Videos</dt>
          <dd>
            <span class="spark" role="img" aria-label={`Videos per day, today last: ${counts.join(', ')}`}>
              {counts.map((count, index) => (
                <i key={index} style={{ height: `${Math.max(8, (count / most) * 100)}%` }} />
              ))}
            </span>
            {value ? sum(counts).toLocaleString('en') : '–'}
          </dd>
        </div>
        {listFigures(value).map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            {/* Until it is known, its place is kept. */}
            <dd>{figure ?? '–'}</dd>
          </div>
        ))}
        {listShares(value?.quota).map(({ name, figure, taken }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <meter min={0} max={1} high={0.9} value={taken} aria-label={`${name}: ${figure}`} />
              {figure}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function listFigures(usage: Usage | undefined): [name: string, figure: string | undefined][] {
  const { days = [], wait, workSecsPerMinute } = usage ?? {}
  const videos = sum(days.map((day) => day.videos))
  const failed = sum(days.map((day) => day.failed))
  const share = failed > 0 ? ` (${Math.ceil((failed / (videos + failed)) * 100)} %)` : ''
  const secs = sum(days.map((day) => day.secs))
  const work = workSecsPerMinute && (workSecsPerMinute / 60) * USUAL_SECS
  return [
    ['Videos today', days.at(-1)?.videos.toLocaleString('en')],
    ['Length of all', usage && (secs > 0 ? formatSecs(secs) : '0 s')],
    ['Failed', usage && `${failed.toLocaleString('en')}${share}`],
    ['Typical wait', wait ? formatSecs(wait.medianSecs) : undefined],
    ['95 % wait at most', wait ? formatSecs(wait.p95Secs) : undefined],
    ['Typical render', work ? `${formatSecs(work)} for ${USUAL_SECS} s` : undefined],
  ]
}

const MEASURES = [
  ['videos', 'Videos this month', (count: number) => count.toLocaleString('en')],
  ['secs', 'Length this month', (secs: number) => (secs > 0 ? formatSecs(secs) : '0 s')],
  ['bytes', 'Files this month', formatBytes],
] as const

/** What the operator has limited: how much of it is made or under way. */
function listShares(quota: Usage['quota'] | undefined): { name: string; figure: string; taken: number }[] {
  if (!quota) return []
  return MEASURES.flatMap(([field, name, show]) => {
    const { limit, used, open } = quota[field]
    if (limit === null) return []
    const taken = limit > 0 ? Math.min(1, (used + open) / limit) : 1
    return [{ name, figure: `${show(used + open)} of ${show(limit)}`, taken }]
  })
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}
