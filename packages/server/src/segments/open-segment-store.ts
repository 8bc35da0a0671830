import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { MAX_SEGMENT_BYTES, type MadeSegment, type SegmentSearch, type SegmentStore } from '@songreel/render'
import { readRoom } from '../assets/disk-room.ts'
import { hashStream, WrongBytesError } from '../assets/hash-stream.ts'
import { removeFiles } from '../batches/delete-files.ts'
import { crashPoint } from '../crash-point.ts'
import type { Services } from '../services.ts'
import { notePendingFiles } from '../store/pending-files.ts'
import { retryTransient } from '../store/retry-transient.ts'
import {
  findSegmentsOfWork,
  forgetSegment,
  insertSegment,
  listSegmentsOfLine,
  placeSegment,
  type SegmentWork,
  useSegment,
} from '../store/segments/segment-rows.ts'
import { WorkError } from '../work-error.ts'
import { createLimitWatch, forgetFile } from './clear-segments.ts'
import { segmentKey } from './segment-key.ts'

/** An edited video looks through so many at most: some hours of one song's videos. */
const MOST_CANDIDATES = 4000

/** What one render finds and keeps segments for. The kind of machine is the engine's to tell. */
export type SegmentRun = Omit<SegmentWork, 'machine'> & { signal: AbortSignal }

export type SegmentDeps = Pick<Services, 'db' | 'storage' | 'config' | 'log'>

/** A store for renders that are made by several workers: what they make for each other counts at once. */
export type KeptSegments = SegmentStore & {
  /** Like `findMade`, but as it is now. */
  findNow(index: number, search: SegmentSearch): Promise<string | undefined>
  /** Like `keep`; false if it is not kept. */
  tryToKeep(made: MadeSegment, search: SegmentSearch): Promise<boolean>
}

/**
 * The segments that one organization keeps, for one of its renders. Nothing here fails a render: what can't be found is drawn,
 * and what can't be kept is not.
 */
export function openSegmentStore(services: SegmentDeps, run: SegmentRun): KeptSegments {
  const { db, log } = services
  const { orgId, signal } = run
  const limitWatch = createLimitWatch(services, orgId)
  let ofWork: Promise<Map<number, string>> | undefined
  const orWithout = async <Result>(doing: string, work: () => Promise<Result>, without: Result) => {
    try {
      return await work()
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, orgId, doing }, 'kept segments could not be used')
      return without
    }
  }

  const findNow = (index: number, { machine }: SegmentSearch) =>
    orWithout('find', async () => (await findSegmentsOfWork(db, { ...run, machine })).get(index), undefined)
  const tryToKeep = (made: MadeSegment, search: SegmentSearch) =>
    orWithout(
      'keep',
      async () => {
        const isKept = await keepSegment(services, run, made, search)
        await limitWatch.note(made.bytes.length)
        return isKept
      },
      false,
    )

  return {
    listCandidates: ({ line }) =>
      orWithout('list', () => listSegmentsOfLine(db, { orgId, line, most: MOST_CANDIDATES }), []),
    findMade: (index, { machine }) =>
      orWithout(
        'find',
        async () => {
          ofWork ??= findSegmentsOfWork(db, { ...run, machine })
          return (await ofWork).get(index)
        },
        undefined,
      ),
    findNow,
    take: (key) => orWithout('take', () => takeSegment(services, run, key), undefined),
    tryToKeep,
    async keep(made, search) {
      await tryToKeep(made, search)
    },
  }
}

/** Brings a segment; one whose file is gone or damaged is forgotten, so that it is made and kept anew. */
async function takeSegment(
  services: SegmentDeps,
  { orgId, signal }: SegmentRun,
  key: string,
): Promise<Uint8Array | undefined> {
  const { db, storage } = services
  const found = await useSegment(db, orgId, key)
  if (!found) return undefined
  const { segmentId, sha256 } = found
  try {
    const { stream } = hashStream(sha256)
    return await pipeline(await storage.read(segmentKey(orgId, segmentId)), stream, buffer, { signal })
  } catch (error) {
    const isGone = error instanceof WorkError && error.facts.isFileGone
    if (!isGone && !(error instanceof WrongBytesError)) throw error
    await forgetFile(services, { orgId, segmentId }, (transaction) =>
      forgetSegment(transaction, orgId, segmentId),
    )
    return undefined
  }
}

/** The file first, then the row that names it. One with the same content is kept once, whichever video it is in. */
async function keepSegment(
  services: SegmentDeps,
  { signal, ...run }: SegmentRun,
  { index, key, frames, description, bytes: content }: MadeSegment,
  { line, machine }: SegmentSearch,
): Promise<boolean> {
  const { db, storage, config } = services
  const work = { ...run, machine }
  const placed = { position: index, line, key }
  if (await retryTransient(() => placeSegment(db, work, placed))) return true
  if ((await readRoom(config)).lack) return false
  const segmentId = randomUUID()
  const storageKey = segmentKey(run.orgId, segmentId)
  await retryTransient(() => notePendingFiles(db, [{ key: storageKey }]))
  await crashPoint('segment-noted')
  const { bytes, sha256 } = await storage.putStream(Readable.from([content]), () => storageKey, {
    maxBytes: MAX_SEGMENT_BYTES,
    signal,
  })
  await crashPoint('segment-stored')
  const marks = { frames: Buffer.from(frames), description }
  if (await insertSegment(db, work, { segmentId, storageKey, bytes, sha256, ...placed, ...marks })) {
    await crashPoint('segment-kept')
    return true
  }
  // Another worker was faster.
  const isPlaced = await placeSegment(db, work, placed)
  await removeFiles(services, [storageKey])
  return isPlaced
}
