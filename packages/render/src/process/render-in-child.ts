import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describeSearch } from '../kept/segment-line.ts'
import type { SegmentStore } from '../kept/segment-store.ts'
import { openSupply, pickOffer } from '../kept/segment-supply.ts'
import type { RenderedVideo, RenderPlan, RenderProgress, SegmentCount } from '../plan/render-plan.ts'
import type { MadeSegments } from '../video/render-segments.ts'
import { createAnswerer } from './child-questions.ts'
import type { ChildLimits } from './child-watch.ts'
import { runInChild } from './run-in-child.ts'
import { fitThreads } from './thread-count.ts'

const MINUTE_MS = 60_000

/** Limits of one render; the defaults are generous. */
export type RenderOptions = {
  onProgress?: (progress: RenderProgress) => void
  /** Ends the render within moments and leaves nothing behind. */
  signal?: AbortSignal
  timeoutMs?: number
  /** How long it may go without any progress. */
  stallMs?: number
  memoryLimitMb?: number
  /** Folders that the render must not see: secrets, the files of others. */
  closedFolders?: readonly string[]
  /** Where segments are found and left; unset: everything is drawn, and nothing is kept. */
  segments?: SegmentStore
}

/** Like those of a render, with a store that is not optional. */
export type SegmentOptions = RenderOptions & {
  segments: SegmentStore
  /** Says which segment of so many is to be made next, and undefined where none is left; asked by each thread in turn. */
  next(total: number): Promise<number | undefined>
}

/** Makes one video in a process of its own: a crash or a leak in there ends one render, never the caller. */
export async function renderVideoInChild(
  plan: RenderPlan,
  options: RenderOptions = {},
): Promise<RenderedVideo> {
  const limits = await prepare(plan, options)
  const supply = options.segments && (await openSupply(options.segments, await describeSearch(plan)))
  const kept = supply && pickOffer(supply)
  return runInChild(
    { kind: 'VIDEO', plan: fitPlan(plan, limits), ...(kept && { kept }) },
    { ...limits, ...(supply && { answer: createAnswerer(supply) }) },
  )
}

/**
 * Makes segments of a video that another process puts together: those that `next` names, one after the other on each thread. They
 * are left in the store under the video's own work, and no file is written.
 */
export async function renderSegmentsInChild(
  plan: RenderPlan,
  options: SegmentOptions,
): Promise<MadeSegments> {
  const limits = await prepare(plan, options)
  const supply = await openSupply(options.segments, await describeSearch(plan))
  return runInChild(
    { kind: 'SEGMENTS', plan: fitPlan(plan, limits), kept: { ...pickOffer(supply), candidates: [] } },
    { ...limits, answer: createAnswerer(supply, options.next) },
  )
}

/**
 * Says how many segments of a video are in the store already, exactly as a render would find them. It costs what it takes to get
 * ready to draw, and a little for each frame; where videos are shown, all that is kept is drawn.
 */
export async function countSegmentsInChild(
  plan: RenderPlan,
  options: RenderOptions & { segments: SegmentStore },
): Promise<SegmentCount> {
  const limits = await prepare(plan, options)
  const supply = await openSupply(options.segments, await describeSearch(plan))
  return runInChild(
    { kind: 'COUNT', plan: { ...plan, threads: 1 }, kept: pickOffer(supply) },
    { ...limits, answer: createAnswerer(supply) },
  )
}

async function prepare(plan: RenderPlan, options: RenderOptions): Promise<ChildLimits> {
  const { closedFolders = [], onProgress, signal } = options
  // Beside the target, so that the result can be moved there by one rename.
  const folder = dirname(plan.outFile)
  await mkdir(folder, { recursive: true })
  return {
    folder,
    closedFolders,
    timeoutMs: options.timeoutMs ?? 30 * MINUTE_MS,
    stallMs: options.stallMs ?? 2 * MINUTE_MS,
    memoryLimitMb: options.memoryLimitMb ?? 2048,
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  }
}

function fitPlan(plan: RenderPlan, { memoryLimitMb }: ChildLimits): RenderPlan {
  return { ...plan, threads: fitThreads(plan, memoryLimitMb) }
}
