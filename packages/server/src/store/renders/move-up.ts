import { sql } from 'kysely'
import { ServiceError } from '../../errors.ts'
import type { Db } from '../schema.ts'
import { isWaiting } from './conditions.ts'
import { getRender } from './render-rows.ts'

/** Puts a render before all others of its organization that wait; previews stay before videos. */
export async function moveUpRender(db: Db, orgId: string, renderId: string): Promise<void> {
  const { status } = await getRender(db, orgId, renderId)
  const { rows } = await sql`
    update renders set priority = greatest(priority, (
      select max(other.priority) + 1 from renders other
      where other.org_id = ${orgId} and other.render_id <> ${renderId} and ${isWaiting('other')}
        and other.is_preview = renders.is_preview))
    where org_id = ${orgId} and render_id = ${renderId} and ${isWaiting()}
    returning render_id
  `.execute(db)
  if (rows.length > 0) return
  const message = `Render ${renderId} does not wait: it is ${status}. Only one that no worker has yet can be moved up.`
  throw new ServiceError('CONFLICT', { message })
}
