import { z } from 'zod'
import { text } from './text.ts'

/** What every list takes: how many, and where to go on. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25).meta({ description: 'Items a page' }),
  cursor: z.string().min(1).max(512).optional().meta({ description: 'nextCursor of the page before' }),
  createdAfter: z.iso.datetime({ offset: true }).optional().meta({ description: 'Later than this moment' }),
  createdBefore: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Earlier than this moment' }),
})

/** Words to look for in a name; case and accents do not count. */
export const SearchText = text(255, 1)

/** A switch in a query string. */
export const Flag = z.enum(['true', 'false'])
export type Flag = z.infer<typeof Flag>

/** Query of DELETE on what can have records below it. */
export const CascadeQuery = z.object({
  cascade: Flag.optional().meta({ description: 'true deletes what lies below as well' }),
})
export type CascadeQuery = z.infer<typeof CascadeQuery>

/** One page, newest first; `nextCursor` is null on the last one. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() })
}

/** A page as the server and the SDK hold it. */
export type Page<Item> = { items: Item[]; nextCursor: string | null }
