import type { RenderPlan } from '../plan/render-plan.ts'

/** What a render takes before its first thread draws: Node, libraries, cover, analysis. */
const BASE_MB = 300

/** What each thread adds: its own Node instance, and the encoder's frames (x264 keeps some 35 of them, in parts). */
const THREAD_MB = 40
const THREAD_BYTES_PER_PIXEL = 60

/** Leaves this share of the limit free. */
const USABLE_SHARE = 0.9

/** The wanted number of threads, or fewer if memory doesn't suffice. The video's bytes don't depend on it. */
export function fitThreads(
  { threads, size }: Pick<RenderPlan, 'threads' | 'size'>,
  memoryLimitMb: number,
): number {
  const threadMb = THREAD_MB + (size.width * size.height * THREAD_BYTES_PER_PIXEL) / 1e6
  const fitting = Math.floor((memoryLimitMb * USABLE_SHARE - BASE_MB) / threadMb)
  return Math.max(1, Math.min(threads, fitting))
}
