import type { Delivery, DeliveryFilter } from '@songreel/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { songreel } from '../client.ts'
import { endsSession } from '../session/session.ts'
import { useLive } from './use-live.ts'

/** Deliveries have no stream of their own: one that is on its way is looked at again so soon. */
const LOOK_AGAIN_MS = 2000
/** A try that is further off is left to the next refresh. */
const SOON_MS = 15_000

/** A list that grows, and is kept up to date. */
export type DeliveryList = {
  /** Undefined until the first page is here. */
  deliveries: Delivery[] | undefined
  error: unknown
  hasMore: boolean
  loadMore(): Promise<void>
  reload(): Promise<void>
}

/** Deliveries that pass a filter, newest first. */
export function useDeliveries(filter: DeliveryFilter, pageSize: number): DeliveryList {
  const [deliveries, setDeliveries] = useState<Delivery[]>()
  const [cursor, setCursor] = useState<string | null>(null)
  const [error, setError] = useState<unknown>()
  const key = JSON.stringify(filter)
  const current = useRef(key)
  current.current = key

  const load = async (from?: string) => {
    try {
      const page = await songreel.webhookDeliveries.list({
        ...filter,
        limit: pageSize,
        ...(from && { cursor: from }),
      })
      // A slow response to a filter that was changed since is not shown.
      if (current.current !== key) return
      setDeliveries((before) => (from ? [...(before ?? []), ...page.items] : merge(before, page.items)))
      // A refresh reads the first page only: what was loaded below it stays.
      if (from || !cursor) setCursor(page.nextCursor)
      setError(undefined)
    } catch (cause) {
      if (!endsSession(cause)) setError(cause)
    }
  }
  useEffect(() => {
    setDeliveries(undefined)
    setCursor(null)
    load()
  }, [key])
  useLive({ onBatch: ({ isFinal }) => isFinal && load(), onRefresh: load })
  useLookAgain(deliveries?.some(isOnItsWay) ?? false, deliveries, load)
  return {
    deliveries,
    error,
    hasMore: cursor !== null,
    loadMore: async () => {
      if (cursor) await load(cursor)
    },
    reload: load,
  }
}

/** Calls again and again while something is on its way; `seen` is what the last call brought. */
export function useLookAgain(isOn: boolean, seen: unknown, look: () => unknown): void {
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(look, LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isOn, seen])
}

/** Whether its next try is so near that a person waits for it. */
export function isOnItsWay({ status, nextTryAt }: Pick<Delivery, 'status' | 'nextTryAt'>): boolean {
  return status === 'PENDING' && (nextTryAt === null || Date.parse(nextTryAt) - Date.now() < SOON_MS)
}

/** A first page that was read again, over what is shown already. */
function merge(before: Delivery[] | undefined, items: Delivery[]): Delivery[] {
  const oldest = items.at(-1)?.deliveryId
  if (!before || oldest === undefined) return items
  return [...items, ...before.filter(({ deliveryId }) => deliveryId < oldest)]
}
