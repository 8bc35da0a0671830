import {
  deriveWorkKey,
  OUTPUT_FORMATS,
  type RenderedVideo,
  type RenderPlan,
  type RenderProgress,
  type RenderStage,
  renderVideo,
} from '@songreel/render'
import { readRoom } from '../assets/disk-room.ts'
import { addFileName, type GatheredFiles } from '../assets/gather-files.ts'
import { gatherWork, listWorkAssets } from '../assets/gather-work.ts'
import { assertQuota } from '../assets/storage-quota.ts'
import { withWorkFolder } from '../assets/work-folder.ts'
import { claimRender } from '../batches/claim-render.ts'
import { renewTicket } from '../batches/enqueue-renders.ts'
import { parkRender } from '../batches/park-render.ts'
import { planRender } from '../batches/plan/plan-render.ts'
import { findOrderedTemplate, type OfferedTemplate } from '../catalogue/find-templates.ts'
import { crashPoint } from '../crash-point.ts'
import { collectAssetJob } from '../queue/all-jobs.ts'
import type { JobRun } from '../queue/job.ts'
import { noteFacts } from '../scope.ts'
import { openSegmentStore } from '../segments/open-segment-store.ts'
import type { Services } from '../services.ts'
import type { ClaimedRun } from '../store/renders/claim-run.ts'
import { enterStatus } from '../store/renders/enter-status.ts'
import { getRenderWork, type RenderWork } from '../store/renders/render-work.ts'
import { inSpan } from '../trace/tracing.ts'
import { WorkError } from '../work-error.ts'
import { makeWay } from './draw-segments.ts'
import { giveBack } from './give-back.ts'
import { linkIdentical } from './link-identical.ts'
import { enterRoom, failLost, isAlone, isLostForGood } from './lost-runs.ts'
import { describeMadeFrom } from './made-from.ts'
import { publishVideo } from './publish-video.ts'
import type { RunEnd } from './run-end.ts'
import { pickRunFacts } from './run-facts.ts'
import { type RunWatch, watchRun } from './run-watch.ts'
import { settleFailure } from './settle-failure.ts'
import { type SharedRender, shareRender } from './share-render.ts'
import { STAGES, traceEngine, traceRun } from './trace-run.ts'

/** How many times longer a render waits for disk space than after an error, because somebody has to free some. */
const ROOM_WAIT_FACTOR = 6

/** Makes the next video of an organization. Safe to run again: every step starts from what is stored. */
export async function runRenderVideo(
  services: Services,
  { orgId, tag }: { orgId: string; tag: number },
  { jobId, signal, isHeld }: JobRun,
): Promise<RunEnd> {
  const { workerId } = services.ongoing
  const run = await claimRender(services.db, { jobId, orgId, tag, workerId, isHeld })
  if (!run) {
    await renewTicket(services, orgId)
    return 'none'
  }
  noteFacts({ ...pickRunFacts(run), requestId: run.origin?.requestId })
  await crashPoint('render-claimed')
  return traceRun(services.tracing, run, () => runClaimed(services, run, signal))
}

async function runClaimed(services: Services, run: ClaimedRun, signal: AbortSignal): Promise<RunEnd> {
  if (isLostForGood(run)) return failLost(services, run)
  const watch = watchRun(services, run, signal)
  try {
    await makeWay(services, { isAlone: isAlone(services, run) })
    const leaveRoom = await enterRoom(services, run, watch)
    services.ongoing.renders++
    return await makeVideo(services, run, watch).finally(() => {
      services.ongoing.renders--
      leaveRoom()
    })
  } catch (error) {
    return await settleFailure(services, run, watch, error)
  } finally {
    watch.stop()
  }
}

async function makeVideo(services: Services, run: ClaimedRun, watch: RunWatch): Promise<RunEnd> {
  const { db, config, metrics, queue, tracing } = services
  const { lack: waitingFor } = await readRoom(config)
  if (waitingFor) {
    const afterSecs = Math.max(1, ROOM_WAIT_FACTOR * config.renderRetrySecs)
    const how = { countsAsError: false, afterSecs, waitingFor }
    await giveBack(services, run, { cause: 'disk', reason: waitingFor, ...how })
    return 'returned'
  }
  const startedMs = performance.now()
  const work = await getRenderWork(db, run.orgId, run.renderId)
  const loaded = await findOrderedTemplate(services, work.orgId, work.contentId)
  if (!loaded) throw new Error(`the template ${work.contentId} is not installed on this worker`)
  const wanted = await listWorkAssets(db, work, loaded.template)
  if (wanted.length > 0 && (await parkRender(services, run, wanted))) {
    queue.look(collectAssetJob)
    return 'parked'
  }
  services.log.info(pickRunFacts(run), 'render started')
  await withWorkFolder(config.dataDir, run.renderId, async (folder) => {
    const gather = { folder, signal: watch.signal }
    const gathered = await inSpan(tracing, 'gather', { isLeaf: true }, () =>
      gatherWork(services, work, loaded.template, gather),
    )
    metrics.noteStage('collect', secsSince(startedMs))
    refuseTooLong(services, work, loaded, gathered)
    await crashPoint('files-gathered')
    const plan = planRender(services, work, { loaded, gathered, folder })
    const { hashes } = gathered
    const workKey = deriveWorkKey(plan, { templateVersion: loaded.template.version, hashes })
    const madeFrom = describeMadeFrom(work, loaded, gathered)
    if (await linkIdentical(services, run, { work, workKey, madeFrom }))
      return noteSuccess(services, run, startedMs)
    // Check now rather than after the work; the exact check follows when the size is known.
    await assertQuota(services, work.orgId, 0)
    const video = await draw(services, run, watch, { plan, gathered, work, workKey })
    await mustEnter(services, run, 'UPLOADING', watch)
    const storingMs = performance.now()
    await inSpan(tracing, 'store', { isLeaf: true }, () =>
      publishVideo(services, run, { work, workKey, madeFrom, video, watch }),
    )
    metrics.noteStage('store', secsSince(storingMs))
    noteSuccess(services, run, startedMs, video)
  })
  return 'ended'
}

/** What the engine is given. */
type Drawing = {
  plan: RenderPlan
  gathered: Pick<GatheredFiles, 'found'>
  work: RenderWork
  workKey: string
}

/** Runs the engine, in a process of its own. */
async function draw(
  services: Services,
  run: ClaimedRun,
  watch: RunWatch,
  { plan, gathered, work, workKey }: Drawing,
): Promise<RenderedVideo> {
  const { config, metrics, tracing } = services
  await mustEnter(services, run, 'RENDERING', watch)
  const shared = openShared(services, run, { plan, work, workKey, signal: watch.signal })
  const video = await traceEngine(tracing, () =>
    renderVideo(plan, {
      signal: watch.signal,
      closedFolders: [config.dataDir],
      timeoutMs: limitSecs(config, plan) * 1000,
      stallMs: config.renderStallSecs * 1000,
      memoryLimitMb: config.renderMemoryMb,
      ...(shared && { segments: shared.segments }),
      onProgress: (progress) => watch.note(toProgress(shared?.note(progress) ?? progress)),
    }).catch((error) => {
      throw addFileName(error, gathered)
    }),
  ).finally(() => shared?.stop())
  for (const [stage, tookMs] of Object.entries(video.stages))
    metrics.noteStage(STAGES[stage as RenderStage], tookMs / 1000)
  await crashPoint('video-made')
  // What helpers made for this run was not there before.
  const { total, kept } = video.segments
  const segments = { total, kept: kept - (shared?.countHelped() ?? 0) }
  metrics.noteSegments({ kept: segments.kept, made: total - segments.kept })
  return { ...video, segments }
}

/** What is kept of earlier runs and videos, and can be made by other workers; nothing for a video that is to be made anew. */
function openShared(
  services: Services,
  run: ClaimedRun,
  { plan, work, workKey, signal }: Omit<Drawing, 'gathered'> & { signal: AbortSignal },
): SharedRender | undefined {
  const { orgId, mediaId, isFresh } = work
  if (isFresh || services.config.segmentMb === 0) return undefined
  const kept = openSegmentStore(services, { orgId, mediaId, workKey, signal })
  const framesPerSegment = OUTPUT_FORMATS[plan.format].segmentSecs * plan.fps
  return shareRender(services, run, { workKey, kept, framesPerSegment, signal })
}

function noteSuccess(
  { log, metrics }: Services,
  run: ClaimedRun,
  startedMs: number,
  video?: RenderedVideo,
): void {
  const tookSecs = secsSince(startedMs)
  metrics.noteRenderEnd({ status: 'COMPLETED', template: run.contentId, tookSecs, frames: video?.frames })
  const facts = {
    ...pickRunFacts(run),
    tookMs: Math.round(tookSecs * 1000),
    ...(!video && { isLinked: true }),
  }
  log.info(facts, 'render finished')
}

function secsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000
}

/** The job as a whole may take so long; see `renderVideoJob`. */
const LONGEST_RENDER_SECS = 2.5 * 60 * 60

/** A video of an album may take as long as those of its songs. */
function limitSecs({ renderTimeoutSecs }: Services['config'], { chapters }: RenderPlan): number {
  const songs = chapters?.length ?? 1
  return Math.max(renderTimeoutSecs, Math.min(songs * renderTimeoutSecs, LONGEST_RENDER_SECS))
}

/** Only now is it known how long the whole song is. */
function refuseTooLong(
  { config }: Services,
  { videoSettings, albumOrder }: RenderWork,
  { template }: OfferedTemplate,
  { songSecs }: Pick<GatheredFiles, 'songSecs'>,
): void {
  if (albumOrder?.kind === 'VIDEO') refuseLongAlbum(config, songSecs)
  if (albumOrder) return
  const takesWhole = template.defaults.excerpt.kind === 'WHOLE' || videoSettings.isWholeSong
  const isWhole = takesWhole && !videoSettings.audioStartEndSecs
  if (!isWhole || songSecs === null || songSecs <= config.maxOutputSecs) return
  const seen = `The whole song lasts ${Math.round(songSecs)} s, and a video may last ${config.maxOutputSecs} s.`
  const field = 'videoSettings.audioStartEndSecs'
  throw new WorkError('AUDIO_RANGE_INVALID', { seen, advice: 'Choose a part of it.', field })
}

function refuseLongAlbum({ maxOutputSecs }: Services['config'], songsSecs: number | null): void {
  if (songsSecs === null || songsSecs <= maxOutputSecs) return
  const seen = `The songs of the album last ${Math.round(songsSecs)} s, and a video may last ${maxOutputSecs} s.`
  throw new WorkError('AUDIO_RANGE_INVALID', { seen, advice: 'Name fewer with mediaIds.', field: 'mediaIds' })
}

async function mustEnter(
  services: Services,
  run: ClaimedRun,
  status: 'RENDERING' | 'UPLOADING',
  watch: RunWatch,
): Promise<void> {
  watch.signal.throwIfAborted()
  if (!(await enterStatus(services.db, run, status, isAlone(services, run)))) watch.lose()
}

/** Collecting is 1 to 10, analysis 10 to 15, frames 15 to 90, checking and storing 90 to 99. */
function toProgress({ stage, frames, frameCount, etaSecs, looked }: RenderProgress) {
  const share = frameCount > 0 ? frames / frameCount : 0
  const analysed = looked ? looked.chapters / looked.of : 0
  const progress = { READING: 10, ANALYSING: 12 + 3 * analysed, DRAWING: 15 + 75 * share, CHECKING: 92 }[
    stage
  ]
  return { progress, phase: stage, etaSecs, ...(frameCount > 0 && { frames: frameCount }) }
}
