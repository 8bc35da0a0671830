import type { ChildJob } from './messages.ts'
import type { StillsJob } from './stage-job.ts'
import type { StillsChild } from './stills-child.ts'

/** A child, and a job as it sees it. */
export type ReadyChild = { child: StillsChild; entered: ChildJob }

/** How many wait, and for how long. */
export type KeepingLimits = { most: number; keptMs: number }

/** Children that wait with the files of their owners. */
export type KeptChildren = {
  /** One of this owner's that has all the files of the job already; it no longer waits. */
  take(job: StillsJob, owner: string | undefined): Promise<ReadyChild | undefined>
  /** Lets one wait; where that is one too many, the one that has waited longest is ended. */
  keep(child: StillsChild, owner: string): void
  endAll(): Promise<unknown>
}

type Kept = { child: StillsChild; owner: string; endOfWait: NodeJS.Timeout }

/** Keeps children for their owners, and for nobody else. */
export function createKeptChildren({ most, keptMs }: KeepingLimits): KeptChildren {
  let waiting: Kept[] = []

  const remove = (one: Kept): boolean => {
    const isHere = waiting.includes(one)
    waiting = waiting.filter((each) => each !== one)
    clearTimeout(one.endOfWait)
    return isHere
  }
  const end = async (one: Kept) => {
    if (remove(one)) await one.child.end()
  }
  const keep: KeptChildren['keep'] = (child, owner) => {
    // What cannot be removed now is swept with the folders of dead processes.
    const endSoon = () => void end(one).catch(() => undefined)
    const one: Kept = { child, owner, endOfWait: setTimeout(endSoon, keptMs).unref() }
    waiting.push(one)
    child.rest(endSoon)
    const [oldest] = waiting
    if (oldest && waiting.length > most) void end(oldest).catch(() => undefined)
  }

  return {
    keep,
    async take(job, owner) {
      for (const one of waiting.filter((each) => each.owner === owner)) {
        // It waits on while it is asked: one that lacks a file keeps its place, its watch and the end of its wait.
        const entered = one.child.canLoad(job.plan.template.url) && (await one.child.enter(job))
        // By then another job may have it, or its wait is over.
        if (entered && remove(one)) return { child: one.child, entered }
      }
      return undefined
    },
    endAll: () => Promise.all(waiting.map(end)),
  }
}
