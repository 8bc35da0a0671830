import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { blameTemplate, RenderError } from '@songreel/kit/core'
import type { TemplateFacts } from '@songreel/kit/input'
import { fromFailureReport } from '../../failure-report.ts'
import type { RenderPlan } from '../../plan/render-plan.ts'
import type { FromWorker, SegmentWorkerData, ToWorker } from './segment-messages.ts'

/** After this time, a thread that hasn't loaded its code is considered stuck. */
const LONGEST_LOAD_MS = 10_000

/** A thread that answers one question after the other. */
export type WorkerHandle = {
  template: Promise<TemplateFacts>
  ask(message: ToWorker): Promise<FromWorker>
  close(): Promise<unknown>
}

/** Starts a thread, which loads its code at once. */
export function createWorkerHandle(data: SegmentWorkerData, template: RenderPlan['template']): WorkerHandle {
  const worker = new Worker(new URL('./segment-worker.ts', import.meta.url), { workerData: data })
  const loaded = Promise.withResolvers<TemplateFacts>()
  // If nobody awaits this, the same error comes up again when the thread builds the scene.
  loaded.promise.catch(() => undefined)
  let settle: PromiseWithResolvers<FromWorker> | undefined
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure = error
    loaded.reject(error)
    settle?.reject(error)
  }
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'loaded') settleLoaded(loaded, message.template)
    else if (message.kind === 'failed') settle?.reject(fromFailureReport(message.error))
    else settle?.resolve(message)
  })
  worker.on('error', (error) => fail(describeThreadError(error, template)))
  worker.on('exit', (code) =>
    fail(new RenderError('RENDER_CRASHED', `A drawing thread stopped with code ${code}.`)),
  )

  const send = (message: ToWorker): Promise<FromWorker> => {
    if (failure) throw failure
    settle = Promise.withResolvers()
    worker.postMessage(message)
    return settle.promise
  }
  let answered: Promise<unknown> = Promise.resolve()

  return {
    template: loaded.promise,
    ask(message) {
      const answer = answered.then(() => send(message))
      answered = answer.catch(() => undefined)
      return answer
    },
    async close() {
      // Terminating a thread while it loads a native module crashes the whole process.
      await Promise.race([
        loaded.promise.catch(() => undefined),
        sleep(LONGEST_LOAD_MS, undefined, { ref: false }),
      ])
      await worker.terminate()
    },
  }
}

function settleLoaded(
  loaded: PromiseWithResolvers<TemplateFacts>,
  template: Extract<FromWorker, { kind: 'loaded' }>['template'],
): void {
  if ('code' in template) loaded.reject(fromFailureReport(template))
  else loaded.resolve(template)
}

/** Uncaught errors in a thread come from the template: unawaited promises and timers. */
function describeThreadError(error: unknown, template: RenderPlan['template']): RenderError {
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new RenderError(
      'RENDER_OUT_OF_MEMORY',
      'A drawing thread ran out of memory.',
      {},
      { cause: error },
    )
  }
  return blameTemplate(error, { ...template, doing: 'beside its drawing' })
}

/** For an answer that was not asked for. */
export function refuse(response: FromWorker): never {
  throw new RenderError('INTERNAL', `A drawing thread answered out of turn: ${response.kind}.`)
}
