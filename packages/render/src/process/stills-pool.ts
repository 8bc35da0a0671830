import { availableParallelism } from 'node:os'
import type { RenderPlan } from '../plan/render-plan.ts'
import { limitStills, renderStillsInChild, type StillsRequest } from './stills-in-child.ts'
import { startWarmChild, type WarmChild, type WarmPlace } from './warm-child.ts'

/** Someone adjusting a video usually asks again within this time. After it, the waiting child is ended to free its memory. */
const KEPT_MS = 60_000

/** Where children have their files, and for how long one waits. */
export type StillsPoolOptions = WarmPlace & { keptMs?: number }

/** Draws stills for people who look at each change. */
export type StillsPool = {
  /** PNG pictures of single moments, by the same engine and with the same pixels as the video. */
  draw(plan: RenderPlan, request: StillsRequest): Promise<Uint8Array[]>
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

  return {
    async draw(plan, request) {
      const { url } = plan.template
      const warm = await takeNext()
      const isFit = warm?.canDraw(url)
      if (!isFit) await warm?.end()
      // A still keeps one core busy.
      if (isFit && availableParallelism() > 1) warmNext(url)
      try {
        const { closedFolders } = options
        if (!warm || !isFit) return await renderStillsInChild(plan, { ...request, closedFolders })
        const job = { kind: 'STILLS' as const, plan, atSecs: request.atSecs }
        return await warm.draw(job, limitStills(plan.folder, { ...request, closedFolders }))
      } finally {
        warmNext(url)
      }
    },
    async close() {
      isClosed = true
      await endNext()
    },
  }
}
