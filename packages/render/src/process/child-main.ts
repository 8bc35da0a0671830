import { readdirSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import os from 'node:os'
import { toFailureReport } from '../failure-report.ts'
import { createMemory } from '../pictures/memory.ts'
import type { RenderProgress } from '../plan/render-plan.ts'
import { askParent, type ChildQuestion } from './child-questions.ts'
import type { ChildJob, ChildMessage, ChildResults, ParentMessage } from './messages.ts'

/** Renders get what CPU is left over, so that requests are served first; who starts a child for somebody that waits says another. */
const NICENESS = Number(process.argv[2]) || 10

main()

/** Does what the parent sends, at once or after a wait, and ends when the parent does. */
function main(): void {
  lowerPriority()
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.on('message', (message: ParentMessage) => {
    if (message.kind === 'start') void runJob(message.job)
    else if (message.kind === 'stop') stillsEnd.abort()
    else if (message.kind === 'answer') settleQuestion(message)
    else void loadForStills()
  })
}

/** Only our own code: a template's would run while the parent is still filling the folder. */
async function loadForStills(): Promise<void> {
  // If a module can't be loaded, the job will fail on it and report it.
  await Promise.allSettled([import('../stills/draw-stills.ts'), import('@songreel/kit')])
}

/** Ends the stills that are being drawn. */
let stillsEnd = new AbortController()
/** A cover, a song, a brand's files and a few clips; a child that draws stills again draws them with the files that it has. */
const memory = createMemory(24)

async function runJob(job: ChildJob): Promise<void> {
  stillsEnd = new AbortController()
  try {
    const result = await run(job)
    // Written at an orderly exit otherwise, but the parent ends this process as soon as it has its result.
    flushCompileCache()
    send({ kind: 'finished', result })
  } catch (error) {
    send({ kind: 'failed', error: toFailureReport(error) })
  }
}

/** Each job loads only what it needs: a probe must not wait for fonts and kernels. */
async function run(job: ChildJob): Promise<ChildResults[ChildJob['kind']]> {
  if (job.kind === 'PROBE') {
    const { probeMedia } = await import('../probe/probe-media.ts')
    return probeMedia(job.path, job.options)
  }
  if (job.kind === 'ANALYSIS') {
    const { analyseAudio } = await import('@songreel/audio')
    return analyseAudio(job.path, job.options)
  }
  if (job.kind === 'STILLS') {
    const { drawStills } = await import('../stills/draw-stills.ts')
    return drawStills(job.plan, job.atSecs, { signal: stillsEnd.signal, memory })
  }
  if (job.kind === 'SKETCH') {
    const { drawSketch } = await import('../stills/draw-stills.ts')
    return drawSketch(job.plan, job.atSecs, { signal: stillsEnd.signal, memory })
  }
  if (job.kind === 'TASK') {
    const { run } = (await import(job.moduleUrl)) as { run(input: unknown): Promise<unknown> }
    return run(job.input)
  }
  // The worker threads load the drawing code; meanwhile this one loads the code that reads and checks files.
  const { createSegmentPool } = await import('../encode/segments/segment-pool.ts')
  const pool = createSegmentPool(job.plan, job.kept && askParent(job.kept, ask))
  const onProgress = (progress: RenderProgress) => send({ kind: 'progress', progress })
  if (job.kind === 'SEGMENTS') {
    const { renderSegments } = await import('../video/render-segments.ts')
    const next = async (total: number) => (await ask({ kind: 'next', total })) as number | undefined
    return renderSegments(job.plan, { onProgress, pool, next })
  }
  if (job.kind === 'COUNT') {
    const { countSegments } = await import('../video/count-segments.ts')
    return countSegments(job.plan, { onProgress, pool })
  }
  const { renderVideo } = await import('../video/render-video.ts')
  return renderVideo(job.plan, { onProgress, pool })
}

const questions: ((answer: unknown) => void)[] = []

/** A parent that is gone gives no answer, and ends this process. */
function ask(question: ChildQuestion): Promise<unknown> {
  return new Promise((resolve) => {
    const id = questions.push(resolve) - 1
    send({ kind: 'ask', id, question })
  })
}

function settleQuestion({ id, answer }: Extract<ParentMessage, { kind: 'answer' }>): void {
  questions[id]?.(answer)
}

function send(message: ChildMessage): void {
  // After the parent's end there is nobody to report to; 'disconnect' ends this process.
  if (process.connected) process.send?.(message)
}

/** Linux keeps a niceness per thread: threads that run already must be named one by one, later ones inherit it. */
function lowerPriority(): void {
  const threadIds = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const threadId of threadIds) {
    try {
      os.setPriority(threadId, NICENESS)
    } catch {
      // A thread may have ended, and a host may forbid it: rendering works all the same.
    }
  }
}
