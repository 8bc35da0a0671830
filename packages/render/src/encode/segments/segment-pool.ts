import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { blameTemplate, RenderError } from '@songreel/kit/core'
import type { SceneShare } from '@songreel/kit/drawing'
import type { TemplateFacts } from '@songreel/kit/input'
import { fromFailureReport } from '../../failure-report.ts'
import { chooseWrittenFps, OUTPUT_FORMATS } from '../../formats/catalogue.ts'
import type { FrameFacts } from '../../look/look-at-frames.ts'
import type { RenderPlan } from '../../plan/render-plan.ts'
import type { ScenePlan } from '../../scene/build-scene.ts'
import { type FrameRange, planSegments } from '../frame-source.ts'
import type { PictureReadings } from '../picture-meter.ts'
import type { EncodedSegment } from './encoded-segment.ts'
import type { FromWorker, SegmentWorkerData, ToWorker } from './segment-messages.ts'

/** Finished segments that may wait for an earlier one, per thread. Keeps memory bounded, however long the song is. */
const WAITING_PER_THREAD = 2

/** After this time, a thread that hasn't loaded its code is considered stuck. */
const LONGEST_LOAD_MS = 10_000

/** A segment as it comes back from a thread. */
export type DrawnSegment = { segment: EncodedSegment; readings: PictureReadings }

/** The threads that draw and encode. */
export type SegmentPool = {
  /** Gives every thread the scene and starts on the segments; they come back in their order. */
  draw(plan: ScenePlan, segments: FrameRange[]): AsyncGenerator<DrawnSegment>
  /** What the template says about itself, as soon as a thread has loaded it. */
  template: Promise<TemplateFacts>
  /** Looks at the type of a few frames, when all are drawn. */
  lookAtFrames(): Promise<FrameFacts>
  /** One frame once more, as red, green and blue. */
  drawPicture(frameIndex: number): Promise<Uint8Array>
  /** How much there is to see in one frame. */
  measureDetail(frameIndex: number): Promise<number>
  framesDone(): number
  close(): Promise<void>
}

/** Starts the threads at once: loading their code takes as long as analysing a minute of sound. */
export function createSegmentPool(plan: RenderPlan): SegmentPool {
  const framesDone = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const data: SegmentWorkerData = {
    template: plan.template,
    format: plan.format,
    quality: plan.quality,
    ...(plan.bitRateMbps && { bitRateMbps: plan.bitRateMbps }),
    framesDone,
  }
  const start = () => createWorkerHandle(data, plan.template)
  const first = start()
  const others = Array.from({ length: Math.max(0, countThreads(plan) - 1) }, start)
  // While one thread looks at frames, another draws the poster, where there are two.
  const last = others.at(-1) ?? first

  return {
    draw: (scenePlan, segments) => drawSegments([first, ...others], scenePlan, segments),
    template: first.template,
    async lookAtFrames() {
      const response = await first.ask({ kind: 'look' })
      return response.kind === 'look' ? response.frames : refuse(response)
    },
    async drawPicture(frameIndex) {
      const response = await last.ask({ kind: 'picture', frameIndex })
      return response.kind === 'picture' ? response.rgb : refuse(response)
    },
    async measureDetail(frameIndex) {
      const response = await last.ask({ kind: 'detail', frameIndex })
      return response.kind === 'detail' ? response.detail : refuse(response)
    },
    framesDone: () => Atomics.load(framesDone, 0),
    close: async () => {
      await Promise.all([first, ...others].map((worker) => worker.close()))
    },
  }
}

/** Threads are slow to load, so never start more than there are segments (if their number is known yet). */
function countThreads({ threads, excerpt, clip, fps, format }: RenderPlan): number {
  const wholeSecs = excerpt ? excerpt.endSecs - excerpt.startSecs : Number.POSITIVE_INFINITY
  const secs = Math.min(wholeSecs, clip?.secs ?? Number.POSITIVE_INFINITY)
  if (!Number.isFinite(secs)) return threads
  const writtenFps = chooseWrittenFps(format, fps)
  const framesPerSegment = OUTPUT_FORMATS[format].segmentSecs * writtenFps
  return Math.min(threads, planSegments(Math.round(secs * writtenFps), framesPerSegment).length)
}

/** A thread that answers one question after the other. */
type WorkerHandle = {
  template: Promise<TemplateFacts>
  ask(message: ToWorker): Promise<FromWorker>
  close(): Promise<unknown>
}

function createWorkerHandle(data: SegmentWorkerData, template: RenderPlan['template']): WorkerHandle {
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

async function* drawSegments(
  workers: [WorkerHandle, ...WorkerHandle[]],
  plan: ScenePlan,
  segments: FrameRange[],
): AsyncGenerator<DrawnSegment> {
  const drawn = segments.map((range) => ({ range, ...Promise.withResolvers<DrawnSegment>() }))
  // Each is awaited in its turn; until then a failure must not count as unhandled.
  for (const { promise } of drawn) promise.catch(() => undefined)
  const queue = createSegmentQueue(segments.length, workers.length * (1 + WAITING_PER_THREAD))

  const work = async (worker: WorkerHandle, share?: SceneShare): Promise<SceneShare> => {
    const ready = await worker.ask(share ? { kind: 'scene', plan, share } : { kind: 'scene', plan })
    if (ready.kind !== 'ready') return refuse(ready)
    void drawAll(worker)
    return ready.share
  }
  const drawAll = async (worker: WorkerHandle) => {
    for (let index = await queue.next(); index !== undefined; index = await queue.next()) {
      const waiting = drawn[index]
      if (!waiting) return
      try {
        const response = await worker.ask({ kind: 'segment', index, range: waiting.range })
        if (response.kind === 'segment') waiting.resolve(response)
        else refuse(response)
      } catch (error) {
        waiting.reject(error)
      }
    }
  }

  // The first thread paints what all share; it draws already while the others take it over.
  const [first, ...others] = workers
  const share = await work(first)
  for (const worker of others) work(worker, share).catch((error) => drawn.at(-1)?.reject(error))
  for (const { promise } of drawn) {
    yield await promise
    queue.release()
  }
}

/** Hands out segment numbers in order, never further ahead of what was taken than `limit`. */
function createSegmentQueue(count: number, limit: number) {
  let handedOut = 0
  let taken = 0
  let wake = Promise.withResolvers<void>()
  return {
    async next(): Promise<number | undefined> {
      while (handedOut < count && handedOut >= taken + limit) await wake.promise
      return handedOut < count ? handedOut++ : undefined
    },
    release(): void {
      taken++
      wake.resolve()
      wake = Promise.withResolvers()
    },
  }
}

function refuse(response: FromWorker): never {
  throw new RenderError('INTERNAL', `A drawing thread answered out of turn: ${response.kind}.`)
}
