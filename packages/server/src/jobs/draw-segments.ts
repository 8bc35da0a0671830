import { deriveWorkKey, renderSegments, type SegmentStore } from '@songreel/render'
import { gatherWork } from '../assets/gather-work.ts'
import { withWorkFolder } from '../assets/work-folder.ts'
import { planRender } from '../batches/plan/plan-render.ts'
import { findOrderedTemplate } from '../catalogue/find-templates.ts'
import { crashPoint } from '../crash-point.ts'
import type { DrawSegmentsJob } from '../queue/all-jobs.ts'
import type { JobRun } from '../queue/job.ts'
import { countOpenJobs } from '../queue/job-table.ts'
import { noteFacts } from '../scope.ts'
import { type KeptSegments, openSegmentStore } from '../segments/open-segment-store.ts'
import type { Services } from '../services.ts'
import type { Run } from '../store/renders/conditions.ts'
import { getRenderWork } from '../store/renders/render-work.ts'
import {
  claimLastSegment,
  noteHelp,
  noteSegmentMade,
  releaseSegments,
  showHelper,
} from '../store/segments/segment-claims.ts'

const SHOW_EVERY_MS = 500

/** The run that is helped, and the work that it does. */
type Helped = Run & { workKey: string }

type HelpRun = Pick<JobRun, 'jobId' | 'signal'> & { job: DrawSegmentsJob }

/**
 * Makes segments of a render that another worker leads, from the last to the first, until none is left. Whatever goes wrong here,
 * the leader makes what is missing; so nothing is tried again, and nothing is reported but to the log.
 */
export async function runDrawSegments(services: Services, helped: Helped, run: HelpRun): Promise<void> {
  const { log, ongoing } = services
  const { orgId, renderId } = helped
  noteFacts({ orgId, renderId })
  const stop = new AbortController()
  const gone = Promise.withResolvers<void>()
  const helper = { callOff: () => stop.abort(), gone: gone.promise }
  ongoing.helpers.add(helper)
  const watch = watchHelp(services, helped, run.jobId, AbortSignal.any([run.signal, stop.signal]))
  try {
    if (!isCrowded(services) && (await watch.show()))
      await help(services, helped, { ...run, signal: watch.signal })
  } catch (error) {
    if (!watch.signal.aborted) log.warn({ renderId, orgId, err: error }, 'help with a render failed')
  } finally {
    watch.stop()
    await releaseSegments(services.db, helped, run.jobId).catch((error) =>
      log.warn({ renderId, orgId, err: error }, 'segments could not be given back'),
    )
    ongoing.helpers.delete(helper)
    gone.resolve()
  }
}

/** Shows that the helper is alive, and ends when its run no longer counts: canceled, finished, or claimed anew. */
function watchHelp({ db, log }: Services, run: Run, jobId: string, outer: AbortSignal) {
  const over = new AbortController()
  let isShowing = false
  const show = async () => {
    const isDrawn = await showHelper(db, run, jobId)
    if (!isDrawn) over.abort()
    return isDrawn
  }
  const timer = setInterval(async () => {
    if (isShowing) return
    isShowing = true
    await show().catch((error) => log.warn({ err: error }, 'a helper could not report that it is alive'))
    isShowing = false
  }, SHOW_EVERY_MS)
  return { show, signal: AbortSignal.any([outer, over.signal]), stop: () => clearInterval(timer) }
}

async function help(services: Services, helped: Helped, { job, jobId, signal }: HelpRun): Promise<void> {
  const { db, config, log } = services
  const { orgId, renderId } = helped
  const work = await getRenderWork(db, orgId, renderId)
  const loaded = await findOrderedTemplate(services, orgId, work.contentId)
  if (!loaded) return
  await withWorkFolder(config.dataDir, renderId, async (folder) => {
    const { version } = loaded.template
    const gathered = await gatherWork(services, work, loaded.template, { folder, signal })
    const plan = planRender(services, work, { loaded, gathered, folder })
    const workKey = deriveWorkKey(plan, { templateVersion: version, hashes: gathered.hashes })
    // The song was changed since, or this worker has other templates.
    if (workKey !== helped.workKey) return
    const kept = openSegmentStore(services, { orgId, mediaId: work.mediaId, workKey, signal })
    const turn = createTurn(services, helped, { job, jobId, kept, threads: plan.threads })
    const { made, cpuSecs } = await renderSegments(plan, {
      signal,
      closedFolders: [config.dataDir],
      timeoutMs: config.renderTimeoutSecs * 1000,
      stallMs: config.renderStallSecs * 1000,
      memoryLimitMb: config.renderMemoryMb,
      segments: turn.segments,
      next: turn.next,
    })
    await noteHelp(db, helped, { jobId, cpuSecs, segments: made })
    log.info({ renderId, orgId, segments: made }, 'helped with a render')
  })
}

type TurnOptions = { job: DrawSegmentsJob; jobId: string; kept: KeptSegments; threads: number }

/** Takes one segment after the other, until none is left, one could not be kept, or another organization waits for help. */
function createTurn(
  services: Services,
  helped: Helped,
  { job, jobId, kept, threads }: TurnOptions,
): { segments: SegmentStore; next(total: number): Promise<number | undefined> } {
  const { db } = services
  const { workKey } = helped
  const inHand = new Set<number>()
  let isOver = false
  let machine = ''
  return {
    segments: {
      ...kept,
      listCandidates: async (search) => {
        machine = search.machine
        return []
      },
      async keep(made, search) {
        if (await kept.tryToKeep(made, search)) {
          inHand.delete(made.index)
          await noteSegmentMade(db, helped, made.index, jobId)
          await crashPoint('segment-handed-over')
        } else isOver = true
      },
    },
    async next(total) {
      // With as many in hand as there are threads, one was made and not kept, and the next would not be either.
      if (isOver || inHand.size >= threads || isCrowded(services)) return undefined
      const { hasOther } = await countOpenJobs(db, job, helped)
      if (hasOther && inHand.size === 0) return undefined
      const position = await claimLastSegment(db, helped, jobId, { total, workKey, machine })
      if (position !== undefined) inHand.add(position)
      await crashPoint('segment-claimed')
      return position
    },
  }
}

/** A render was claimed while this helper was on its way here. */
function isCrowded({ ongoing, config }: Pick<Services, 'ongoing' | 'config'>): boolean {
  return ongoing.renders + ongoing.helpers.size > config.concurrency
}

/** Calls off as many helpers as a render of this worker's own needs, and waits until they are gone. */
export async function makeWay(
  { ongoing, config }: Pick<Services, 'ongoing' | 'config'>,
  { isAlone }: { isAlone: boolean },
): Promise<void> {
  const room = isAlone ? 0 : Math.max(0, config.concurrency - ongoing.renders - 1)
  const going = [...ongoing.helpers].slice(room)
  for (const helper of going) helper.callOff()
  await Promise.all(going.map(({ gone }) => gone))
}
