import { planSegments } from '../encode/frame-source.ts'
import { getFormat } from '../encode/get-format.ts'
import type { SegmentPool } from '../encode/segments/segment-pool.ts'
import type { RenderPlan, RenderProgress, SegmentCount } from '../plan/render-plan.ts'
import { prepareScene } from '../scene/prepare-scene.ts'
import { createProgressReport } from './render-progress.ts'

/** How the work is followed, and the thread that does it. */
export type CountOptions = { onProgress?: (progress: RenderProgress) => void; pool: SegmentPool }

/** Finds out inside this process how many segments of a video are kept already; nothing is encoded. */
export async function countSegments(
  plan: RenderPlan,
  { onProgress, pool }: CountOptions,
): Promise<SegmentCount> {
  const report = createProgressReport(onProgress)
  try {
    const template = pool.template.finally(report.start)
    const { scene } = await prepareScene(plan, { enter: report.enter, template, dress: pool.dress })
    const { segmentSecs } = getFormat(plan.format, plan)
    const segments = planSegments(scene.frameCount, segmentSecs * scene.fps)
    report.enter('DRAWING')
    report.followFrames(scene.frameCount, pool.framesDone)
    return { total: segments.length, kept: await pool.countKept(scene, segments) }
  } finally {
    report.close()
    await pool.close()
  }
}
