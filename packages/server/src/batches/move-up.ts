import { ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import { moveUp } from '../store/renders/move-up.ts'
import { getRender } from '../store/renders/render-rows.ts'
import type { Db } from '../store/schema.ts'

/** Makes a render that waits the next one of its organization. */
export async function moveUpRender(_: Services, db: Db, orgId: string, renderId: string): Promise<void> {
  const { status } = await getRender(db, orgId, renderId)
  if (await moveUp(db, orgId, renderId)) return
  const message = `Render ${renderId} does not wait: it is ${status}. Only one that no worker has yet can be moved up.`
  throw new ServiceError('CONFLICT', { message })
}
