import type { Batch } from '@songreel/contract'
import { toBatchRecord } from '../records/batch-record.ts'
import { runOutside } from '../scope.ts'
import type { Services } from '../services.ts'
import { listBatchesById, listBatchMarks, listMovingBatches } from '../store/batches/batch-rows.ts'
import { listRendersOfBatches } from '../store/renders/render-rows.ts'
import { listLivingTokens } from '../store/tokens.ts'

const LOOK_EVERY_MS = 500
/** A transaction names the moment it began: one that ended a batch may become visible this much later. */
const LONGEST_COMMIT_MS = 30_000
/** A client that was away for longer reads its lists again anyway. */
const LONGEST_ABSENCE_MS = 60 * 60_000

/** What is new to a listener: batches that changed, and the moment up to which it has seen everything. */
export type News = { batches: Batch[]; seenUntil: string }

/** Who follows an organization, and with which token. */
export type OrganizationListener = {
  orgId: string
  keyId: string
  /** The moment up to which it has seen everything; without one it is told of changes from now on. */
  seenUntil?: string
  /** False while it has not taken in what came before: then it gets the newest state later. */
  isReady(): boolean
  onNews(news: News): void
  /** Its token has been revoked or has run out: nothing more is reported. */
  onTokenEnd(): void
}

/** Reports to listeners every change of every batch of their organization. */
export type OrganizationWatch = {
  follow(listener: OrganizationListener): () => void
  close(): void
}

/** A listener and, by batch, the mark of what it has seen; no marks: it has just come. */
type Follower = OrganizationListener & { marks?: Map<string, string> }
type WatchDeps = Pick<Services, 'db' | 'links' | 'log'>

/** One look per organization: however many streams are open, the database is asked once in half a second. */
export function createOrganizationWatch(services: WatchDeps): OrganizationWatch {
  const followers = new Set<Follower>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  async function look(): Promise<void> {
    timer = undefined
    isLooking = true
    try {
      for (const orgId of new Set([...followers].map((follower) => follower.orgId)))
        await lookAt(
          services,
          orgId,
          [...followers].filter((follower) => follower.orgId === orgId),
          followers,
        )
    } catch (error) {
      services.log.warn({ err: error }, 'an organization could not be checked for changes')
    }
    isLooking = false
    plan(LOOK_EVERY_MS)
  }

  function plan(afterMs: number): void {
    if (followers.size > 0 && !isLooking) timer ??= runOutside(() => setTimeout(look, afterMs))
  }

  return {
    follow(listener) {
      const follower: Follower = { ...listener }
      followers.add(follower)
      plan(0)
      return () => void followers.delete(follower)
    },
    close() {
      followers.clear()
      clearTimeout(timer)
    },
  }
}

async function lookAt(
  services: WatchDeps,
  orgId: string,
  present: Follower[],
  followers: Set<Follower>,
): Promise<void> {
  const { db } = services
  const { batchIds, now } = await listMovingBatches(db, { orgId, since: findSince(present) })
  const wanted = batchIds.map((batchId) => ({ orgId, batchId }))
  const marks = new Map((await listBatchMarks(db, wanted)).map(({ batchId, mark }) => [batchId, mark]))
  const changed = [...marks].filter(([batchId, mark]) => present.some((one) => isNews(one, batchId, mark)))
  const batches = await readBatches(
    services,
    orgId,
    changed.map(([batchId]) => batchId),
  )
  // After the news was read: a token that ended before something happened must not see it.
  const living = await listLivingTokens(db, [...new Set(present.map(({ keyId }) => keyId))])
  for (const follower of present) {
    if (!followers.has(follower)) continue
    if (living.has(follower.keyId)) tell(follower, { batches, marks, now })
    else {
      followers.delete(follower)
      follower.onTokenEnd()
    }
  }
}

/** Far enough back for everybody, and for what is committed late. */
function findSince(present: Follower[]): string | undefined {
  const moments = present.flatMap(({ seenUntil }) => (seenUntil ? [Date.parse(seenUntil)] : []))
  if (moments.length === 0) return undefined
  const since = Math.max(Math.min(...moments), Date.now() - LONGEST_ABSENCE_MS) - LONGEST_COMMIT_MS
  return new Date(since).toISOString()
}

/** Who comes for the first time has read the lists, or is about to; who comes back is told all that moves. */
function isNews({ marks, seenUntil }: Follower, batchId: string, mark: string): boolean {
  return marks ? marks.get(batchId) !== mark : seenUntil !== undefined
}

type Look = { batches: Batch[]; marks: Map<string, string>; now: string }

function tell(follower: Follower, { batches, marks, now }: Look): void {
  if (!follower.isReady()) return
  const news = batches.filter(({ batchId }) => isNews(follower, batchId, marks.get(batchId) ?? ''))
  const isFirst = follower.marks === undefined
  follower.marks = marks
  follower.seenUntil = now
  if (isFirst || news.length > 0) follower.onNews({ batches: news, seenUntil: now })
}

async function readBatches({ db, links }: WatchDeps, orgId: string, batchIds: string[]): Promise<Batch[]> {
  if (batchIds.length === 0) return []
  const rows = await listBatchesById(db, orgId, batchIds)
  const renders = await listRendersOfBatches(db, orgId, batchIds)
  return rows.map((row) =>
    toBatchRecord(
      row,
      renders.filter(({ batchId }) => batchId === row.batchId),
      links,
    ),
  )
}
