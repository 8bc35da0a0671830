import { Worker } from 'node:worker_threads'
import { RenderError } from '@songreel/kit/core'
import type { StudioQuestion, StudioResponse } from './studio-messages.ts'

/** The thread in which a template draws; it is started when it is asked, and again after it had to be ended. */
export type DrawingThread = {
  ask(question: StudioQuestion): Promise<StudioResponse>
  /** Whether the answer to one of these is still outstanding. */
  owes(questions: readonly StudioQuestion[]): boolean
  listOwed(): StudioQuestion[]
  /** Ends the thread, whatever it does. A new one is asked the questions that are kept; the others fail. */
  end(error: Error, keeps?: (question: StudioQuestion) => boolean): void
  close(): Promise<void>
}

type Owed = PromiseWithResolvers<StudioResponse> & { question: StudioQuestion }

/** A thread for the template in this folder. */
export function createDrawingThread(folderUrl: string): DrawingThread {
  const owed = new Map<number, Owed>()
  let worker: Worker | undefined

  const start = (): Worker => {
    const started = new Worker(new URL('./studio-thread.ts', import.meta.url), { workerData: { folderUrl } })
    started.on('message', (response: StudioResponse) => {
      owed.get(response.id)?.resolve(response)
      owed.delete(response.id)
    })
    const fail = (error: Error) => {
      if (worker === started) end(error)
    }
    started.on('error', fail)
    started.on('exit', () => fail(new RenderError('RENDER_CRASHED', 'The drawing thread ended.')))
    return started
  }
  const post = (question: StudioQuestion) => {
    worker ??= start()
    worker.postMessage(question)
  }
  const end: DrawingThread['end'] = (error, keeps = () => false) => {
    void worker?.terminate()
    worker = undefined
    for (const [id, { question, reject }] of owed) {
      if (keeps(question)) post(question)
      else {
        owed.delete(id)
        reject(error)
      }
    }
  }
  return {
    ask(question) {
      const answer = Promise.withResolvers<StudioResponse>()
      owed.set(question.id, { ...answer, question })
      post(question)
      return answer.promise
    },
    owes: (questions) => questions.some(({ id }) => owed.has(id)),
    listOwed: () => [...owed.values()].map(({ question }) => question),
    end,
    close: async () => {
      await worker?.terminate()
    },
  }
}
