import type { Usage } from '@songreel/sdk'
import { songreel } from '../../client.ts'
import { Card } from '../../components/card.tsx'
import { type Reading, useRead } from '../../data/use-read.ts'
import { formatSecs } from '../../format/format.ts'

const DAYS = 7
/** What people think of as a video's length. */
const USUAL_SECS = 30

/** What was made in the last days, by this computer's calendar, and what the month's quota is. */
export function useUsage(): Reading<Usage> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return useRead(() => songreel.service.usage({ days: DAYS, timeZone }))
}

/** What was made in the last days. */
export function Figures({ usage }: { usage: Usage | undefined }) {
  const days = usage?.days ?? Array.from({ length: DAYS }, () => ({ videos: 0 }))
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
            {usage ? sum(counts).toLocaleString('en') : '–'}
          </dd>
        </div>
        {listFigures(usage).map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            {/* Where it is not known, its place is kept. */}
            <dd>{figure ?? '–'}</dd>
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

function sum(numbers: number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}
