import type { RenderedVideo, RenderStage } from '@songreel/render'
import type { Stage } from '../metrics/metrics.ts'
import { getTraceParent } from '../scope.ts'
import type { ClaimedRun } from '../store/renders/claim-run.ts'
import { inSpan, type Tracing } from '../trace/tracing.ts'
import type { RunEnd } from './run-end.ts'

/** The engine's stages under the names of the figures, in their order. */
export const STAGES: Record<RenderStage, Stage> = {
  READING: 'read',
  ANALYSING: 'analyse',
  DRAWING: 'draw',
  CHECKING: 'check',
}

/** A run as part of the request that has asked for it, after the time that it has waited for a worker. */
export function traceRun(tracing: Tracing, run: ClaimedRun, work: () => Promise<RunEnd>): Promise<RunEnd> {
  const origin = { parent: run.origin?.traceParent, isRemote: true }
  const facts = { 'songreel.render_id': run.renderId, 'songreel.batch_id': run.batchId }
  // Of one that a lost worker had, nobody knows since when it waits.
  if (tracing.isOn && run.losses === 0)
    tracing.start('queue wait', { ...origin, startMs: Date.parse(run.readyAt), facts }).end()
  return inSpan(tracing, 'render', { ...origin, kind: 'consumer' }, async (span) => {
    const end = await work()
    span.add({ 'songreel.outcome': end })
    return end
  })
}

/** The engine's process as a span, with its stages below: it tells how long they took when it is done. */
export function traceEngine(tracing: Tracing, work: () => Promise<RenderedVideo>): Promise<RenderedVideo> {
  return inSpan(tracing, 'make', {}, async (span) => {
    const video = await work()
    if (!tracing.isOn) return video
    span.add({ 'songreel.frames': video.frames, 'songreel.video_secs': video.durationSecs })
    const stages = Object.entries(STAGES) as [RenderStage, Stage][]
    const tookMs = ([stage]: [RenderStage, Stage]) => video.stages[stage] ?? 0
    let startMs = Date.now() - stages.reduce((sum, stage) => sum + tookMs(stage), 0)
    for (const stage of stages) {
      const endMs = startMs + tookMs(stage)
      tracing.start(stage[1], { parent: getTraceParent(), startMs }).end(endMs)
      startMs = endMs
    }
    return video
  })
}
