import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { PageQuery, pageOf } from './lists.ts'
import { Name, Timestamp, text } from './text.ts'

const MAX_SHARED = 500

/** Path of one share. */
export const SharePath = z.object({ shareId: idInput('share').describe('The share') })

/** Body of POST /v1/shares: what is shared is named in one of three ways. */
export const ShareInput = z.object({
  renderIds: z
    .array(idInput('render'))
    .min(1, 'must hold at least one render')
    .max(MAX_SHARED)
    .optional()
    .describe('These renders, in this order'),
  batchId: idInput('batch').optional().describe('All renders of this batch'),
  ref: text(255, 1).optional().describe('All renders of the batches with this reference'),
  title: Name.optional().describe('What the page is called; by default the song, or the reference'),
  expiresAt: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('When the link ends: at most a year ahead; by default after 30 days'),
})
export type ShareInput = z.infer<typeof ShareInput>

/** What making a share returns. */
export const ShareCreated = z.object({
  shareId: idOf('share').describe('Id of the share, for revoking it'),
  url: z.string().describe('Address of the page: whoever has it can watch and download, without an account'),
  expiresAt: Timestamp.describe('When the link ends'),
})
export type ShareCreated = z.infer<typeof ShareCreated>

/** Whether the link opens. */
export const ShareStatus = z
  .enum(['ACTIVE', 'EXPIRED', 'REVOKED'])
  .describe('Whether the link opens; the last two are final')
export type ShareStatus = z.infer<typeof ShareStatus>

/** A page with videos for people without an account. */
export const Share = z.object({
  shareId: idOf('share').describe('Id of the share'),
  title: z.string().describe('What the page is called'),
  url: z
    .string()
    .nullable()
    .describe("Address of the page; null once it has ended, or if the service's secret was changed since"),
  status: ShareStatus,
  videos: z.number().int().describe('How many renders are shared; the page shows those that are completed'),
  batchId: idOf('batch').nullable().describe('The batch, if one was shared'),
  ref: z.string().nullable().describe('The reference, if one was shared'),
  createdAt: Timestamp.describe('When it was made'),
  expiresAt: Timestamp.describe('When the link ends'),
  revokedAt: Timestamp.nullable().describe('When it was revoked; null if it was not'),
})
export type Share = z.infer<typeof Share>

/** Query of GET /v1/shares. */
export const ShareQuery = PageQuery.extend({
  batchId: idInput('batch').optional().describe('Only shares of this batch'),
  ref: text(255, 1).optional().describe('Only shares of this reference'),
})
export type ShareQuery = z.infer<typeof ShareQuery>

export const SharePage = pageOf(Share)
