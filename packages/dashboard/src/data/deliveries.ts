import type { Delivery, DeliveryFilter } from '@songreel/sdk'
import { useEffect } from 'preact/hooks'
import { songreel } from '../client.ts'
import { type GrowingList, useGrowingList } from './growing-list.ts'
import { hasEndedSince } from './has-ended-since.ts'
import { useLive } from './use-live.ts'

/** Deliveries have no stream of their own: one that is on its way is looked at again so soon. */
const LOOK_AGAIN_MS = 2000
/** A try that is further off is left to the next refresh. */
const SOON_MS = 15_000

/** Deliveries, kept up to date. */
export type DeliveryList = Omit<GrowingList<Delivery>, 'items' | 'change'> & {
  deliveries: Delivery[] | undefined
}

/** Deliveries that pass a filter, newest first. */
export function useDeliveries(filter: DeliveryFilter, pageSize: number): DeliveryList {
  const {
    items,
    change: _,
    ...rest
  } = useGrowingList(
    filter,
    (query) => songreel.webhookDeliveries.list({ ...query, limit: pageSize }),
    ({ deliveryId }) => deliveryId,
  )
  useLive({ onBatch: (batch) => hasEndedSince(batch) && rest.reload(), onRefresh: rest.reload })
  useLookAgain(items?.some(isOnItsWay) ?? false, items, rest.reload)
  return { deliveries: items, ...rest }
}

/** Calls again and again while something is on its way; `seen` is what the last call brought. */
export function useLookAgain(isOn: boolean, seen: unknown, look: () => unknown): void {
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(look, LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isOn, seen])
}

/** Whether its next attempt is so near that a person waits for it. */
export function isOnItsWay({ status, nextAttemptAt }: Pick<Delivery, 'status' | 'nextAttemptAt'>): boolean {
  return status === 'PENDING' && (nextAttemptAt === null || Date.parse(nextAttemptAt) - Date.now() < SOON_MS)
}
