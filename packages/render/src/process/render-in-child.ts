import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { removeParts } from '../encode/output-files.ts'
import type { RenderedVideo, RenderPlan, RenderProgress } from '../render-plan.ts'
import { runInChild } from './run-in-child.ts'
import { fitThreads } from './thread-count.ts'

const MINUTE_MS = 60_000

/** Limits of one render; what is not said is generous. */
export type RenderOptions = {
  onProgress?: (progress: RenderProgress) => void
  /** Ends the render within moments and leaves nothing behind. */
  signal?: AbortSignal
  timeoutMs?: number
  /** How long it may go without any progress. */
  stallMs?: number
  memoryLimitMb?: number
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
    onProgress,
    signal,
  } = options
  await mkdir(plan.folder, { recursive: true })
  await mkdir(dirname(plan.outFile), { recursive: true })
  try {
    return await runInChild(
      { kind: 'VIDEO', plan: { ...plan, threads: fitThreads(plan, memoryLimitMb) } },
      {
        folder: plan.folder,
        timeoutMs,
        stallMs,
        memoryLimitMb,
        ...(onProgress && { onProgress }),
        ...(signal && { signal }),
      },
    )
  } catch (error) {
    // The child may have been ended at any moment: what it left is cleared away from here.
    await removeParts(plan.outFile)
    throw error
  }
}
