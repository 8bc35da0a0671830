import { setImmediate as letOthersGo } from 'node:timers/promises'

/** Something that is made step by step. */
export type Steps<Result> = Generator<void, Result>

/** All steps at once. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** One step at a time: whoever else waits for this process goes on in between. */
export async function runInPieces<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await letOthersGo()
  }
}
