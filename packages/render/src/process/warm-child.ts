import type { ChildProcess } from 'node:child_process'
import { listCodeFolders } from '../containment/installation.ts'
import type { ChildLimits } from './child-watch.ts'
import type { ChildJob, ChildResults, ParentMessage } from './messages.ts'
import { endChild, runAt, startAt, withRenderErrors } from './run-in-child.ts'
import { type ChildPlace, openPlace } from './start-child.ts'
import { limitStills } from './stills-in-child.ts'

type StillsKind = 'STILLS' | 'SKETCH'

/** A contained child that has loaded what stills need, and waits for its one job. */
export type WarmChild = {
  /** Whether it can do a job with this template: it was started with the right to read that code, and still runs. */
  canDraw(templateUrl: string): boolean
  draw<Kind extends StillsKind>(
    job: Extract<ChildJob, { kind: Kind }>,
    limits: ChildLimits,
  ): Promise<ChildResults[Kind]>
  end(): Promise<void>
}

/** Where it waits. */
export type WarmPlace = {
  /** Lends a folder, until it is given back. */
  lendFolder(): Promise<{ path: string; giveBack(): Promise<void> }>
  /** Folders that it must not see. */
  closedFolders: readonly string[]
}

/** Starts a child for a template of the same package as this one; `undefined` where its files must be known before. */
export async function startWarmChild(templateUrl: string, where: WarmPlace): Promise<WarmChild | undefined> {
  const place = await openLentPlace(templateUrl, where)
  if (!place.lendsInside) {
    await place.close()
    return undefined
  }
  const started = startAt(place)
  const load: ParentMessage = { kind: 'load' }
  // If the child has died by then, the next job notices.
  started.child.send(load, () => undefined)
  return {
    canDraw: (url) => isAlive(started.child) && areSame(listCodeFolders(url), place.codeFolders),
    draw: (job, jobLimits) => withRenderErrors(() => runAt(place, job, jobLimits, started)),
    async end() {
      await endChild(started)
      await place.close()
    },
  }
}

async function openLentPlace(
  templateUrl: string,
  { lendFolder, closedFolders }: WarmPlace,
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

function isAlive({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index])
}
