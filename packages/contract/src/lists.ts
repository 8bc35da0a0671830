import { z } from 'zod'
import { text } from './text.ts'

/** A switch in a query string: true or false, in any case, because Python's clients write True. Nothing else is guessed at. */
export const Flag = z
  .string()
  .refine((value) => /^(true|false)$/i.test(value), { error: 'must be true or false' })
  .transform((value) => value.toLowerCase() === 'true')
  .meta({ type: 'boolean' })
export type Flag = z.infer<typeof Flag>

/** Counting stops here: a list of millions must not make its first page slow. */
export const MAX_TOTAL = 10_000

/** What every list takes: how many, and where to go on. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25).meta({ description: 'Records per page' }),
  cursor: z.string().min(1).max(512).optional().meta({ description: 'nextCursor of the previous page' }),
  createdAfter: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Only those created after this time' }),
  createdBefore: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Only those created before this time' }),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ description: '`desc`, newest first, or `asc`, oldest first; by default `desc`' }),
  total: Flag.optional().meta({
    description: `true also counts all records that pass the filters, up to ${MAX_TOTAL.toLocaleString('en')}`,
  }),
})

/** Words to look for in a name; case and accents do not count. */
export const SearchText = text(255, 1).describe('Words in the name; case and accents are ignored')

const MAX_IDS = 100

/** Ids in a query string, separated by commas; one that does not exist is simply not found. */
export const IdList = z
  .string()
  .transform((value) => value.split(',').map((id) => id.trim()))
  .refine((ids) => ids.length <= MAX_IDS, { error: `must hold at most ${MAX_IDS} ids` })
  .meta({ type: 'array', items: { type: 'string' } })

/** A list of deleted records instead of living ones. */
export const DeletedOnly = Flag.optional().meta({
  description: 'true lists the deleted ones instead, for as long as they can be restored',
})

/** When a record was deleted. */
export const DeletedAt = z.iso
  .datetime()
  .optional()
  .describe('When it was deleted; only in lists with `deleted=true`')

/** Query of DELETE on what can have records below it. */
export const CascadeQuery = z.object({
  cascade: Flag.optional().meta({ description: 'true also deletes the child records' }),
})
export type CascadeQuery = z.infer<typeof CascadeQuery>

/** One page; `nextCursor` is null on the last one. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).describe('The records of this page, newest first unless `order` says otherwise'),
    nextCursor: z
      .string()
      .nullable()
      .describe('Pass it as `cursor` to get the next page; null on the last page'),
    total: z
      .number()
      .int()
      .optional()
      .describe(
        `Records on all pages, with \`total=true\`; ${MAX_TOTAL.toLocaleString('en')} stands for that many or more`,
      ),
  })
}

/** A page as the server and the SDK hold it. */
export type Page<Item> = { items: Item[]; nextCursor: string | null; total?: number }
