import { removeFiles } from '../batches/delete-files.ts'
import type { Services } from '../services.ts'
import { noteUnnamedFiles } from '../store/pending-files.ts'
import {
  evictSegments,
  forgetOldSegments,
  forgetSegmentsOfDeletedSongs,
  forgetUnplacedSegments,
  type GoneSegment,
  listOrganizationsOver,
} from '../store/segments/segment-limits.ts'
import { inTransaction, type Tx } from '../store/transaction.ts'
import { segmentKey } from './segment-key.ts'

const MB = 1024 ** 2
const DAY_SECS = 24 * 60 * 60
/** Small enough not to hold up other queries. */
const ROWS_AT_ONCE = 500
/** The rest goes with the next purge. */
const MAX_CHUNKS = 200
/** A render makes room whenever it has kept so much, or this part of the limit. */
const LOOK_EVERY_BYTES = 64 * MB
const LOOK_EVERY_SHARE = 1 / 16

type ClearDeps = Pick<Services, 'db' | 'storage' | 'config' | 'log'>

/** Makes room while a render keeps segments: at its first, and then every so many bytes. */
export function createLimitWatch(services: ClearDeps, orgId: string): { note(bytes: number): Promise<void> } {
  const limitBytes = services.config.segmentMb * MB
  const everyBytes = Math.min(LOOK_EVERY_BYTES, limitBytes * LOOK_EVERY_SHARE)
  let untilLook = 0
  return {
    async note(bytes) {
      untilLook -= bytes
      if (untilLook > 0) return
      untilLook = everyBytes
      await evict(services, orgId, limitBytes)
    },
  }
}

/**
 * What is too much, too old, of a deleted song, or in no video any more. The first is mostly done by renders; here it follows a
 * limit that was lowered.
 */
export async function purgeSegments(services: ClearDeps): Promise<void> {
  const { db, config } = services
  const limitBytes = config.segmentMb * MB
  for (const orgId of await listOrganizationsOver(db, limitBytes)) await evict(services, orgId, limitBytes)
  const olderThanSecs = config.retentionDays * DAY_SECS
  await inChunks((limit) => forgetSegmentsOfDeletedSongs(db, limit))
  await inChunks((limit) => clear(services, (tx) => forgetOldSegments(tx, { olderThanSecs, limit })))
  await inChunks((limit) => clear(services, (tx) => forgetUnplacedSegments(tx, limit)))
}

async function inChunks(deleteChunk: (limit: number) => Promise<number>): Promise<void> {
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++)
    if ((await deleteChunk(ROWS_AT_ONCE)) < ROWS_AT_ONCE) return
}

function evict(services: ClearDeps, orgId: string, limitBytes: number): Promise<number> {
  return clear(services, (transaction) => evictSegments(transaction, orgId, limitBytes))
}

/** Forgets one segment and deletes its file. */
export async function forgetFile(
  services: ClearDeps,
  { orgId, segmentId }: GoneSegment,
  forget: (transaction: Tx) => Promise<boolean>,
): Promise<void> {
  await clear(services, async (transaction) => ((await forget(transaction)) ? [{ orgId, segmentId }] : []))
}

/** The files are noted with the rows that give them up, and go afterwards; returns how many there were. */
async function clear(
  services: ClearDeps,
  forget: (transaction: Tx) => Promise<GoneSegment[]>,
): Promise<number> {
  const keys = await inTransaction(services.db, async (transaction) => {
    const gone = (await forget(transaction)).map(({ orgId, segmentId }) => segmentKey(orgId, segmentId))
    await noteUnnamedFiles(transaction, gone)
    return gone
  })
  await removeFiles(services, keys)
  return keys.length
}
