import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { RenderError } from '../errors.ts'
import { fromFailureReport, toFailureReport } from '../failure-report.ts'
import { type ChildLimits, canceled, watchChild } from './child-watch.ts'
import { type ChildExit, describeExit } from './describe-exit.ts'
import type { ChildJob, ChildMessage, ChildResults, ParentMessage } from './messages.ts'
import { type ChildPlace, openPlace } from './start-child.ts'

/** The end of what the child wrote to its error output: enough for a native assertion or an out-of-memory notice. */
const STDERR_TAIL_CHARACTERS = 4000

/** Runs one job in its own contained process group: whatever happens there, here it ends in a result or a RenderError. */
export async function runInChild<Kind extends ChildJob['kind']>(
  job: Extract<ChildJob, { kind: Kind }>,
  limits: ChildLimits,
): Promise<ChildResults[Kind]> {
  if (limits.signal?.aborted) throw canceled(limits.signal)
  try {
    const place = await openPlace(job, limits)
    try {
      return (await runAt(place, limits)) as ChildResults[Kind]
    } finally {
      await place.close()
    }
  } catch (error) {
    // A disk may be full before the child has begun.
    throw error instanceof RenderError ? error : fromFailureReport(toFailureReport(error))
  }
}

async function runAt(place: ChildPlace, limits: ChildLimits): Promise<unknown> {
  const result = await untilEnded(place, limits)
  // Nothing that the child could still exchange: it is gone.
  return place.settle(result)
}

async function untilEnded(place: ChildPlace, limits: ChildLimits): Promise<unknown> {
  try {
    if (limits.signal?.aborted) throw canceled(limits.signal)
    const child = place.start()
    const exited = waitForExit(child)
    if (child.pid === undefined) throw describeExit(await exited)
    const watch = watchChild(child.pid, limits)
    try {
      const result = waitForResult(child, place.job, watch.noteProgress)
      const ended = exited.then((exit) => Promise.reject(describeExit(exit)))
      return await Promise.race([result, ended, watch.failed])
    } finally {
      watch.stop()
      killGroup(child)
      await exited
    }
  } finally {
    place.endAll()
  }
}

async function waitForExit(child: ChildProcess): Promise<ChildExit> {
  let stderrTail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-STDERR_TAIL_CHARACTERS)
  })
  try {
    const [code, signal] = await once(child, 'close')
    return { code, signal, stderrTail }
  } catch (error) {
    return { code: null, signal: null, stderrTail, error }
  }
}

function waitForResult(
  child: ChildProcess,
  job: ChildJob,
  noteProgress: (progress: Extract<ChildMessage, { kind: 'progress' }>['progress']) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'progress') noteProgress(message.progress)
      else if (message.kind === 'finished') resolve(message.result)
      else reject(fromFailureReport(message.error))
    })
    const start: ParentMessage = { kind: 'start', job }
    // A child that is gone already reports through its exit.
    child.send(start, () => undefined)
  })
}

/** The job is done or given up, and nothing in there needs an orderly end: its files have their names or are removed. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    // It may have ended by itself in the meantime; anything else is for the operator.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
