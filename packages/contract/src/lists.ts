import { z } from 'zod'
import { text } from './text.ts'

/** What every list takes: how many, and where to go on. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25).meta({ description: 'Records per page' }),
  cursor: z.string().min(1).max(512).optional().meta({ description: 'nextCursor of the page before' }),
  createdAfter: z.iso.datetime({ offset: true }).optional().meta({ description: 'Later than this moment' }),
  createdBefore: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Earlier than this moment' }),
})

/** Words to look for in a name; case and accents do not count. */
export const SearchText = text(255, 1).describe('Words of the name; case and accents do not count')

/** A switch in a query string: true or false, in any case, because Python's clients write True. Nothing else is guessed at. */
export const Flag = z
  .string()
  .refine((value) => /^(true|false)$/i.test(value), { error: 'must be true or false' })
  .transform((value) => value.toLowerCase() === 'true')
  .meta({ type: 'boolean' })
export type Flag = z.infer<typeof Flag>

/** Query of DELETE on what can have records below it. */
export const CascadeQuery = z.object({
  cascade: Flag.optional().meta({ description: 'true deletes what lies below as well' }),
})
export type CascadeQuery = z.infer<typeof CascadeQuery>

/** One page, newest first; `nextCursor` is null on the last one. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).describe('The records of this page, newest first'),
    nextCursor: z.string().nullable().describe('Pass it as `cursor` to go on; null on the last page'),
  })
}

/** A page as the server and the SDK hold it. */
export type Page<Item> = { items: Item[]; nextCursor: string | null }
