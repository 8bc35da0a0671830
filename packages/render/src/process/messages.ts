import type { AudioAnalysis } from '@songreel/audio'
import type { FailureReport } from '../failure-report.ts'
import type { SegmentOffer } from '../kept/segment-supply.ts'
import type { RenderedVideo, RenderPlan, RenderProgress, SegmentCount } from '../plan/render-plan.ts'
import type { ProbedMedia, ProbeOptions } from '../probe/media-facts.ts'
import type { DrawnStills, Sketch } from '../stills/draw-stills.ts'
import type { MadeSegments } from '../video/render-segments.ts'
import type { ChildQuestion } from './child-questions.ts'

/** What a child can be asked to do: one job in its life, or stills, one after the other, of files that it has. */
export type ChildJob =
  | { kind: 'VIDEO'; plan: RenderPlan; kept?: SegmentOffer }
  /** Makes the segments that the parent asks for, and no video. */
  | { kind: 'SEGMENTS'; plan: RenderPlan; kept: SegmentOffer }
  /** Says how many segments are kept already. */
  | { kind: 'COUNT'; plan: RenderPlan; kept: SegmentOffer }
  | { kind: 'STILLS'; plan: RenderPlan; atSecs: number[] }
  | { kind: 'SKETCH'; plan: RenderPlan; atSecs: number }
  | { kind: 'ANALYSIS'; path: string; options: { cacheFolder?: string; sha256?: string } }
  | { kind: 'PROBE'; path: string; options: ProbeOptions }
  /** Work of a package that stands above this one: a module of ours that exports `run`. */
  | { kind: 'TASK'; moduleUrl: string; input: unknown }

/** What comes back, by kind of job. */
export type ChildResults = {
  VIDEO: RenderedVideo
  SEGMENTS: MadeSegments
  COUNT: SegmentCount
  STILLS: DrawnStills
  SKETCH: Sketch
  ANALYSIS: AudioAnalysis
  PROBE: ProbedMedia
  TASK: unknown
}

/** From parent to child: what to load while there is no job yet, then the job. */
export type ParentMessage =
  | { kind: 'load' }
  | { kind: 'start'; job: ChildJob }
  /** Nobody waits for the stills any more. */
  | { kind: 'stop' }
  | { kind: 'answer'; id: number; answer: unknown }

/** From child to parent: any number of reports and questions, then exactly one end of each job. */
export type ChildMessage =
  | { kind: 'progress'; progress: RenderProgress }
  | { kind: 'ask'; id: number; question: ChildQuestion }
  | { kind: 'finished'; result: ChildResults[ChildJob['kind']] }
  | { kind: 'failed'; error: FailureReport }
