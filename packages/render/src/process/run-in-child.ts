import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { RenderError } from '@songreel/kit/core'
import { fromFailureReport, toFailureReport } from '../failure-report.ts'
import { type ChildLimits, type ChildWatch, canceled, watchChild } from './child-watch.ts'
import { type ChildExit, describeExit, readSignal } from './describe-exit.ts'
import { keepReadable } from './keep-readable.ts'
import type { ChildJob, ChildMessage, ChildResults, ParentMessage } from './messages.ts'
import { type ChildPlace, openPlace } from './start-child.ts'

/** The end of what the child wrote to its error output: enough for a native assertion or an out-of-memory notice. */
const STDERR_TAIL_CHARACTERS = 4000

/** A child that runs, and how it ends. */
export type StartedChild = { child: ChildProcess; exited: Promise<ChildExit> }

/** Runs one job in its own contained process group: whatever happens there, here it ends in a result or a RenderError. */
export function runInChild<Kind extends ChildJob['kind']>(
  job: Extract<ChildJob, { kind: Kind }>,
  limits: ChildLimits,
): Promise<ChildResults[Kind]> {
  return withRenderErrors(async () => {
    if (limits.signal?.aborted) throw canceled(limits.signal)
    const place = await openPlace(limits, findCode(job))
    return runAt(place, job, limits)
  })
}

/** What else a child loads than the engine: the code of a template, or of a task. */
function findCode(job: ChildJob): string | undefined {
  if (job.kind === 'TASK') return job.moduleUrl
  return 'plan' in job ? job.plan.template.url : undefined
}

/** Runs a job in a prepared place, in a child of its own, and cleans the place up. */
async function runAt<Kind extends ChildJob['kind']>(
  place: ChildPlace,
  job: Extract<ChildJob, { kind: Kind }>,
  limits: ChildLimits,
): Promise<ChildResults[Kind]> {
  try {
    const entered = await place.enter(job)
    const result = await untilEnded(place, entered.job, limits)
    // The child has exited, so it can no longer change its files.
    return (await entered.settle(result)) as ChildResults[Kind]
  } finally {
    await place.close()
  }
}

/** A disk may be full before the child has begun. */
export async function withRenderErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof RenderError ? error : fromFailureReport(toFailureReport(error))
  }
}

/** Starts a place's child, which waits for its job. */
export function startAt(place: ChildPlace): StartedChild {
  const child = place.start()
  // Node keeps what nobody listens to: a child that says things between its jobs would fill the memory, and answer the next one.
  child.on('message', () => undefined)
  return { child, exited: waitForExit(child) }
}

/** The job is done or abandoned, so the child can be killed: its finished files have been moved, and the rest is removed. */
export async function endChild(started: StartedChild): Promise<void> {
  killGroup(started.child)
  await started.exited
}

async function untilEnded(place: ChildPlace, job: ChildJob, limits: ChildLimits): Promise<unknown> {
  try {
    if (limits.signal?.aborted) throw canceled(limits.signal)
    const started = startAt(place)
    const { child, exited } = started
    if (child.pid === undefined) throw describeExit(await exited)
    const watch = watchChild(child.pid, limits)
    try {
      const result = waitForResult(child, job, { ...limits, noteProgress: watch.noteProgress })
      const ended = exited.then((exit) => Promise.reject(describeExit(exit)))
      return await Promise.race([result, ended, watch.failed])
    } finally {
      watch.stop()
      await endChild(started)
    }
  } finally {
    place.endAll()
  }
}

async function waitForExit(child: ChildProcess): Promise<ChildExit> {
  // If only the first of its processes was killed, for memory or while it started, the others would hold its channels open forever.
  child.once('exit', () => {
    try {
      endGroup(child.pid)
    } catch {
      // Nothing is left that we may end.
    }
  })
  let stderrTail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-STDERR_TAIL_CHARACTERS)
  })
  try {
    const [code, signal] = await once(child, 'close')
    return { ...readSignal(code, signal), stderrTail }
  } catch (error) {
    return { code: null, signal: null, stderrTail, error }
  }
}

/** Sends a job to a child and waits for its answer. */
export function waitForResult(
  child: ChildProcess,
  job: ChildJob,
  { noteProgress, answer }: Pick<ChildLimits, 'answer'> & Pick<ChildWatch, 'noteProgress'>,
): Promise<unknown> {
  const send = (message: ParentMessage) => {
    // A child that is gone already reports through its exit.
    if (child.connected) child.send(message, () => undefined)
  }
  const respond = async ({ id, question }: Extract<ChildMessage, { kind: 'ask' }>) => {
    send({ kind: 'answer', id, answer: await answer?.(question) })
  }
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const take = (message: ChildMessage) => {
    if (message.kind === 'progress') noteProgress(message.progress)
    else if (message.kind === 'ask') respond(message).catch(reject)
    else if (message.kind === 'finished') resolve(keepReadable(message.result))
    else reject(fromFailureReport(keepReadable(message.error)))
  }
  const hear = (message: ChildMessage) => {
    try {
      take(message)
    } catch (error) {
      // A file may have taken the child over, which then says anything at all; thrown from here, it would end this process.
      reject(error)
    }
  }
  child.on('message', hear)
  send({ kind: 'start', job })
  return promise.finally(() => child.off('message', hear))
}

function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (exitCode === null && signalCode === null) endGroup(pid)
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // It may have exited in the meantime; log anything else for the operator.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
