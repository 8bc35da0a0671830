import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { isWaiting } from './conditions.ts'

/** Puts a render before all others of its organization that wait; previews stay before videos. False: it does not wait. */
export async function moveUp(db: Db, orgId: string, renderId: string): Promise<boolean> {
  const { rows } = await sql`
    update renders set priority = greatest(priority, (
      select max(other.priority) + 1 from renders other
      where other.org_id = ${orgId} and other.render_id <> ${renderId} and ${isWaiting('other')}
        and other.is_preview = renders.is_preview))
    where org_id = ${orgId} and render_id = ${renderId} and ${isWaiting()}
    returning render_id
  `.execute(db)
  return rows.length > 0
}
