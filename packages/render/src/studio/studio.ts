// Entry point for the studio: draws a template while somebody writes it, pixel for pixel as in the export.
import { RenderError } from '@songreel/kit/core'
import { fromFailureReport } from '../failure-report.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { createDrawingThread } from './drawing-thread.ts'
import type { StudioFrame, StudioQuestion, StudioTemplate } from './studio-messages.ts'

export type { StudioFrame, StudioTemplate }

/** A drawing that takes longer than this is considered stuck. */
const LONGEST_DRAW_MS = 15_000
/** How long a thread may finish outdated work after the files have changed. */
const GRACE_MS = 500

/** A template that is being written. */
export type Easel = {
  /** The template as its files are now. */
  describe(): Promise<StudioTemplate>
  /** One moment of the video; a plan's `data` is as somebody typed it. */
  draw(plan: RenderPlan, atSecs: number): Promise<StudioFrame>
  /** The files have changed. */
  renew(): void
  close(): Promise<void>
}

/** Opens the template of this module, in a thread, so that an endless loop in it does no harm. */
export function openEasel(moduleUrl: string, { longestDrawMs = LONGEST_DRAW_MS } = {}): Easel {
  const thread = createDrawingThread(new URL('./', moduleUrl).href)
  let state = 0
  let lastId = 0
  let grace: NodeJS.Timeout | undefined

  const ask = async (question: DistributedOmit<StudioQuestion, 'id' | 'url'>) => {
    const limit = setTimeout(() => thread.end(stalled(longestDrawMs)), longestDrawMs)
    try {
      const response = await thread.ask({ ...question, id: ++lastId, url: nameState(moduleUrl, state) })
      if ('failure' in response) throw fromFailureReport(response.failure)
      return response
    } finally {
      clearTimeout(limit)
    }
  }

  return {
    async describe() {
      const response = await ask({ kind: 'describe' })
      return 'template' in response ? response.template : refuse()
    },
    async draw(plan, atSecs) {
      const response = await ask({ kind: 'draw', plan, atSecs })
      return 'frame' in response ? response.frame : refuse()
    },
    renew: () => {
      const overtaken = thread.listOwed()
      const url = nameState(moduleUrl, ++state)
      clearTimeout(grace)
      grace = setTimeout(() => {
        const error = new RenderError('RENDER_STALLED', 'The files have changed.')
        if (thread.owes(overtaken)) thread.end(error, (question) => question.url === url)
      }, GRACE_MS)
    },
    close: async () => {
      clearTimeout(grace)
      await thread.close()
    },
  }
}

function nameState(moduleUrl: string, state: number): string {
  return `${moduleUrl}?state=${state}`
}

function stalled(longestMs: number): RenderError {
  const seen = `The template has drawn nothing for ${longestMs / 1000} s, so it was stopped.`
  return new RenderError('RENDER_STALLED', seen, { advice: 'Look for a loop that never ends.' })
}

type DistributedOmit<Union, Key extends string> = Union extends unknown ? Omit<Union, Key> : never

function refuse(): never {
  throw new RenderError('INTERNAL', 'The drawing thread answered out of turn.')
}
