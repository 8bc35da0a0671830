import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { DrawnStills, Sketch } from '../stills/draw-stills.ts'
import type { ChildJob, ChildResults } from './messages.ts'
import { runInChild } from './run-in-child.ts'
import { limitStills, type StillsRequest } from './stills-in-child.ts'
import { startWarmChild, type WarmChild, type WarmPlace } from './warm-child.ts'

/** Someone adjusting a video usually asks again within this time. After it, the waiting child is ended to free its memory. */
const KEPT_MS = 60_000

/** Where children have their files, and for how long one waits. */
export type StillsPoolOptions = WarmPlace & { keptMs?: number }

/** Which moment is wanted, in seconds of the video. */
export type SketchRequest = Omit<StillsRequest, 'atSecs'> & { atSecs: number }

/** Draws stills for people who look at each change. */
export type StillsPool = {
  /** PNG pictures of single moments, by the same engine and with the same pixels as the video. */
  draw(plan: RenderPlan, request: StillsRequest): Promise<DrawnStills>
  /** A picture of one moment, and where the layers of its look stand. */
  sketch(plan: RenderPlan, request: SketchRequest): Promise<Sketch>
  close(): Promise<void>
}

/**
 * While one still is looked at, the contained child for the next starts and loads the engine: about half of the time
 * that a still takes. Each child has one job in its life, as everywhere.
 */
export function openStillsPool({ keptMs = KEPT_MS, ...options }: StillsPoolOptions): StillsPool {
  let next: Promise<WarmChild | undefined> | undefined
  let endOfWait: NodeJS.Timeout | undefined
  let isClosed = false

  const takeNext = async () => {
    const taken = next
    next = undefined
    clearTimeout(endOfWait)
    return taken
  }
  const endNext = async () => (await takeNext())?.end()
  const warmNext = (templateUrl: string) => {
    if (next || isClosed) return
    // Without a warm child the next still takes longer, and reports the error itself.
    next = startWarmChild(templateUrl, options).catch(() => undefined)
    // What cannot be removed now is swept with the folders of dead processes.
    endOfWait = setTimeout(() => void endNext().catch(() => undefined), keptMs).unref()
  }

  const run = async <Kind extends 'STILLS' | 'SKETCH'>(
    job: Extract<ChildJob, { kind: Kind }>,
    { template, folder }: RenderPlan,
    signal: AbortSignal | undefined,
  ): Promise<ChildResults[Kind]> => {
    const warm = await takeNext()
    const isFit = warm?.canDraw(template.url)
    if (!isFit) await warm?.end()
    // A still keeps one core busy.
    if (isFit && availableParallelism() > 1) warmNext(template.url)
    const { closedFolders } = options
    const limits = limitStills(folder, { closedFolders, ...(signal && { signal }) })
    try {
      if (warm && isFit) return await warm.draw(job, limits)
      await mkdir(folder, { recursive: true })
      return await runInChild(job, limits)
    } finally {
      warmNext(template.url)
    }
  }

  return {
    draw: (plan, { atSecs, signal }) => run({ kind: 'STILLS', plan, atSecs }, plan, signal),
    sketch: (plan, { atSecs, signal }) => run({ kind: 'SKETCH', plan, atSecs }, plan, signal),
    async close() {
      isClosed = true
      await endNext()
    },
  }
}
