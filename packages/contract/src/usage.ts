import { z } from 'zod'

/** A name of the IANA database; offsets are refused, because PostgreSQL and ISO 8601 read their signs differently. */
const TimeZone = z
  .string()
  .trim()
  .max(64)
  .refine(isTimeZone, { error: 'must be a time zone by name, for example Europe/Berlin' })
  .meta({ example: 'Europe/Berlin' })

/** Query of GET /v1/usage. */
export const UsageQuery = z.object({
  days: z.coerce.number().int().min(1).max(90).default(7).describe('How many days, the current one included'),
  timeZone: TimeZone.default('UTC').describe('Whose days: a time zone by name'),
})
export type UsageQuery = z.infer<typeof UsageQuery>

/** What an organization made, day by day. Test tokens do not count. */
export const Usage = z.object({
  days: z
    .array(
      z.object({
        date: z.string().meta({ description: 'The day', example: '2026-11-14' }),
        videos: z.number().int().describe('Videos completed'),
        secs: z.number().describe('Their length in total, in seconds'),
        failed: z.number().int().describe('Renders that failed and were not completed since'),
      }),
    )
    .describe('Every day, oldest first'),
  wait: z
    .object({
      medianSecs: z.number().describe('Half of the renders waited no longer'),
      p95Secs: z.number().describe('95 % of the renders waited no longer'),
    })
    .nullable()
    .describe('From the request to the start of a first attempt; null if nothing was started'),
  workSecsPerMinute: z
    .number()
    .nullable()
    .describe('Seconds of work for a minute of video, median; null if nothing was rendered'),
})
export type Usage = z.infer<typeof Usage>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}
