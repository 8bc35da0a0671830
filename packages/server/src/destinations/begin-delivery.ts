import { Destination } from '@songreel/contract'
import { ServiceError } from '../errors.ts'
import { deliverVideoJob } from '../queue/all-jobs.ts'
import type { Services } from '../services.ts'
import { getRender } from '../store/renders/render-rows.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction, type Tx } from '../store/transaction.ts'
import { findRenderDestination, openVideoDelivery, type VideoDeliveryRef } from '../store/video-deliveries.ts'
import { refuseUnusableDestination } from './check-destination.ts'

type BeginDeps = Pick<Services, 'queue'>

/** Begins the delivery of a render that has just been completed, in the same transaction, if its batch names a destination. */
export async function beginDelivery(deps: BeginDeps, transaction: Tx, ref: VideoDeliveryRef): Promise<void> {
  const destination = readDestination(await findRenderDestination(transaction, ref))
  if (destination) await enqueue(deps, transaction, ref, destination)
}

/** Delivers a completed render once more, whatever came of it before; also to another place. */
export function redeliverRender(
  deps: BeginDeps & Pick<Services, 'config'>,
  db: Db,
  { orgId, renderId }: VideoDeliveryRef,
  given: Destination | undefined,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const { status, outputId, outputDeletedAt } = await getRender(transaction, orgId, renderId)
    const known = await findRenderDestination(transaction, { orgId, renderId })
    const destination = given ?? readDestination(known)
    if (!destination)
      throw conflict(
        `Render ${renderId} has no destination: its batch names none. Send one as destination in the body.`,
      )
    if (status !== 'COMPLETED')
      throw conflict(`Render ${renderId} is ${status}; only what is COMPLETED can be delivered.`)
    if (outputId === null || outputDeletedAt !== null)
      throw new ServiceError('OUTPUT_EXPIRED', {
        message: `The files of render ${renderId} are deleted. Make the video again with a new batch.`,
      })
    await refuseUnusableDestination(deps, transaction, orgId, { destination, field: 'destination' })
    await enqueue(deps, transaction, { orgId, renderId }, destination)
  })
}

async function enqueue(
  { queue }: BeginDeps,
  transaction: Tx,
  ref: VideoDeliveryRef,
  destination: Destination,
): Promise<void> {
  const opened = await openVideoDelivery(transaction, ref, destination)
  if (!opened) return
  await queue.enqueue(transaction, deliverVideoJob, { ...ref, ...opened }, { orgId: ref.orgId })
}

/** Keys of serviceParams were the caller's own before this one had a meaning: what does not fit is theirs. */
function readDestination(stored: unknown): Destination | undefined {
  return Destination.safeParse(stored).data
}

function conflict(message: string): ServiceError {
  return new ServiceError('CONFLICT', { message })
}
