import { useEffect, useRef, useState } from 'preact/hooks'
import { endsSession } from '../session/session.ts'
import { useShown } from './use-shown.ts'

/** A list that grows as one scrolls. */
export type GrowingList<Item> = {
  /** Undefined until the first page is here. */
  items: Item[] | undefined
  hasMore: boolean
  /** How many pass the filter, if that was asked for. */
  total: number | undefined
  error: unknown
  loadMore(): Promise<void>
  /** Reads the first page again. */
  reload(): Promise<void>
  change(change: (items: Item[]) => Item[]): void
}

type Page<Item> = { items: Item[]; nextCursor: string | null; total?: number }

/**
 * Reads page after page of what passes a filter. When the first page is read again, what was loaded below it goes, or stays
 * where the list is sorted by ids, newest first.
 */
export function useGrowingList<Item, Filter extends object>(
  filter: Filter,
  read: (query: Filter & { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page<Item>>,
  idOf?: (item: Item) => string,
): GrowingList<Item> {
  const [items, setItems] = useState<Item[]>()
  const [cursor, setCursor] = useState<string | null>(null)
  const [total, setTotal] = useState<number>()
  const [error, setError] = useState<unknown>()
  const shown = useShown()
  const key = JSON.stringify(filter)
  const current = useRef(key)
  current.current = key

  const load = async (from?: string) => {
    try {
      const page = await read({ ...filter, ...(from && { cursor: from }) }, { signal: shown.current.signal })
      // A slow response to a filter that was changed since is not shown.
      if (current.current !== key) return
      if (page.total !== undefined) setTotal(page.total)
      setItems((before) => {
        if (from) return [...(before ?? []), ...page.items]
        return idOf ? merge(before, page.items, idOf) : page.items
      })
      if (from || !cursor || !idOf) setCursor(page.nextCursor)
      setError(undefined)
    } catch (cause) {
      if (!shown.current.signal.aborted && !endsSession(cause)) setError(cause)
    }
  }
  useEffect(() => {
    setItems(undefined)
    setCursor(null)
    load()
  }, [key])
  return {
    items,
    hasMore: cursor !== null,
    total,
    error,
    loadMore: async () => {
      if (cursor) await load(cursor)
    },
    reload: () => load(),
    change: (change) => setItems((before) => before && change(before)),
  }
}

/** A first page that was read again, over what is shown already. */
function merge<Item>(before: Item[] | undefined, items: Item[], idOf: (item: Item) => string): Item[] {
  const oldest = items.at(-1)
  if (!before || oldest === undefined) return items
  return [...items, ...before.filter((item) => idOf(item) < idOf(oldest))]
}
