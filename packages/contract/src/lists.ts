import { z } from 'zod'

/** What every list takes: how many, and where to go on. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25).meta({ description: 'Items a page' }),
  cursor: z.string().min(1).max(512).optional().meta({ description: 'nextCursor of the page before' }),
  createdAfter: z.iso.datetime({ offset: true }).optional(),
  createdBefore: z.iso.datetime({ offset: true }).optional(),
})

/** One page, newest first; `nextCursor` is null on the last one. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() })
}

/** A page as the server and the SDK hold it. */
export type Page<Item> = { items: Item[]; nextCursor: string | null }
