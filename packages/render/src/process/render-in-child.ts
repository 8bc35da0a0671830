import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SegmentStore } from '../kept/segment-store.ts'
import type { RenderedVideo, RenderPlan, RenderProgress } from '../plan/render-plan.ts'
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
  const {
    timeoutMs = 30 * MINUTE_MS,
    stallMs = 2 * MINUTE_MS,
    memoryLimitMb = 2048,
    closedFolders = [],
    onProgress,
    signal,
  } = options
  await mkdir(dirname(plan.outFile), { recursive: true })
  return runInChild(
    { kind: 'VIDEO', plan: { ...plan, threads: fitThreads(plan, memoryLimitMb) } },
    {
      // Beside the target, so that the result can be moved there by one rename.
      folder: dirname(plan.outFile),
      closedFolders,
      timeoutMs,
      stallMs,
      memoryLimitMb,
      ...(onProgress && { onProgress }),
      ...(signal && { signal }),
    },
  )
}
