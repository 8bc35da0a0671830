import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import {
  deriveWorkKey,
  OUTPUT_FORMATS,
  planVideo,
  type RenderedVideo,
  type RenderPlan,
  type RenderProgress,
  type RenderStage,
  renderVideo,
} from '@songreel/render'
import type { LoadedTemplate } from '@songreel/templates'
import { readRoom } from '../assets/disk-room.ts'
import { type GatheredFiles, gatherFiles, listWantedAssets, nameFile } from '../assets/gather-files.ts'
import { demandQuota, reserveFiles } from '../assets/storage-quota.ts'
import { withStorage } from '../assets/with-storage.ts'
import { withWorkFolder } from '../assets/work-folder.ts'
import { claimRender } from '../batches/claim-render.ts'
import { renewTicket } from '../batches/enqueue-renders.ts'
import { finishRender } from '../batches/finish-render.ts'
import { parkRender } from '../batches/park-render.ts'
import { crashPoint } from '../crash-point.ts'
import type { Stage } from '../metrics/metrics.ts'
import { collectAssetJob } from '../queue/all-jobs.ts'
import type { JobRun } from '../queue/job.ts'
import type { Services } from '../services.ts'
import { newId } from '../store/new-id.ts'
import { findOutputOfWork, holdOutput, insertOutput } from '../store/outputs.ts'
import { forgetPendingFiles } from '../store/pending-files.ts'
import type { ClaimedRun } from '../store/renders/claim-run.ts'
import { enterStatus } from '../store/renders/enter-status.ts'
import { hasEnded } from '../store/renders/finish-run.ts'
import { getRenderWork, type RenderWork } from '../store/renders/render-work.ts'
import { PATIENT_PAUSES_MS } from '../store/retry-transient.ts'
import type { NewFile } from '../store/stored-bytes.ts'
import { inLastingTransaction, type Tx } from '../store/transaction.ts'
import { WorkError } from '../work-error.ts'
import { giveBack } from './give-back.ts'
import { enterRoom, failLost, isAlone, isLostForGood } from './lost-runs.ts'
import { pickRunFacts } from './run-facts.ts'
import { type RunWatch, watchRun } from './run-watch.ts'
import { settleFailure } from './settle-failure.ts'

/** So many times longer than after an error a render waits for room: somebody has to make it. */
const ROOM_WAIT_FACTOR = 6

/** The engine's stages under the names of the figures. */
const STAGES: Record<RenderStage, Stage> = {
  READING: 'read',
  ANALYSING: 'analyse',
  DRAWING: 'draw',
  CHECKING: 'check',
}

/** Makes the next video of an organization. Safe to run again: every step starts from what is stored. */
export async function runRenderVideo(
  services: Services,
  { orgId, tag }: { orgId: string; tag: number },
  { jobId, signal, isHeld }: JobRun,
): Promise<void> {
  const run = await claimRender(services.db, { jobId, orgId, tag, isHeld })
  if (!run) return renewTicket(services, orgId)
  await crashPoint('render-claimed')
  if (isLostForGood(run)) return failLost(services, run)
  const watch = watchRun(services, run, signal)
  try {
    const leaveRoom = await enterRoom(services, run, watch)
    services.ongoing.renders++
    await makeVideo(services, run, watch).finally(() => {
      services.ongoing.renders--
      leaveRoom()
    })
  } catch (error) {
    await settleFailure(services, run, watch, error)
  } finally {
    watch.stop()
  }
}

async function makeVideo(services: Services, run: ClaimedRun, watch: RunWatch): Promise<void> {
  const { db, config, metrics, queue } = services
  const { lack: waitingFor } = await readRoom(config)
  if (waitingFor) {
    const afterSecs = Math.max(1, ROOM_WAIT_FACTOR * config.renderRetrySecs)
    const how = { countsAsError: false, afterSecs, waitingFor }
    await giveBack(services, run, { cause: 'disk', reason: waitingFor, ...how })
    return
  }
  const startedMs = performance.now()
  const work = await getRenderWork(db, run.orgId, run.renderId)
  const loaded = services.templates.get(work.contentId)
  if (!loaded) throw new Error(`the template ${work.contentId} is not installed on this worker`)
  const wanted = listWantedAssets(work, loaded.template.needs)
  if (wanted.length > 0 && (await parkRender(services, run, wanted))) return queue.look(collectAssetJob)
  services.log.info(pickRunFacts(run), 'render started')
  await withWorkFolder(config.dataDir, run.renderId, async (folder) => {
    const gather = { folder, signal: watch.signal }
    const gathered = await gatherFiles(services, work, loaded.template.needs, gather)
    metrics.noteStage('collect', secsSince(startedMs))
    refuseTooLong(services, work, loaded, gathered)
    await crashPoint('files-gathered')
    const plan = planRender(services, work, { loaded, gathered, folder })
    const { hashes } = gathered
    const workKey = deriveWorkKey(plan, { templateVersion: loaded.template.version, hashes })
    if (await linkIdentical(services, run, work, workKey)) return noteSuccess(services, run, startedMs)
    // Better now than after the work; the exact count comes when the size is known.
    await demandQuota(services, work.orgId, 0)
    const video = await draw(services, run, watch, { plan, gathered })
    await mustEnter(services, run, 'UPLOADING', watch)
    const storingMs = performance.now()
    await publish(services, run, { work, workKey, video, watch })
    metrics.noteStage('store', secsSince(storingMs))
    noteSuccess(services, run, startedMs, video)
  })
}

/** The engine's part, in a process of its own. */
async function draw(
  services: Services,
  run: ClaimedRun,
  watch: RunWatch,
  { plan, gathered }: { plan: RenderPlan; gathered: GatheredFiles },
): Promise<RenderedVideo> {
  const { config, metrics } = services
  await mustEnter(services, run, 'RENDERING', watch)
  const video = await renderVideo(plan, {
    signal: watch.signal,
    closedFolders: [config.dataDir],
    timeoutMs: config.renderTimeoutSecs * 1000,
    stallMs: config.renderStallSecs * 1000,
    memoryLimitMb: config.renderMemoryMb,
    onProgress: (progress) => watch.note(toProgress(progress)),
  }).catch((error) => {
    throw nameFile(error, gathered)
  })
  for (const [stage, tookMs] of Object.entries(video.stages))
    metrics.noteStage(STAGES[stage as RenderStage], tookMs / 1000)
  await crashPoint('video-made')
  return video
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

/** Only now is it known how long the whole song is. */
function refuseTooLong(
  { config }: Services,
  { videoSettings }: RenderWork,
  { template }: LoadedTemplate,
  { songSecs }: GatheredFiles,
): void {
  const isWhole = template.defaults.excerpt.kind === 'WHOLE' && !videoSettings.audioStartEndSecs
  if (!isWhole || songSecs === null || songSecs <= config.maxOutputSecs) return
  const seen = `The whole song lasts ${Math.round(songSecs)} s, and a video may last ${config.maxOutputSecs} s.`
  const field = 'videoSettings.audioStartEndSecs'
  throw new WorkError('AUDIO_RANGE_INVALID', { seen, advice: 'Choose a part of it.', field })
}

/** Identical work is not done twice: the render gets the output that is there. */
async function linkIdentical(
  services: Services,
  run: ClaimedRun,
  work: RenderWork,
  workKey: string,
): Promise<boolean> {
  if (work.isFresh) return false
  const output = await findOutputOfWork(services.db, work.orgId, workKey)
  if (!output) return false
  const size = await withStorage(() => services.storage.findSize(output.videoKey))
  if (size === undefined) return false
  const { outputId, excerpt, frames } = output
  const outcome = { status: 'COMPLETED', outputId, excerpt, frames } as const
  return inLastingTransaction(services.db, async (transaction, isRepeat) => {
    if (isRepeat && (await hasEnded(transaction, run, outcome))) return true
    if (!(await holdOutput(transaction, { orgId: work.orgId, outputId }, services.config.retentionDays)))
      return false
    await crashPoint('output-held')
    return finishRender(services, run, outcome, transaction)
  })
}

type Publication = { work: RenderWork; workKey: string; video: RenderedVideo; watch: RunWatch }

/** The files are there before the rows that name them; only the run that still counts can name them. */
async function publish(
  services: Services,
  run: ClaimedRun,
  { work, workKey, video, watch }: Publication,
): Promise<void> {
  const { storage, config } = services
  const { signal } = watch
  const folder = `renders/${work.orgId}/${work.renderId}/${run.fence}`
  const store = (open: () => Readable, name: string) =>
    withStorage(() => {
      const maxBytes = Number.MAX_SAFE_INTEGER
      return storage.putStream(open(), () => `${folder}/${name}`, { maxBytes, signal })
    }, signal)
  const captions = Object.entries(video.captions ?? {}).map(([kind, text]) => ({
    name: `captions.${kind}`,
    text,
  }))
  const names = [work.fileName, 'poster.jpg', ...captions.map(({ name }) => name)]
  const keys = names.map((name) => `${folder}/${name}`)
  await reserveFiles(services, work.orgId, await measure(keys, video))
  await crashPoint('files-noted')
  const stored = await store(() => createReadStream(video.file), work.fileName)
  await crashPoint('video-stored')
  const poster = await store(() => createReadStream(video.poster), 'poster.jpg')
  for (const { name, text } of captions) await store(() => Readable.from([Buffer.from(text)]), name)
  await crashPoint('files-stored')
  const outputId = newId('output')
  const { excerpt, frames } = video
  const outcome = { status: 'COMPLETED', outputId, excerpt, frames } as const
  const end = async (transaction: Tx, isRepeat: boolean) => {
    if (isRepeat && (await hasEnded(transaction, run, outcome))) return
    await insertOutput(transaction, {
      outputId,
      orgId: work.orgId,
      workKey,
      videoKey: stored.key,
      posterKey: poster.key,
      ...(video.captions && { srtKey: `${folder}/captions.srt`, vttKey: `${folder}/captions.vtt` }),
      contentType: OUTPUT_FORMATS[work.videoSettings.format].contentType,
      ...stored,
      durationSecs: video.durationSecs,
      width: work.width,
      height: work.height,
      frames,
      excerpt,
      checks: video.checks,
      warnings: video.warnings.map((warning) => warning.message),
      retentionDays: config.retentionDays,
    })
    if (!(await finishRender(services, run, outcome, transaction))) watch.lose()
    if (!(await forgetPendingFiles(transaction, keys)))
      throw new Error('the files were swept before they were named')
  }
  // A video that is made is worth waiting for a server that restarts.
  await inLastingTransaction(services.db, end, { pausesMs: PATIENT_PAUSES_MS, signal })
}

/** Poster and captions go with their video and are not counted. */
async function measure([videoKey = '', ...others]: string[], { file }: RenderedVideo): Promise<NewFile[]> {
  const { size } = await stat(file)
  return [{ key: videoKey, bytes: size }, ...others.map((key) => ({ key, bytes: 0 }))]
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

type Prepared = { loaded: LoadedTemplate; gathered: GatheredFiles; folder: string }

function planRender({ config, ongoing }: Services, work: RenderWork, { loaded, gathered, folder }: Prepared) {
  const { theme, variation, seed } = work
  const order = {
    template: { ...loaded.template, url: loaded.url },
    settings: work.videoSettings,
    data: work.requiredData,
    song: work,
    files: gathered.files,
    theme,
    variation,
    seed,
    watermark: work.isTest,
  }
  return planVideo(order, {
    folder,
    outFile: path.join(folder, work.fileName),
    threads: config.renderThreads || shareCores(ongoing.renders),
    cacheFolder: path.join(config.dataDir, 'cache', 'analysis'),
  })
}

/** A lone render gets all cores; beside others each gets its share. The result is the same with any number. */
function shareCores(renders: number): number {
  return Math.max(1, Math.floor(availableParallelism() / Math.max(1, renders)))
}

/** Collecting is 1 to 10, analysis 10 to 15, frames 15 to 90, checking and storing 90 to 99. */
function toProgress({ stage, frames, frameCount, etaSecs }: RenderProgress) {
  const share = frameCount > 0 ? frames / frameCount : 0
  const progress = { READING: 10, ANALYSING: 12, DRAWING: 15 + 75 * share, CHECKING: 92 }[stage]
  return { progress, phase: stage, etaSecs, ...(frameCount > 0 && { frames: frameCount }) }
}
