import type { ReadyChild } from './kept-children.ts'
import type { StillsJob } from './stage-job.ts'
import { type StillsChild, type StillsPlace, startStillsChild } from './stills-child.ts'

/** A child that waits and has seen no file of anybody. */
export type SpareChild = {
  /** One for this job: the one that waits, or a new one; undefined where files must be known before a child starts. */
  take(job: StillsJob): Promise<ReadyChild | undefined>
  /** Lets one wait that can load such a template, unless one does already. */
  warm(templateUrl: string): void
  end(): Promise<void>
}

/** While a still is looked at, the contained child for the next starts and loads the engine; if none comes, it is ended to free its memory. */
export function createSpareChild(place: StillsPlace, keptMs: number): SpareChild {
  let waiting: Promise<StillsChild | undefined> | undefined
  let endOfWait: NodeJS.Timeout | undefined

  const remove = async () => {
    const taken = waiting
    waiting = undefined
    clearTimeout(endOfWait)
    return taken
  }
  const end = async () => (await remove())?.end()

  return {
    async take(job) {
      const { url } = job.plan.template
      const spare = await remove()
      const isFit = spare?.canLoad(url)
      if (!isFit) await spare?.end()
      const child = isFit ? spare : await startStillsChild(url, place)
      const entered = await child?.enter(job).catch(async (error: unknown) => {
        await child.end()
        throw error
      })
      return child && entered && { child, entered }
    },
    warm(templateUrl) {
      if (waiting) return
      // Without it the next still takes longer, and reports the error itself.
      waiting = startStillsChild(templateUrl, place).catch(() => undefined)
      // What cannot be removed now is swept with the folders of dead processes.
      endOfWait = setTimeout(() => void end().catch(() => undefined), keptMs).unref()
    },
    end,
  }
}
