import { rename } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { planVideo, type RenderedVideo, renderVideo, type SegmentStore } from '@songreel/render'
import { type CliError, EXIT, toCliError } from '../cli-error.ts'
import type { CompletedVideo } from '../events.ts'
import { makeFolder } from '../make-folder.ts'
import type { CommandContext } from '../run-command.ts'
import { makeTempFolder, removeTempFolder } from '../temp-folders.ts'
import type { PlannedVideo } from './plan-videos.ts'
import { runLanes } from './run-lanes.ts'

/** How one video ended. */
export type VideoResult = { video: PlannedVideo; completed?: CompletedVideo; error?: CliError }

/** Where the engine works and keeps what it may use again. */
export type MakeContext = CommandContext & {
  workFolder: string
  cacheFolder: string
  /** Where pieces of earlier videos are found; unset: everything is drawn. */
  segments?: SegmentStore | undefined
  /** Takes what lies beside a finished video (poster, captions) before it goes. */
  keep?(made: RenderedVideo, video: PlannedVideo): Promise<void>
}

/** What the command line has already reported before rendering. */
const REPORTED_BEFORE = new Set(['COVER_DRAWN', 'COVER_SMALL'])
/** A person waits and can stop it; only a render without progress is ended. */
const LIMIT_MS = 24 * 3_600_000
const MB = 1024 ** 2

/** Makes all videos, several at a time; one that fails does not stop the others, a stop by the caller stops all. */
export async function makeVideos(
  videos: readonly PlannedVideo[],
  context: MakeContext,
): Promise<VideoResult[]> {
  const { lanes, threads } = planLanes(videos, availableParallelism(), process.availableMemory())
  const reported = new Set<string>()
  context.reporter.follow(videos.map(({ facts }) => facts.video))
  const results = await runLanes(videos, lanes, (video) => makeOne(video, { ...context, threads, reported }))
  context.reporter.close()
  return results
}

/** Memory of one render: what the engine takes anyway, and what grows with the picture. */
const BASE_MB = 300
const MB_PER_MEGAPIXEL = 200

/**
 * How many videos are made at a time, and with how many threads each. Side by side the cores are never idle while one
 * video is read or checked; memory is what limits it.
 */
export function planLanes(
  videos: readonly Pick<PlannedVideo, 'facts'>[],
  cores: number,
  freeBytes: number,
): { lanes: number; threads: number } {
  const pixels = Math.max(...videos.map(({ facts }) => facts.width * facts.height))
  const videoMb = BASE_MB + (MB_PER_MEGAPIXEL * pixels) / 1e6
  const fitting = Math.floor(freeBytes / MB / videoMb)
  const lanes = Math.max(1, Math.min(videos.length, cores, fitting))
  return { lanes, threads: Math.max(1, Math.floor(cores / lanes)) }
}

type LaneContext = MakeContext & { threads: number; reported: Set<string> }

async function makeOne(video: PlannedVideo, context: LaneContext): Promise<VideoResult> {
  const { reporter } = context
  try {
    const completed = await render(video, context)
    reporter.report({ event: 'completed', ...completed })
    reporter.result(completed.file)
    return { video, completed }
  } catch (thrown) {
    const error = toCliError(thrown)
    const { code, message, exitCode } = error
    if (exitCode !== EXIT.stopped)
      reporter.report({ event: 'failed', video: video.facts.video, code, message })
    return { video, error }
  }
}

/** Renders into a hidden folder beside the target; an older file of that name stays whole until the new one is. */
async function render(video: PlannedVideo, context: LaneContext): Promise<CompletedVideo> {
  const { facts, order } = video
  const { reporter, signal, workFolder, cacheFolder, threads, segments } = context
  const startedMs = performance.now()
  const target = resolve(facts.file)
  await makeFolder(dirname(target))
  const draftFolder = await makeTempFolder(dirname(target))
  try {
    const outFile = join(draftFolder, basename(target))
    const folder = join(workFolder, facts.video.replaceAll(/[^\w-]+/g, '-'))
    const made = await renderVideo(planVideo(order, { folder, outFile, threads, cacheFolder }), {
      signal,
      ...(segments && { segments }),
      timeoutMs: LIMIT_MS,
      memoryLimitMb: Math.max(2048, Math.round(totalmem() / 2 / MB)),
      onProgress: (progress) => reporter.report({ event: 'progress', video: facts.video, ...progress }),
    })
    await context.keep?.(made, video)
    await rename(made.file, target)
    for (const { code, message } of made.warnings) printOnce(context, facts.video, { code, message })
    const { fps, bytes, sha256, durationSecs, frames, excerpt, checks } = made
    const tookMs = Math.round(performance.now() - startedMs)
    return {
      ...facts,
      fps,
      bytes,
      sha256,
      durationSecs,
      frames,
      excerpt,
      checks,
      segments: made.segments,
      tookMs,
    }
  } finally {
    await removeTempFolder(draftFolder)
  }
}

/** What is true of several shapes is reported once. */
function printOnce(
  { reporter, reported }: LaneContext,
  video: string,
  { code, message }: { code: string; message: string },
): void {
  if (REPORTED_BEFORE.has(code) || reported.has(message)) return
  reported.add(message)
  reporter.report({ event: 'warning', code, message, video })
}
