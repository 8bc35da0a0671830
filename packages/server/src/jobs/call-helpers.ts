import type { RenderProgress } from '@songreel/render'
import { crashPoint } from '../crash-point.ts'
import { describeDrawSegments } from '../queue/all-jobs.ts'
import { countOpenJobs } from '../queue/job-table.ts'
import type { Services } from '../services.ts'
import type { ClaimedRun } from '../store/renders/claim-run.ts'
import { claimSegment, countMadeByHelpers, LEADER } from '../store/segments/segment-claims.ts'
import { countOtherSlots } from '../store/workers.ts'

const LOOK_EVERY_MS = 2000
/** So many segments there must be for each helper. */
const SEGMENTS_A_HELPER = 3
/** A worker counts as alive for so long after it was seen. */
const ALIVE_SECS = 20
/** Helpers may be lost, and others are asked for; but where that happens so often, something is wrong. */
const MOST_TIMES = 3

type CallOptions = { workKey: string; framesPerSegment: number; listInHand(): number[] }

/** Asks for helpers. */
export type HelperCall = {
  /** Whether helpers were asked for, so that every segment must be claimed. */
  isShared(): boolean
  note(progress: RenderProgress, machine: string): void
  /** How many segments helpers had made at the last look. */
  countMade(): number
  /** How many helpers there were, or were waited for. */
  countHelpers(): number
  /** Ends when nothing is being asked any more. */
  settled(): Promise<void>
}

/** Asks for helpers as long as that pays, and for others when some are lost. */
export function createHelperCall(services: Services, run: ClaimedRun, options: CallOptions): HelperCall {
  const { db, log, queue, config } = services
  const { workKey, listInHand } = options
  const { orgId, renderId, fence } = run
  let isShared = false
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> = Promise.resolve()
  let [asked, most, made, helpers] = [0, 0, 0, 0]

  async function look(progress: RenderProgress, machine: string): Promise<void> {
    const job = describeDrawSegments(machine)
    const { open, ofThis } = await countOpenJobs(db, job, run)
    helpers = ofThis
    if (isShared) made = await countMadeByHelpers(db, run)
    const more = await countMore(services, { ...options, progress, machine, open, ofThis })
    most = Math.max(most, ofThis + more)
    if (more === 0 || asked + more > most * MOST_TIMES) return
    if (!isShared) {
      isShared = true
      // Helpers must not make what threads here have begun.
      for (const index of listInHand()) await claimSegment(db, run, index, LEADER)
    }
    const entry = { payload: { orgId, renderId, fence, workKey }, orgId }
    await queue.enqueueMany(
      db,
      job,
      Array.from({ length: more }, () => entry),
    )
    asked += more
    log.info({ renderId, orgId, helpers: more }, 'render is shared with other workers')
    await crashPoint('helpers-asked')
  }

  return {
    isShared: () => isShared,
    note(progress, machine) {
      const nowMs = performance.now()
      // A render that has lost a worker takes no others along.
      if (nowMs - lookedAtMs < LOOK_EVERY_MS || config.renderHelpers === 0 || run.losses > 0) return
      if (progress.stage !== 'DRAWING' || progress.frames === 0) return
      lookedAtMs = nowMs
      looking = looking.then(() =>
        look(progress, machine).catch((error) =>
          log.warn({ err: error, renderId, orgId }, 'a render could not be shared'),
        ),
      )
    },
    countMade: () => made,
    countHelpers: () => helpers,
    settled: () => looking,
  }
}

type Situation = CallOptions & { progress: RenderProgress; machine: string; open: number; ofThis: number }

/** How many more helpers are worth it, and can be had. One may always wait for its turn, so that no organization keeps all to itself. */
async function countMore(
  { db, config, ongoing }: Services,
  { progress, machine, open, ofThis, framesPerSegment }: Situation,
): Promise<number> {
  const { etaSecs, frames, frameCount } = progress
  // A helper needs some seconds to begin.
  if (etaSecs === null || etaSecs < config.shareFromSecs) return 0
  const { workerId } = ongoing
  const { slots, idle } = await countOtherSlots(db, { machine, workerId, withinSecs: ALIVE_SECS })
  if (slots === 0) return 0
  const missing = (frameCount - frames) / framesPerSegment
  const most = Math.min(config.renderHelpers, Math.floor(missing / SEGMENTS_A_HELPER)) - ofThis
  return Math.max(0, Math.min(most, Math.max(idle - open, ofThis === 0 ? 1 : 0)))
}
