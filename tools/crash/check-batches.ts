import { chooseClosingStatus } from '@songreel/server/internal/store/statuses.ts'
import type { Asked } from './asked.ts'
import type { RetryingDb } from './retrying-db.ts'

type BatchFacts = {
  batchId: string
  ref: string | null
  status: string
  total: number
  completed: number
  failed: number
  canceled: number
  isFinished: boolean
  /** How its renders really ended. */
  ended: { completed: number; failed: number; canceled: number; total: number }
}

const BATCHES = `
  select b.batch_id as "batchId", ref, b.status, total, completed, failed, canceled, b.finished_at is not null as "isFinished",
    json_build_object(
      'completed', count(*) filter (where r.status = 'COMPLETED'), 'failed', count(*) filter (where r.status = 'FAILED'),
      'canceled', count(*) filter (where r.status = 'CANCELED'), 'total', count(*)) as ended
  from batches b join renders r on r.batch_id = b.batch_id group by b.batch_id`

/** What was acknowledged is there, once, and final; and every batch adds up. */
export async function checkBatches(query: RetryingDb['query'], asked: Asked[]): Promise<string[]> {
  const batches = await query<BatchFacts>(BATCHES)
  return [...asked.flatMap((entry) => checkAsked(entry, batches)), ...batches.flatMap(checkSums)]
}

function checkAsked({ ref, batchIds }: Asked, batches: BatchFacts[]): string[] {
  const stored = batches.filter((batch) => batch.ref === ref).map(({ batchId }) => batchId)
  if (stored.length > 1)
    return [`${ref} was asked for once and made ${stored.length} times: ${stored.join(', ')}`]
  if (batchIds.size > 1) return [`${ref} was acknowledged under several ids: ${[...batchIds].join(', ')}`]
  const [acknowledged] = batchIds
  if (acknowledged === undefined || stored[0] === acknowledged) return []
  return [`${ref} was acknowledged as ${acknowledged} and is lost`]
}

function checkSums({ batchId, status, isFinished, total, ended, ...counts }: BatchFacts): string[] {
  const findings: string[] = []
  const counted = `${counts.completed}/${counts.failed}/${counts.canceled} of ${total}`
  const real = `${ended.completed}/${ended.failed}/${ended.canceled} of ${ended.total}`
  if (!isFinished) findings.push(`batch ${batchId} is not final: ${status}, ${real}`)
  if (counted !== real) findings.push(`batch ${batchId} counts ${counted}, and its renders are ${real}`)
  if (isFinished && status !== chooseClosingStatus(ended))
    findings.push(`batch ${batchId} is ${status} with renders ${real}`)
  return findings
}

/** How much there was, for the report. */
export type Tally = {
  batches: number
  renders: Record<string, number>
  again: number
  linked: number
  failures: Record<string, number>
}

/** Counts what came of everything. */
export async function tally(query: RetryingDb['query']): Promise<Tally> {
  const [{ batches }] = await query('select count(*)::int as batches from batches')
  const [{ again, linked }] = await query(`
    select count(*) filter (where attempt > 1)::int as again,
           (count(output_id) - count(distinct output_id))::int as linked from renders`)
  const states = await query('select status, count(*)::int as count from renders group by 1 order by 1')
  const faults = await query(
    `select error->>'code' as code, count(*)::int as count from renders where status = 'FAILED' group by 1`,
  )
  return {
    batches,
    again,
    linked,
    renders: Object.fromEntries(states.map(({ status, count }) => [status, count])),
    failures: Object.fromEntries(faults.map(({ code, count }) => [code, count])),
  }
}
