import { notFound } from '../errors.ts'
import { selectDeletedAt } from './deletion.ts'
import { dropEarlier, type LookVersion } from './looks.ts'
import { type Source, statement } from './statement.ts'
import type { Tx } from './transaction.ts'

/** So many deleted looks of an organization are kept: it may make and delete them all day long. */
const MOST_KEPT = 100

const listDeleted = statement<LookVersion & { deletedAt: string }>(
  `select content_id as "contentId", max(version) as version, ${selectDeletedAt('max(hidden_at)')} from looks
   where org_id = $orgId and definition is not null and hidden_at > now() - make_interval(days => $retentionDays)
   group by content_id order by max(hidden_at) desc, content_id limit ${MOST_KEPT}`,
)
const hide = statement(
  `update looks set hidden_at = now() where org_id = $orgId and content_id = $contentId and hidden_at is null`,
)
// As the purge does it: the ids stay taken, and what an order still names is needed for it, which is looked up row by row.
const emptyOldest = statement(
  `update looks set definition = null
   where org_id = $orgId and hidden_at is not null and content_id = any(array(
       select content_id from looks where org_id = $orgId and hidden_at is not null and definition is not null
       order by hidden_at desc, content_id offset ${MOST_KEPT}))
     and not exists (
       select from batches join renders using (batch_id)
       where batches.org_id = $orgId and batches.finished_at is null and renders.content_id = looks.content_id
       offset 0)`,
)
const lockRestorable = statement<LookVersion & { isHidden: boolean }>(
  `select content_id as "contentId", version, hidden_at is not null as "isHidden" from looks
   where org_id = $orgId and content_id = $contentId and definition is not null
     and (hidden_at is null or hidden_at > now() - make_interval(days => $retentionDays))
   order by version desc limit 1 for update`,
)
// The pictures of its faults are gone, so it is examined anew.
const show = statement(
  `update looks set hidden_at = null, examination = null
   where org_id = $orgId and content_id = $contentId and hidden_at is not null`,
)

/** The looks that can be restored, with the time of their deletion; the one that was deleted last comes first. */
export function listDeletedLooks(
  source: Source,
  orgId: string,
  retentionDays: number,
): Promise<(LookVersion & { deletedAt: string })[]> {
  return listDeleted(source, { orgId, retentionDays })
}

/** Offers a look no more; its newest version is kept for what was ordered with it, and as long as it is one of the last. */
export async function hideLook(
  transaction: Tx,
  orgId: string,
  { contentId, version }: LookVersion,
): Promise<void> {
  await dropEarlier(transaction, orgId, { contentId, version })
  await hide(transaction, { orgId, contentId })
  await emptyOldest(transaction, { orgId })
}

/** The newest version of a look that is offered, or was not too long ago; locked until the transaction ends. */
export async function lockRestorableLook(
  transaction: Tx,
  orgId: string,
  { contentId, retentionDays }: { contentId: string; retentionDays: number },
): Promise<LookVersion & { isHidden: boolean }> {
  const [look] = await lockRestorable(transaction, { orgId, contentId, retentionDays })
  if (!look) throw notFound('CONTENT_NOT_FOUND', contentId)
  return look
}

/** Offers a hidden look again. */
export async function showLook(transaction: Tx, orgId: string, contentId: string): Promise<void> {
  await show(transaction, { orgId, contentId })
}
