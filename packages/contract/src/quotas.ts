import { z } from 'zod'

const MAX = Number.MAX_SAFE_INTEGER

const Share = z.object({
  limit: z.number().nullable().describe('The most in a month; null if there is no limit'),
  used: z.number().describe('Of videos completed this month'),
  open: z.number().describe('Of videos that are being made or waiting; lengths and sizes are estimates'),
})

/** How much an organization may have made in a month, and how much of that is taken. */
export const Quota = z.object({
  resetsAt: z.iso.datetime().describe('When the next month begins, in UTC'),
  videos: Share.describe('Videos'),
  secs: Share.describe('Length of the videos in seconds'),
  bytes: Share.describe('Size of their files'),
})
export type Quota = z.infer<typeof Quota>

/** A limit that a request would exceed, for programs: what the message says in words. */
export const ExceededQuota = z.object({
  limit: z.number().describe('The most there may be: of videos, seconds or bytes, as `code` says'),
  used: z.number().describe('What is taken: of videos completed this month, or of bytes stored'),
  open: z
    .number()
    .optional()
    .describe('What is being made or waiting, together with what this request asks for; none for storage'),
  resetsAt: z.iso
    .datetime()
    .optional()
    .describe('When the next month begins, in UTC; none for storage, which only deleting frees'),
})
export type ExceededQuota = z.infer<typeof ExceededQuota>

/** What is counted against a quota. */
export type QuotaMeasure = Exclude<keyof Quota, 'resetsAt'>

/** Body of PUT and PATCH /v1/organizations/{orgId}/quota (operator only). */
export const QuotaPatch = z.object({
  videos: z
    .number()
    .int()
    .min(0)
    .max(MAX)
    .nullish()
    .meta({ description: 'Videos a month; null for no limit', example: 1000 }),
  secs: z
    .number()
    .min(0)
    .max(MAX)
    .nullish()
    .meta({ description: 'Their length, in seconds a month; null for no limit', example: 36_000 }),
  bytes: z
    .number()
    .int()
    .min(0)
    .max(MAX)
    .nullish()
    .meta({ description: 'The size of their files, in bytes a month; null for no limit', example: null }),
})
export type QuotaPatch = z.infer<typeof QuotaPatch>
