import { planSegments } from '../encode/frame-source.ts'
import { getFormat } from '../encode/get-format.ts'
import type { SegmentPool } from '../encode/segments/segment-pool.ts'
import type { RenderPlan, RenderProgress } from '../plan/render-plan.ts'
import { prepareScene } from '../scene/prepare-scene.ts'
import { tidyMemory } from '../scene/tidy-memory.ts'
import { measureProcess } from './process-cost.ts'
import { createProgressReport } from './render-progress.ts'

/** What was made of a video that another process puts together. */
export type MadeSegments = { total: number; made: number; cpuSecs: number; peakMemoryMb: number }

/** How the work is followed, which threads do it, and who says what is to be made. */
export type SegmentsOptions = {
  onProgress?: (progress: RenderProgress) => void
  signal?: AbortSignal
  pool: SegmentPool
  /** Names the next one of so many segments. */
  next(total: number): Promise<number | undefined>
}

/** Draws and encodes single segments of a video inside this process; they go into the pool's store. */
export async function renderSegments(
  plan: RenderPlan,
  { onProgress, signal, pool, next }: SegmentsOptions,
): Promise<MadeSegments> {
  const report = createProgressReport(onProgress)
  try {
    if (plan.chapters) {
      const { drawAlbumSegments } = await import('./album-segments.ts')
      return { ...(await drawAlbumSegments(plan, { pool, report, signal }, next)), ...measureProcess() }
    }
    const template = pool.template.finally(report.start)
    const { enter } = report
    const { scene } = await prepareScene(plan, {
      enter,
      template,
      dress: pool.dress,
      ...(signal && { signal }),
    })
    await tidyMemory(scene)
    const { segmentSecs } = getFormat(plan.format, plan)
    const segments = planSegments(scene.frameCount, segmentSecs * scene.fps)
    const total = segments.length
    enter('DRAWING')
    report.followFrames(scene.frameCount, pool.framesDone)
    const made = await pool.drawForOthers(scene, segments, () => next(total))
    return { total, made, ...measureProcess() }
  } finally {
    report.close()
    await pool.close()
  }
}
