import type { RenderFailure, SegmentCount } from '@songreel/contract'
import { sql } from 'kysely'
import type { Excerpt, MadeFrom } from '../batch-schema.ts'
import { limitRest } from '../rest-limit.ts'
import { OPEN_RENDER_STATUSES } from '../statuses.ts'
import type { Tx } from '../transaction.ts'
import type { Run } from './conditions.ts'
import { addChapter } from './timeline.ts'

/** How a render can end. */
export type RenderOutcome =
  | {
      status: 'COMPLETED'
      outputId: string
      excerpt: Excerpt | null
      frames: number
      /** What it was made from, or what the earlier work was that it was linked to: the same. */
      madeFrom: MadeFrom
      /** What it took; absent for a render that was linked to earlier work. */
      drawn?: { cpuSecs: number; segments?: SegmentCount }
    }
  | { status: 'FAILED'; error: RenderFailure }
  | { status: 'CANCELED' }

/** The run that ends: a worker shows the fence of its claim, a person's cancel none. */
export type EndingRun = Omit<Run, 'fence'> & { fence?: number }

/** Ends a render. Undefined when it is final already or was claimed anew: then nothing is changed. */
export function finishRun(
  transaction: Tx,
  run: EndingRun,
  outcome: RenderOutcome,
): Promise<{ batchId: string } | undefined> {
  let update = transaction
    .updateTable('renders')
    .set({
      status: outcome.status,
      timeline: addChapter(outcome.status),
      phase: null,
      eta_secs: null,
      job_id: null,
      waiting_for: null,
      finished_at: sql<string>`now()`,
      ...(outcome.status === 'COMPLETED' && {
        progress: 100,
        output_id: outcome.outputId,
        excerpt: outcome.excerpt && JSON.stringify(outcome.excerpt),
        frames: outcome.frames,
        segments_total: outcome.drawn?.segments?.total ?? null,
        segments_kept: outcome.drawn?.segments?.kept ?? null,
        made_from: JSON.stringify(outcome.madeFrom),
        brand_id: outcome.madeFrom.brand?.brandId ?? null,
        error: null,
      }),
      ...(outcome.status === 'FAILED' && { error: JSON.stringify(outcome.error) }),
    })
    .where('org_id', '=', run.orgId)
    .where('render_id', '=', run.renderId)
    .where('status', 'in', OPEN_RENDER_STATUSES)
  if (run.fence !== undefined) update = update.where('fence', '=', run.fence)
  return update.returning(['batch_id as batchId', limitRest.as('rest')]).executeTakeFirst()
}

/** Whether the run has ended so already: for whoever has tried to end it and does not know what came of it. */
export async function hasEnded(transaction: Tx, run: EndingRun, outcome: RenderOutcome): Promise<boolean> {
  let query = transaction
    .selectFrom('renders')
    .select('render_id')
    .where('org_id', '=', run.orgId)
    .where('render_id', '=', run.renderId)
    .where('status', '=', outcome.status)
  if (run.fence !== undefined) query = query.where('fence', '=', run.fence)
  if (outcome.status === 'COMPLETED') query = query.where('output_id', '=', outcome.outputId)
  return (await query.executeTakeFirst()) !== undefined
}
