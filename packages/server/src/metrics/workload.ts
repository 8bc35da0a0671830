import type { Workload } from '@songreel/contract'
import { collectAssetJob, deliverWebhookJob } from '../queue/all-jobs.ts'
import { countWaitingJobs } from '../queue/job-table.ts'
import type { Db } from '../store/schema.ts'
import { listWorkers, type WorkerRow } from '../store/workers.ts'
import {
  countByOrganization,
  countEnded,
  listFailures,
  listRunning,
  pickBusiest,
  type RunningRow,
} from '../store/workload.ts'
import { ALIVE_SECS } from './work-state.ts'

type RunningRender = Workload['workers'][number]['renders'][number]

/** Progress of the first and of the last frame; before and after it files are read and checked. */
const [DRAWING_FROM, DRAWING_TO] = [15, 90]

/**
 * What waits, who makes what, and what has ended lately: of one organization, or of all for the operator, who alone sees
 * machines.
 */
export async function readWorkload(db: Db, orgId: string | undefined): Promise<Workload> {
  const isOperator = orgId === undefined
  const [running, loads, minutes, failures, workers, jobs] = await Promise.all([
    listRunning(db, orgId),
    countByOrganization(db, orgId),
    countEnded(db, orgId),
    listFailures(db, orgId),
    listWorkers(db, ALIVE_SECS),
    isOperator ? countWaitingJobs(db, [collectAssetJob, deliverWebhookJob]) : undefined,
  ])
  const sum = (key: 'waiting' | 'later' | 'running') => loads.reduce((all, load) => all + load[key], 0)
  return {
    at: new Date().toISOString(),
    queue: {
      waiting: sum('waiting'),
      later: sum('later'),
      running: sum('running'),
      oldestWaitSecs: Math.max(0, ...loads.map((load) => load.oldestWaitSecs)),
      files: jobs ? (jobs[collectAssetJob.name]?.depth ?? 0) : null,
      webhooks: jobs ? (jobs[deliverWebhookJob.name]?.depth ?? 0) : null,
    },
    workers: shareOut(workers, running, isOperator),
    organizations: pickBusiest(loads),
    minutes,
    failures,
  }
}

function shareOut(workers: WorkerRow[], running: RunningRow[], isOperator: boolean): Workload['workers'] {
  const alive = new Set(workers.map(({ workerId }) => workerId))
  const records = workers.map(({ workerId, slots, startedAt, facts }) => ({
    workerId,
    host: isOperator ? (facts.host ?? null) : null,
    pid: isOperator ? (facts.pid ?? null) : null,
    version: facts.version ?? null,
    threads: facts.threads ?? null,
    slots,
    startedAt,
    renders: running.filter((render) => render.workerId === workerId).map(toRunningRender),
  }))
  const adrift = running.filter(({ workerId }) => workerId === null || !alive.has(workerId))
  if (adrift.length === 0) return records
  const nobody = {
    workerId: null,
    host: null,
    pid: null,
    version: null,
    threads: null,
    slots: 0,
    startedAt: null,
  }
  return [...records, { ...nobody, renders: adrift.map(toRunningRender) }]
}

/** What is left of the frames, in the time that is left. */
function toRunningRender({ workerId: _, ...render }: RunningRow): RunningRender {
  const { phase, progress, frames, etaSecs } = render
  const left = frames * (1 - (progress - DRAWING_FROM) / (DRAWING_TO - DRAWING_FROM))
  const isDrawn = phase === 'DRAWING' && progress > DRAWING_FROM && left > 0
  return { ...render, framesPerSec: isDrawn && etaSecs ? left / etaSecs : null }
}
