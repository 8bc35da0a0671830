// The door for the studio: draws a template while somebody writes it, with the pixels of the export.
import { Worker } from 'node:worker_threads'
import { RenderError } from '../errors.ts'
import { fromFailureReport } from '../failure-report.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { StudioFrame, StudioQuestion, StudioResponse, StudioTemplate } from './studio-messages.ts'

export type { StudioFrame, StudioTemplate }

/** Whoever draws for longer than this hangs. */
const LONGEST_DRAW_MS = 30_000

/** A template on an easel. */
export type Easel = {
  /** The template as its files are now. */
  describe(): Promise<StudioTemplate>
  /** One moment of the video; a plan's `data` is as somebody typed it. */
  draw(plan: RenderPlan, atSecs: number): Promise<StudioFrame>
  /** The files have changed. */
  renew(): void
  close(): Promise<void>
}

type Asked = PromiseWithResolvers<StudioResponse>

/** Puts the template of this module on an easel: in a thread, so that it can hang without harm. */
export function openEasel(moduleUrl: string): Easel {
  const folderUrl = new URL('./', moduleUrl).href
  const asked = new Map<number, Asked>()
  let state = 0
  let lastId = 0
  let worker: Worker | undefined

  const endAll = (error: Error) => {
    for (const { reject } of asked.values()) reject(error)
    asked.clear()
  }
  const start = () => {
    const started = new Worker(new URL('./studio-thread.ts', import.meta.url), { workerData: { folderUrl } })
    started.on('message', (response: StudioResponse) => {
      asked.get(response.id)?.resolve(response)
      asked.delete(response.id)
    })
    const end = (error: Error) => {
      if (worker === started) worker = undefined
      endAll(error)
    }
    started.on('error', end)
    started.on('exit', () => end(new RenderError('RENDER_CRASHED', 'The drawing thread ended.')))
    return started
  }
  const ask = async (question: DistributedOmit<StudioQuestion, 'id' | 'url'>) => {
    worker ??= start()
    const id = ++lastId
    const answer = Promise.withResolvers<StudioResponse>()
    asked.set(id, answer)
    const limit = setTimeout(() => {
      const message = `The template drew nothing for ${LONGEST_DRAW_MS / 1000} s.`
      endAll(new RenderError('RENDER_STALLED', message))
      void worker?.terminate()
    }, LONGEST_DRAW_MS)
    try {
      worker.postMessage({ ...question, id, url: `${moduleUrl}?state=${state}` })
      const response = await answer.promise
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
      state++
    },
    close: async () => {
      await worker?.terminate()
    },
  }
}

type DistributedOmit<Union, Key extends string> = Union extends unknown ? Omit<Union, Key> : never

function refuse(): never {
  throw new RenderError('INTERNAL', 'The drawing thread answered out of turn.')
}
