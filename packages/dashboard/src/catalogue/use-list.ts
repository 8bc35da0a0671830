import type { List } from '@songreel/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { endsSession } from '../session/session.ts'

const PAGE_SIZE = 50

/** Records of the catalogue, as far as one has scrolled. */
export type RecordList<Item> = {
  /** Undefined until the first page is here. */
  items: Item[] | undefined
  hasMore: boolean
  error: unknown
  loadMore(): Promise<void>
  reload(): Promise<void>
}

/** A list, read again from its start whenever `key` changes. */
export function useList<Item>(
  key: string,
  read: (page: { limit: number; cursor?: string }) => List<Item>,
): RecordList<Item> {
  const [items, setItems] = useState<Item[]>()
  const [cursor, setCursor] = useState<string | null>(null)
  const [error, setError] = useState<unknown>()
  const current = useRef(key)
  current.current = key
  const load = async (from?: string) => {
    try {
      const page = await read({ limit: PAGE_SIZE, ...(from && { cursor: from }) })
      // A slow response to what was asked before is not shown.
      if (current.current !== key) return
      setItems((before) => (from ? [...(before ?? []), ...page.items] : page.items))
      setCursor(page.nextCursor)
      setError(undefined)
    } catch (cause) {
      if (!endsSession(cause)) setError(cause)
    }
  }
  useEffect(() => {
    setItems(undefined)
    load()
  }, [key])
  return {
    items,
    hasMore: cursor !== null,
    error,
    loadMore: async () => {
      if (cursor) await load(cursor)
    },
    reload: () => load(),
  }
}
