import { PageQuery } from '@songreel/contract'
import { z } from 'zod'

/** How much of a list a tool returns, and where it goes on. */
export const PAGE = {
  limit: z.number().int().min(1).max(100).default(25).describe('Records per page'),
  cursor: PageQuery.shape.cursor,
}
