import type { RebuildDryRun, SegmentCount } from '@songreel/contract'
import { countKeptSegments, deriveWorkKey } from '@songreel/render'
import { gatherWork } from '../assets/gather-work.ts'
import { withWorkFolder } from '../assets/work-folder.ts'
import { shareOfWork } from '../batches/plan/estimate-work.ts'
import { planRender } from '../batches/plan/plan-render.ts'
import { findOrderedTemplate } from '../catalogue/find-templates.ts'
import type { Services } from '../services.ts'
import { getRenderWork } from '../store/renders/render-work.ts'
import { openSegmentStore } from './open-segment-store.ts'

/** People wait for a dry run, and proxies end requests at which nothing moves. */
const LOOK_MS = 20_000

type Asking = { orgId: string; signal: AbortSignal }

/**
 * Adds to a dry run how many segments of each video are kept already, as far as that can be told while somebody waits: the
 * engine gets ready for each video as if it were drawn. What is unknown is left out. Organizations take turns, as for previews.
 */
export async function addKeptSegments(
  services: Services,
  plan: RebuildDryRun,
  { orgId, signal }: Asking,
): Promise<RebuildDryRun> {
  if (services.config.segmentMb === 0 || plan.renders.length === 0) return plan
  const ended = AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)])
  const giveBack = await services.ongoing.previewTurns.take(orgId, ended)
  if (!giveBack) return plan
  try {
    const renders: RebuildDryRun['renders'] = []
    for (const render of plan.renders) {
      const segments = ended.aborted
        ? undefined
        : await tryToCount(services, render.renderId, { orgId, signal: ended })
      const estimateSecs = segments ? shareOfWork(render.estimateSecs, segments) : render.estimateSecs
      renders.push({ ...render, estimateSecs, ...(segments && { segments }) })
    }
    const secs = Math.round(renders.reduce((sum, { estimateSecs }) => sum + estimateSecs, 0))
    return { ...plan, renders, estimate: { ...plan.estimate, secs } }
  } finally {
    giveBack()
  }
}

/** A file may be on its way, or be gone: the render would wait for it or say so, and this says nothing. */
async function tryToCount(
  services: Services,
  renderId: string,
  asking: Asking,
): Promise<SegmentCount | undefined> {
  try {
    return await countKept(services, renderId, asking)
  } catch (error) {
    services.log.debug({ err: error, renderId }, 'kept segments could not be counted')
    return undefined
  }
}

/** A render's row is read together with its song as it is now, so its plan is that of the video which would replace it. */
async function countKept(
  services: Services,
  renderId: string,
  { orgId, signal }: Asking,
): Promise<SegmentCount | undefined> {
  const { db, config } = services
  const work = await getRenderWork(db, orgId, renderId)
  const loaded = await findOrderedTemplate(services, orgId, work.contentId)
  if (!loaded) return undefined
  return withWorkFolder(config.dataDir, 'count', async (folder) => {
    const gathered = await gatherWork(services, work, loaded.template, { folder, signal })
    // A video of several songs is put together from chapters, which are not looked through one by one.
    if ('chapters' in gathered) return undefined
    const plan = planRender(services, work, { loaded, gathered, folder })
    const { hashes } = gathered
    const workKey = deriveWorkKey(plan, { templateVersion: loaded.template.version, hashes })
    const segments = openSegmentStore(services, { orgId, mediaId: work.mediaId, workKey, signal })
    return countKeptSegments(plan, {
      segments,
      signal,
      closedFolders: [config.dataDir],
      memoryLimitMb: config.renderMemoryMb,
    })
  })
}
