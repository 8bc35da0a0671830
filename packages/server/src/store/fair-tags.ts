import type { Db } from './schema.ts'
import { onlyRow, statement } from './statement.ts'
import type { Tx } from './transaction.ts'

const draw = statement<{ lastTag: number }>(
  `insert into fair_tags (org_id, last_tag)
   values ($orgId, (select tag from fair_clock) + $count::bigint)
   on conflict (org_id) do update
     set last_tag = greatest(fair_tags.last_tag, (select tag from fair_clock)) + $count::bigint
   returning last_tag as "lastTag"`,
)

/** Draws so many start tags for an organization, and returns the first; the others follow it. */
export async function drawTags(transaction: Tx, orgId: string, count: number): Promise<number> {
  const { lastTag } = onlyRow(await draw(transaction, { orgId, count }))
  return lastTag - count + 1
}

/** The clock follows the tags that are served, so that an organization that comes late starts beside the others. */
export async function advanceFairClock(db: Db, tag: number): Promise<void> {
  await db.updateTable('fair_clock').set({ tag }).where('tag', '<', tag).execute()
}
