import { type ChildLimits, canceled, watchChild } from './child-watch.ts'
import { describeExit } from './describe-exit.ts'
import type { ChildJob, ParentMessage } from './messages.ts'
import { type StartedChild, waitForResult } from './run-in-child.ts'

/** A child that is told to stop looks at that between its steps, each of which takes a fraction of this; one that does not is ended. */
const STOP_MS = 1000

/**
 * Has a waiting child draw stills, and leaves it running. Whoever no longer wants them tells the child, which then is there for the next
 * change at once: a fresh one would have to load and read everything again. `onAnswer` is called when it has done so, or what it was told.
 */
export async function runStills(
  { child, exited }: StartedChild,
  job: ChildJob,
  { signal, stopMs = STOP_MS, ...limits }: ChildLimits & { stopMs?: number | undefined },
  onAnswer: () => void,
): Promise<unknown> {
  if (child.pid === undefined) throw describeExit(await exited)
  const watch = watchChild(child.pid, limits)
  const { promise: givenUp, reject: giveUp } = Promise.withResolvers<never>()
  givenUp.catch(() => undefined)
  let patience: NodeJS.Timeout | undefined
  const stop = () => {
    const message: ParentMessage = { kind: 'stop' }
    if (child.connected) child.send(message, () => undefined)
    patience = setTimeout(() => giveUp(canceled(signal)), stopMs)
  }
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const answer = waitForResult(child, job, { noteProgress: watch.noteProgress })
    answer.then(onAnswer, onAnswer)
    const ended = exited.then((exit) => Promise.reject(describeExit(exit)))
    const result = await Promise.race([answer, ended, watch.failed, givenUp])
    // It may have been done before it heard that it should stop.
    if (signal?.aborted) throw canceled(signal)
    return result
  } catch (error) {
    throw signal?.aborted ? canceled(signal) : error
  } finally {
    signal?.removeEventListener('abort', stop)
    clearTimeout(patience)
    watch.stop()
  }
}
