import type { Template } from '@songreel/kit/input'
import type { FailureReport } from '../failure-report.ts'
import type { RenderPlan } from '../plan/render-plan.ts'

/** What the thread is asked: which state of the template, and what to do with it. */
export type StudioQuestion = { id: number; url: string } & (
  | { kind: 'describe' }
  | { kind: 'draw'; plan: RenderPlan; atSecs: number }
)

/** A template as the page shows it. */
export type StudioTemplate = Pick<
  Template,
  'contentId' | 'title' | 'description' | 'aspectRatios' | 'backgrounds' | 'needs' | 'defaults' | 'example'
> & { schema: Record<string, unknown> }

/** One frame, and where it stands in the song. */
export type StudioFrame = {
  png: Uint8Array
  secs: number
  fps: number
  startSecs: number
  durationSecs: number
}

/** What comes back. */
export type StudioResponse = { id: number } & (
  | { template: StudioTemplate }
  | { frame: StudioFrame }
  | { failure: FailureReport }
)
