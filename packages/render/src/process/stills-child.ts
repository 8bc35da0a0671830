import type { ChildProcess } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SPARE_CPU_SECS } from '../containment/compose-wrapper.ts'
import { listCodeFolders } from '../containment/installation.ts'
import { type ChildLimits, canceled, readCpuMs, readMemoryMb, watchRest } from './child-watch.ts'
import type { ChildJob, ChildResults, ParentMessage } from './messages.ts'
import { endChild, startAt, withRenderErrors } from './run-in-child.ts'
import { runStills } from './run-stills.ts'
import type { StagedJob, StillsJob } from './stage-job.ts'
import { type ChildPlace, openPlace } from './start-child.ts'
import { limitStills } from './stills-in-child.ts'

/** A leak in a library stays small. */
const MOST_JOBS = 100
/** Beyond it, its limit of processor time could end it in the middle of a job that takes as long as one may. */
const MOST_CPU_MS = SPARE_CPU_SECS * 1000
/** One that has grown beyond this makes room for a fresh one. */
const MOST_KEPT_MB = 400

/**
 * A contained child that has loaded what stills need, and waits. The files of its first job are all that it is ever given: it draws
 * again only what needs no others, so one that a file has taken over learns nothing that it did not have.
 */
export type StillsChild = {
  /** Whether it may read this template's code, has not read it in an older form, and still runs. */
  canLoad(templateUrl: string): boolean
  /** The job as the child sees it; undefined where it needs files that the child does not have. */
  enter(job: StillsJob): Promise<ChildJob | undefined>
  /** Draws a job that has entered. */
  draw<Kind extends StillsJob['kind']>(entered: ChildJob, limits: ChildLimits): Promise<ChildResults[Kind]>
  /** Whether it may wait for another job: it has done what it was told, and has neither grown too large nor used up its time. */
  mayStay(): Promise<boolean>
  /** Waits; `onUnrest` is called if it works or grows meanwhile, which only one does that does not obey. */
  rest(onUnrest: () => void): void
  end(): Promise<void>
}

/** Where it waits. */
export type StillsPlace = {
  /** Lends a folder, until it is given back. */
  lendFolder(): Promise<{ path: string; giveBack(): Promise<void> }>
  /** Folders that it must not see. */
  closedFolders: readonly string[]
  /** One that has used more processor time is given no further job. */
  keptCpuMs?: number
  /** One that does not stop within this time when it is told to is ended. */
  stopMs?: number
}

/** Starts a child for a template of the same package as this one; `undefined` where its files must be known before. */
export async function startStillsChild(
  templateUrl: string,
  where: StillsPlace,
): Promise<StillsChild | undefined> {
  const place = await openLentPlace(templateUrl, where)
  if (!place.lendsInside) {
    await place.close()
    return undefined
  }
  const startedMs = Date.now()
  const started = startAt(place)
  const load: ParentMessage = { kind: 'load' }
  // If the child has died by then, the next job notices.
  started.child.send(load, () => undefined)
  let staged: StagedJob | undefined
  let jobs = 0
  let isSound = true
  let stopWatch = () => {}
  return {
    canLoad: (url) =>
      isAlive(started.child) &&
      areSame(listCodeFolders(url), place.codeFolders) &&
      (jobs === 0 || findChangeMs(url) < startedMs),
    async enter(job) {
      if (staged) return staged.again?.(job)
      staged = await place.enter(job)
      return staged.job
    },
    draw: (entered, limits) =>
      withRenderErrors(async () => {
        stopWatch()
        // It has nothing to stop, and stays as it is.
        if (limits.signal?.aborted) throw canceled(limits.signal)
        jobs++
        isSound = false
        const result = await runStills(started, entered, { ...limits, stopMs: where.stopMs }, () => {
          isSound = true
        })
        if (staged?.again) return result as never
        // There is something to take, and only a child that has exited can no longer change its files.
        await endChild(started)
        place.endAll()
        return (await staged?.settle(result)) as never
      }),
    async mayStay() {
      if (!isSound || !staged?.again || jobs >= MOST_JOBS || !isAlive(started.child)) return false
      const { pid = 0 } = started.child
      const [memoryMb, cpuMs] = await Promise.all([readMemoryMb(pid), readCpuMs(pid)])
      return memoryMb < MOST_KEPT_MB && cpuMs < (where.keptCpuMs ?? MOST_CPU_MS)
    },
    rest(onUnrest) {
      stopWatch = watchRest(started.child.pid ?? 0, { mostMb: MOST_KEPT_MB, onUnrest })
    },
    async end() {
      stopWatch()
      await endChild(started)
      await place.close()
    },
  }
}

async function openLentPlace(
  templateUrl: string,
  { lendFolder, closedFolders }: StillsPlace,
): Promise<ChildPlace> {
  const folder = await lendFolder()
  try {
    const place = await openPlace(limitStills(folder.path, { closedFolders }), templateUrl)
    return { ...place, close: () => place.close().finally(folder.giveBack) }
  } catch (error) {
    await folder.giveBack()
    throw error
  }
}

/** When a template's files were changed last. The address of a look that is in no file is all of it. */
function findChangeMs(templateUrl: string): number {
  if (!templateUrl.startsWith('file:')) return 0
  try {
    const folder = dirname(fileURLToPath(templateUrl))
    return Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs))
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function isAlive({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index])
}
