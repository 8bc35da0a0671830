import type { AudioAnalysis } from '@songreel/audio'
import type { FailureReport } from '../failure-report.ts'
import type { RenderedVideo, RenderPlan, RenderProgress } from '../plan/render-plan.ts'
import type { ProbedMedia, ProbeOptions } from '../probe/media-facts.ts'

/** What a child can be asked to do; one job per child. */
export type ChildJob =
  | { kind: 'VIDEO'; plan: RenderPlan }
  | { kind: 'STILLS'; plan: RenderPlan; atSecs: number[] }
  | { kind: 'ANALYSIS'; path: string; options: { cacheFolder?: string; sha256?: string } }
  | { kind: 'PROBE'; path: string; options: ProbeOptions }

/** What comes back, by kind of job. */
export type ChildResults = {
  VIDEO: RenderedVideo
  STILLS: Uint8Array[]
  ANALYSIS: AudioAnalysis
  PROBE: ProbedMedia
}

/** From parent to child: what to load while there is no job yet, then the job. */
export type ParentMessage = { kind: 'load' } | { kind: 'start'; job: ChildJob }

/** From child to parent: any number of reports, then exactly one end. */
export type ChildMessage =
  | { kind: 'progress'; progress: RenderProgress }
  | { kind: 'finished'; result: ChildResults[ChildJob['kind']] }
  | { kind: 'failed'; error: FailureReport }
