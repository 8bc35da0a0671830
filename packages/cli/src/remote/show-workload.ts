import type { Workload } from '@songreel/sdk'
import { cleanText, type Paint, padStart, showMark, showTable, truncate } from '../print.ts'

type ShowOptions = {
  url: string
  paint: Paint
  columns?: number
  /** Why this is not how things are now. */
  problem?: string
  isLive?: boolean
}

type Worker = Workload['workers'][number]
type Running = Worker['renders'][number]

const BARS = '▁▂▃▄▅▆▇█'
const BAR_WIDTH = 12
const WIDE_COLUMNS = 110

/** What the stages of a render are called here. */
const STAGES: Record<string, string> = {
  COLLECTING: 'Collecting',
  READING: 'Reading',
  ANALYSING: 'Listening',
  DRAWING: 'Rendering',
  CHECKING: 'Checking',
}

/** The lines of `songreel top`: figures first, then who makes what, whose work waits, and what has failed. */
export function showWorkload(workload: Workload, options: ShowOptions): string[] {
  const { url, paint, problem, isLive } = options
  const time = new Date(workload.at).toTimeString().slice(0, 8)
  const keys = isLive ? paint('dim', '   q quits') : ''
  const head = `${paint('bold', 'songreel top')}  ${cleanText(url)}  ${time}${keys}`
  const parts = [
    [head, ...(problem ? [`${showMark('bad', paint)} ${cleanText(problem)}`] : [])],
    showFigures(workload, paint),
    showWorkers(workload.workers, options),
    showOrganizations(workload.organizations, paint),
    showFailures(workload.failures, paint),
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

function showFigures({ queue, workers, minutes }: Workload, paint: Paint): string[] {
  const { waiting, later, running, oldestWaitSecs, files, webhooks } = queue
  const alive = workers.filter(({ workerId }) => workerId !== null)
  const slots = alive.reduce((sum, worker) => sum + worker.slots, 0)
  const oldest = waiting > 0 ? ` (the first for ${formatSecs(oldestWaitSecs)})` : ''
  const others = [
    ...(later > 0 ? [`${later} later`] : []),
    ...(files ? [`${files} files to fetch`] : []),
    ...(webhooks ? [`${webhooks} webhooks to send`] : []),
  ]
  const failed = minutes.reduce((sum, minute) => sum + minute.failed, 0)
  const whole = minutes.slice(0, -1)
  const ended = whole.reduce((sum, minute) => sum + minute.completed, 0)
  const rate = whole.length > 0 ? ended / whole.length : 0
  const nobody = alive.length === 0 ? `  ${paint('yellow', 'no worker is alive')}` : ''
  return showTable([
    [paint('dim', 'Queue'), [`${waiting} waiting${oldest}`, `${running} running`, ...others].join(' · ')],
    [paint('dim', 'Workers'), `${alive.length} alive · ${slots} slots${nobody}`],
    [
      paint('dim', 'Finished'),
      [
        `${whole.at(-1)?.completed ?? 0} in the last minute`,
        `${rate.toFixed(1)} a minute`,
        drawBars(minutes.map((minute) => minute.completed)),
        failed > 0 ? paint('red', `${failed} failed`) : 'none failed',
      ].join(' · '),
    ],
  ])
}

/** One bar per minute; nothing is a gap. */
function drawBars(counts: number[]): string {
  const most = Math.max(1, ...counts)
  return counts
    .map((count) => (count === 0 ? '·' : BARS[Math.ceil((count / most) * BARS.length) - 1]))
    .join('')
}

function showWorkers(workers: Worker[], { paint, columns = 80 }: ShowOptions): string[] {
  const isWide = columns >= WIDE_COLUMNS
  const rows = workers.flatMap((worker) => {
    const name = nameWorker(worker)
    if (worker.renders.length === 0) return [[name, paint('dim', 'idle'), '', '', '', '', '']]
    return worker.renders.map((render, index) => [index === 0 ? name : '', ...showRender(render, isWide)])
  })
  if (rows.length === 0) return []
  const head = ['WORKER', 'RENDER', 'TEMPLATE', 'STAGE', 'PROGRESS', 'SPEED', 'LEFT']
  return showTable([head.map((word) => paint('dim', word)), ...rows])
}

/** `machine:pid (2 slots, 4 threads)`; to an organization machines have no names. */
function nameWorker({ workerId, host, pid, slots, threads }: Worker): string {
  if (workerId === null) return 'worker lost'
  const name = host === null ? workerId.slice(0, 8) : `${truncate(cleanText(host), 24)}:${pid}`
  return `${name} (${slots} × ${threads ?? '?'} threads)`
}

function showRender(render: Running, isWide: boolean): string[] {
  const { renderId, contentId, status, phase, progress, framesPerSec, etaSecs } = render
  const stage = status === 'UPLOADING' ? 'Storing' : (STAGES[phase ?? ''] ?? 'Starting')
  const filled = Math.round((progress / 100) * BAR_WIDTH)
  const bar = isWide ? `${'━'.repeat(filled)}${'─'.repeat(BAR_WIDTH - filled)} ` : ''
  return [
    cleanText(renderId),
    cleanText(contentId),
    stage,
    `${bar}${padStart(String(Math.round(progress)), 3)} %`,
    framesPerSec === null ? '' : `${Math.round(framesPerSec)} fps`,
    etaSecs === null ? '' : formatSecs(etaSecs),
  ]
}

function showOrganizations(organizations: Workload['organizations'], paint: Paint): string[] {
  if (organizations.length === 0) return []
  const head = ['ORGANIZATION', 'WAITING', 'LATER', 'RUNNING', ''].map((word) => paint('dim', word))
  const rows = organizations.map(({ name, orgId, waiting, later, running }) => [
    truncate(cleanText(name), 32),
    ...[waiting, later, running].map(String),
    cleanText(orgId),
  ])
  return showTable([head, ...rows])
}

function showFailures(failures: Workload['failures'], paint: Paint): string[] {
  if (failures.length === 0) return []
  const head = ['FAILED', 'RENDER', 'WHY', 'TEMPLATE', 'ORGANIZATION'].map((word) => paint('dim', word))
  const rows = failures.map(({ at, renderId, code, contentId, orgId }) => [
    new Date(at).toTimeString().slice(0, 8),
    cleanText(renderId),
    paint('red', cleanText(code ?? 'unknown')),
    cleanText(contentId),
    cleanText(orgId),
  ])
  return showTable([head, ...rows])
}

function formatSecs(secs: number): string {
  if (secs < 120) return `${Math.round(secs)} s`
  return secs < 7200 ? `${Math.round(secs / 60)} min` : `${Math.round(secs / 3600)} h`
}
