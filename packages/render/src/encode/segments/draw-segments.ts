import type { SceneShare } from '@songreel/kit/drawing'
import { pickOffer, type SegmentSupply } from '../../kept/segment-supply.ts'
import type { ScenePlan } from '../../scene/build-scene.ts'
import type { FrameRange } from '../frame-source.ts'
import type { DrawnSegment } from './encoded-segment.ts'
import { readSegmentFile, writeSegmentFile } from './segment-file.ts'
import type { FromWorker } from './segment-messages.ts'
import { refuse, type WorkerHandle } from './worker-handle.ts'

/** Finished segments that may wait for an earlier one, per thread. Keeps memory bounded, however long the song is. */
const WAITING_PER_THREAD = 2

/** So many segments wait for a slow store at most; the next ones are not kept. */
const MAX_KEEPING = 8

/** The threads that draw, and where segments are found and left. */
export type DrawingCrew = {
  workers: readonly [WorkerHandle, ...WorkerHandle[]]
  /** Unset: everything is drawn, and nothing is kept. */
  supply?: SegmentSupply | undefined
  /** Notes frames that no thread has drawn. */
  noteFrames(count: number): void
  /** What is on its way into the store. */
  keeping: Set<Promise<void>>
}

type Place = { index: number; range: FrameRange }

/** Draws a video's segments on all threads, or finds them. They come back in their order. */
export async function* drawSegments(
  crew: DrawingCrew,
  plan: ScenePlan,
  { segments, firstIndex }: { segments: readonly FrameRange[]; firstIndex: number },
): AsyncGenerator<DrawnSegment> {
  const drawn = segments.map((range) => ({ range, ...Promise.withResolvers<DrawnSegment>() }))
  // Each is awaited in its turn; until then a failure must not count as unhandled.
  for (const { promise } of drawn) promise.catch(() => undefined)
  const queue = createSegmentQueue(segments.length, crew.workers.length * (1 + WAITING_PER_THREAD))
  const drawAll = async (worker: WorkerHandle) => {
    for (let index = await queue.next(); index !== undefined; index = await queue.next()) {
      const waiting = drawn[index]
      if (!waiting) return
      try {
        const segment = await supplySegment(crew, worker, { index: firstIndex + index, range: waiting.range })
        waiting.resolve(segment.arrived)
      } catch (error) {
        waiting.reject(error)
      }
    }
  }
  const others = await openScenes(crew, plan, (worker) => void drawAll(worker))
  for (const other of others) other.catch((error) => drawn.at(-1)?.reject(error))
  for (const { promise } of drawn) {
    yield await promise
    queue.release()
  }
}

/** Draws the segments that somebody asks for, one after the other on each thread, and only leaves them in the store. */
export async function drawForOthers(
  crew: DrawingCrew,
  plan: ScenePlan,
  segments: readonly FrameRange[],
  next: () => Promise<number | undefined>,
): Promise<number> {
  let made = 0
  const drawAll = async (worker: WorkerHandle) => {
    for (let index = await next(); index !== undefined; index = await next()) {
      const range = segments[index]
      if (!range) continue
      await leave(crew, await worker.ask({ kind: 'segment', index, range, mayFind: false }), range)
      made++
    }
  }
  const work: Promise<void>[] = []
  const others = await openScenes(crew, plan, (worker) => work.push(drawAll(worker)))
  await Promise.all(others)
  await Promise.all(work)
  return made
}

/** Counts the segments that would be found; on one thread, because most of the work is to get ready. */
export async function countKept(
  crew: DrawingCrew,
  plan: ScenePlan,
  segments: readonly FrameRange[],
): Promise<number> {
  if (!crew.supply) return 0
  const [worker] = crew.workers
  await openScenes({ ...crew, workers: [worker] }, plan, () => undefined)
  let kept = 0
  for (const range of segments) {
    const answer = await worker.ask({ kind: 'find', range })
    if (answer.kind === 'found') kept++
    crew.noteFrames(range.end - range.start)
  }
  return kept
}

/** The first thread paints what all share; it draws already while the others take it over. */
async function openScenes(
  { workers, supply }: DrawingCrew,
  plan: ScenePlan,
  begin: (worker: WorkerHandle) => void,
): Promise<Promise<unknown>[]> {
  const kept = supply && pickOffer(supply)
  const open = async (worker: WorkerHandle, share?: SceneShare) => {
    const ready = await worker.ask({ kind: 'scene', plan, ...(share && { share }), ...(kept && { kept }) })
    if (ready.kind !== 'ready') return refuse(ready)
    begin(worker)
    return ready.share
  }
  const [first, ...others] = workers
  const share = await open(first)
  return others.map((worker) => open(worker, share))
}

/** Looks for a segment where it is cheapest to find. The thread is free for the next one before a found one has arrived. */
async function supplySegment(
  crew: DrawingCrew,
  worker: WorkerHandle,
  place: Place,
): Promise<{ arrived: Promise<DrawnSegment> }> {
  const known = await crew.supply?.findMade(place.index)
  if (known) return { arrived: takeOrDraw(crew, worker, known, place) }
  const answer = await worker.ask({ kind: 'segment', ...place, mayFind: true })
  if (answer.kind === 'found') return { arrived: takeOrDraw(crew, worker, answer.key, place) }
  return { arrived: Promise.resolve(keepDrawn(crew, answer, place.range)) }
}

async function takeOrDraw(
  crew: DrawingCrew,
  worker: WorkerHandle,
  key: string,
  place: Place,
): Promise<DrawnSegment> {
  const file = await crew.supply?.take(key)
  const found = file && readSegmentFile(file, key, place)
  if (!found)
    return keepDrawn(crew, await worker.ask({ kind: 'segment', ...place, mayFind: false }), place.range)
  crew.noteFrames(place.range.end - place.range.start)
  return { ...found, isKept: true }
}

/** Hands on a drawn segment, which goes into the store while the render goes on. */
function keepDrawn(crew: DrawingCrew, answer: FromWorker, range: FrameRange): DrawnSegment {
  if (answer.kind !== 'segment') return refuse(answer)
  if (crew.supply && crew.keeping.size < MAX_KEEPING) void leave(crew, answer, range)
  const { segment, readings } = answer
  return { segment, readings, isKept: false }
}

/** Leaves a drawn segment in the store. */
async function leave({ supply, keeping }: DrawingCrew, answer: FromWorker, range: FrameRange): Promise<void> {
  if (answer.kind !== 'segment') return refuse(answer)
  const { segment, identity } = answer
  const bytes = identity && writeSegmentFile(answer, identity.key, range)
  if (!supply || !bytes) return
  const kept = supply.keep({ ...identity, index: segment.index, bytes })
  keeping.add(kept)
  await kept
  keeping.delete(kept)
}

/** Hands out segment numbers in order, never further ahead of what was taken than `limit`. */
function createSegmentQueue(count: number, limit: number) {
  let handedOut = 0
  let taken = 0
  let wake = Promise.withResolvers<void>()
  return {
    async next(): Promise<number | undefined> {
      while (handedOut < count && handedOut >= taken + limit) await wake.promise
      return handedOut < count ? handedOut++ : undefined
    },
    release(): void {
      taken++
      wake.resolve()
      wake = Promise.withResolvers()
    },
  }
}
