import type { List } from '@songreel/sdk'
import { type GrowingList, useGrowingList } from '../data/growing-list.ts'

const PAGE_SIZE = 50

/** Records of the catalogue, read again from the start whenever `key` changes. */
export function useList<Item>(
  key: string,
  read: (page: { limit: number; cursor?: string }) => List<Item>,
): GrowingList<Item> {
  return useGrowingList({ key }, async ({ cursor }) => read({ limit: PAGE_SIZE, ...(cursor && { cursor }) }))
}
