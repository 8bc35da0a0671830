import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { DrawnStills, Sketch } from '../stills/draw-stills.ts'
import type { ChildLimits } from './child-watch.ts'
import { createKeptChildren, type ReadyChild } from './kept-children.ts'
import type { ChildResults } from './messages.ts'
import { runInChild } from './run-in-child.ts'
import { createSpareChild } from './spare-child.ts'
import type { StillsJob } from './stage-job.ts'
import type { StillsPlace } from './stills-child.ts'
import { limitStills, type StillsRequest } from './stills-in-child.ts'

/** Someone adjusting a video usually asks again within this time. After it, a waiting child is ended to free its memory. */
const KEPT_MS = 60_000
/** So many wait with the files of somebody, each with up to 400 MB: as many as one person's pages draw at once. */
const MOST_KEPT = Math.max(2, Math.floor(availableParallelism() / 4))

/** Where children have their files, and for how long one waits. */
export type StillsPoolOptions = StillsPlace & { keptMs?: number }

/** Which moments are wanted, and whose files they are drawn with: a child that has seen them draws for nobody else. */
export type PoolRequest = StillsRequest & { owner?: string }

/** Which moment is wanted, in seconds of the video. */
export type SketchRequest = Omit<PoolRequest, 'atSecs'> & { atSecs: number }

/** Draws stills for people who look at each change. */
export type StillsPool = {
  /** PNG pictures of single moments, by the same engine and with the same pixels as the video. */
  draw(plan: RenderPlan, request: PoolRequest): Promise<DrawnStills>
  /** A picture of one moment, and where the layers of its look stand. */
  sketch(plan: RenderPlan, request: SketchRequest): Promise<Sketch>
  close(): Promise<void>
}

/**
 * Whoever changes a brand or a look asks again and again with the same files. A child that has drawn for them waits with what it has
 * read, and draws the next change in a tenth of the time; for other files, and for anybody else, another one waits that has seen none.
 */
export function openStillsPool({ keptMs = KEPT_MS, ...place }: StillsPoolOptions): StillsPool {
  const kept = createKeptChildren({ most: MOST_KEPT, keptMs })
  const spare = createSpareChild(place, keptMs)
  let running = 0
  let isClosed = false

  const run = async <Kind extends StillsJob['kind']>(
    job: Extract<StillsJob, { kind: Kind }>,
    { signal, owner }: Pick<PoolRequest, 'signal' | 'owner'>,
  ): Promise<ChildResults[Kind]> => {
    const { folder, template } = job.plan
    const limits = limitStills(folder, { ...place, ...(signal && { signal }) })
    running++
    try {
      const ready = (await kept.take(job, owner)) ?? (await spare.take(job))
      if (ready) return await drawAndKeep(ready, owner, limits)
      await mkdir(folder, { recursive: true })
      return await runInChild(job, limits)
    } finally {
      running--
      // Not before: it would take the time of what is being waited for.
      if (running === 0 && !isClosed) spare.warm(template.url)
    }
  }
  const drawAndKeep = async <Kind extends StillsJob['kind']>(
    { child, entered }: ReadyChild,
    owner: string | undefined,
    limits: ChildLimits,
  ): Promise<ChildResults[Kind]> => {
    try {
      return await child.draw<Kind>(entered, limits)
    } finally {
      const mayStay = owner !== undefined && (await child.mayStay())
      if (mayStay && !isClosed) kept.keep(child, owner)
      else await child.end()
    }
  }

  return {
    draw: (plan, { atSecs, ...request }) => run({ kind: 'STILLS', plan, atSecs }, request),
    sketch: (plan, { atSecs, ...request }) => run({ kind: 'SKETCH', plan, atSecs }, request),
    async close() {
      isClosed = true
      await Promise.all([spare.end(), kept.endAll()])
    },
  }
}
