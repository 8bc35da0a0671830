import type { Run } from '../renders/conditions.ts'
import type { Db } from '../schema.ts'
import { onlyRow, statement } from '../statement.ts'

/** The run itself, in contrast to those who help it. It needs no sign of life: a run that is lost has no claims. */
export const LEADER = 'LEADER'

/** A helper that did not show itself for so long is lost. */
const LOST_AFTER_SECS = 6

/** What may be taken from its holder: a lost helper's, and what was made and is gone again. */
const IS_FREE = `(claim.is_made or (claim.holder <> '${LEADER}'
  and claim.seen_at < now() - interval '${LOST_AFTER_SECS} seconds'))`

/** That a run is being drawn, and is the one that counts. */
const IS_DRAWN = `org_id = $run.orgId and render_id = $run.renderId and fence = $run.fence and status = 'RENDERING'`

const claimOne = statement<{ holder: string }>(
  `insert into segment_claims as claim (org_id, render_id, fence, position, holder)
   select org_id, render_id, fence, $position::int, $holder from renders where ${IS_DRAWN}
   on conflict (render_id, fence, position)
     do update set holder = excluded.holder, seen_at = now(), is_made = false
     where ${IS_FREE} or claim.holder = excluded.holder
   returning holder`,
)

/** Takes one segment. False: a helper has it, or the run no longer counts. */
export async function claimSegment(db: Db, run: Run, position: number, holder: string): Promise<boolean> {
  return (await claimOne(db, { run, position, holder })).length > 0
}

/** A video's segments: how many there are, and the work and kind of machine that those are found by that are made. */
export type SegmentsOfWork = { total: number; workKey: string; machine: string }

const claimLast = statement<{ isAny: boolean; position: number | null }>(
  `with free as materialized (
     select spot as position from generate_series(0, $of.total::int - 1) as spots (spot)
     where not exists (
         select from segment_uses as made where made.org_id = $run.orgId and made.work_key = $of.workKey
           and made.machine = $of.machine and made.position = spot)
       and not exists (
         select from segment_claims as claim where claim.org_id = $run.orgId and claim.render_id = $run.renderId
           and claim.fence = $run.fence and claim.position = spot and not ${IS_FREE})
     order by spot desc limit 1),
   claimed as (
     insert into segment_claims as claim (org_id, render_id, fence, position, holder)
     select org_id, render_id, fence, free.position, $holder from renders, free where ${IS_DRAWN}
     on conflict (render_id, fence, position)
       do update set holder = excluded.holder, seen_at = now(), is_made = false where ${IS_FREE}
     returning position)
   select exists (select from free) and exists (select from renders where ${IS_DRAWN}) as "isAny",
     (select position from claimed) as position`,
)

/**
 * Takes the last segment that nobody has: the run itself comes from the first on, and they meet. Undefined: none is left, or the
 * run no longer counts.
 */
export async function claimLastSegment(
  db: Db,
  run: Run,
  holder: string,
  of: SegmentsOfWork,
): Promise<number | undefined> {
  for (;;) {
    const { isAny, position } = onlyRow(await claimLast(db, { run, holder, of }))
    if (position !== null) return position
    // Somebody else was faster: look for the next.
    if (!isAny) return undefined
  }
}

const markMade = statement(
  `update segment_claims set is_made = true, seen_at = now()
   where org_id = $run.orgId and render_id = $run.renderId and fence = $run.fence and position = $position
     and holder = $holder`,
)

/** Says that a segment is kept. */
export async function noteSegmentMade(db: Db, run: Run, position: number, holder: string): Promise<void> {
  await markMade(db, { run, position, holder })
}

const countMade = statement<{ count: number }>(
  `select count(*)::int as count from segment_claims
   where org_id = $run.orgId and render_id = $run.renderId and fence = $run.fence and is_made and holder <> '${LEADER}'`,
)

/** How many segments of a run helpers have made, and it has not taken over. */
export async function countMadeByHelpers(db: Db, run: Run): Promise<number> {
  return onlyRow(await countMade(db, { run })).count
}

const touch = statement<{ isDrawn: boolean }>(
  `with seen as (
     update segment_claims set seen_at = now()
     where org_id = $run.orgId and render_id = $run.renderId and fence = $run.fence and holder = $holder and not is_made)
   select exists (select from renders where ${IS_DRAWN}) as "isDrawn"`,
)

/** A helper shows that it is alive. False: the run no longer counts, and nobody waits for what it makes. */
export async function showHelper(db: Db, run: Run, holder: string): Promise<boolean> {
  return onlyRow(await touch(db, { run, holder })).isDrawn
}

const release = statement(
  `delete from segment_claims
   where org_id = $run.orgId and render_id = $run.renderId and fence = $run.fence and holder = $holder and not is_made`,
)

/** Gives back what a helper has begun and will not make. */
export async function releaseSegments(db: Db, run: Run, holder: string): Promise<void> {
  await release(db, { run, holder })
}

const forget = statement(
  `delete from segment_claims where org_id = $run.orgId and render_id = $run.renderId and fence <= $run.fence`,
)

/** A run is over, and so are those of before it. */
export async function forgetClaims(db: Db, run: Run): Promise<void> {
  await forget(db, { run })
}

const insertHelp = statement(
  `with run as materialized (
     select org_id, render_id, fence, status from renders
     where org_id = $run.orgId and render_id = $run.renderId and fence = $run.fence for share),
   helped as (
     insert into render_helpers (job_id, org_id, render_id, fence, cpu_secs, segments)
     select $help.jobId, org_id, render_id, fence, $help.cpuSecs::float8, $help.segments::int from run
     on conflict (job_id) do nothing returning cpu_secs)
   update usage_entries set cpu_secs = coalesce(usage_entries.cpu_secs, 0) + helped.cpu_secs
   from helped, run
   where usage_entries.org_id = run.org_id and usage_entries.render_id = run.render_id and run.status = 'COMPLETED'`,
)

/** What one helper did for a run. */
export type Help = { jobId: string; cpuSecs: number; segments: number }

/**
 * Writes down what a helper spent. The end of the render counts what is there by then; a helper that comes later adds itself. The
 * lock on the render makes it one or the other.
 */
export async function noteHelp(db: Db, run: Run, help: Help): Promise<void> {
  await insertHelp(db, { run, help })
}
