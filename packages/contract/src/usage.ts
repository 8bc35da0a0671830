import { z } from 'zod'
import { Quota } from './quotas.ts'

/** So many days at once: a year, with a day to compare. */
export const MAX_USAGE_DAYS = 366
/** Artists that are listed one by one; the others are one entry. */
export const MAX_USAGE_ROWS = 10_000

/** A name of the IANA database; offsets are refused, because PostgreSQL and ISO 8601 read their signs differently. */
const TimeZone = z
  .string()
  .trim()
  .max(64)
  .refine(isTimeZone, { error: 'must be a time zone by name, for example Europe/Berlin' })
  .meta({ example: 'Europe/Berlin' })

const Day = z
  .string()
  .trim()
  .refine(isDay, { error: 'must be a day such as 2026-11-14' })
  .meta({ format: 'date', example: '2026-11-14' })

/** Query of GET /v1/usage. */
export const UsageQuery = z.object({
  from: Day.optional().describe('The first day, which counts; `days` before `to` by default'),
  to: Day.optional().describe('The last day, which counts; today by default'),
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_USAGE_DAYS)
    .optional()
    .describe('Instead of `from`: how many days, the last one included; by default 7'),
  timeZone: TimeZone.default('UTC').describe('Whose days: a time zone by name'),
  by: z
    .enum(['day', 'content', 'artist'])
    .default('day')
    .describe('What else it is told by, besides days: `content` adds `contents`, `artist` adds `artists`'),
  format: z
    .enum(['json', 'csv'])
    .default('json')
    .describe('`csv` is a file with one line for each day, template or artist, as `by` says'),
})
export type UsageQuery = z.infer<typeof UsageQuery>

const AMOUNTS = {
  videos: z.number().int().describe('Videos completed'),
  secs: z.number().describe('Their length in total, in seconds'),
  failed: z.number().int().describe('Renders that failed and were not completed since'),
  bytes: z.number().int().describe('Size of their files; 0 for a video that was linked to an earlier one'),
  cpuSecs: z
    .number()
    .describe('Processor time that drawing and encoding them took, in seconds; 0 for one that was linked'),
}

/** What an organization made. Test tokens do not count. */
export const Usage = z.object({
  from: z.string().meta({ description: 'The first day', example: '2026-11-08' }),
  to: z.string().meta({ description: 'The last day', example: '2026-11-14' }),
  totals: z.object(AMOUNTS).describe('All of these days'),
  days: z
    .array(z.object({ date: z.string().meta({ description: 'The day', example: '2026-11-14' }), ...AMOUNTS }))
    .describe('Every day, oldest first'),
  contents: z
    .array(z.object({ contentId: z.string().describe('The template'), ...AMOUNTS }))
    .optional()
    .describe('Every template that was used, most videos first; with `by=content`'),
  artists: z
    .array(
      z.object({
        artistId: z.string().nullable().describe('The artist; null for all that are not listed'),
        name: z.string().nullable().describe('The name; null for an artist that is gone'),
        ...AMOUNTS,
      }),
    )
    .optional()
    .describe(
      `Every artist, most videos first, with \`by=artist\`; what is beyond ${MAX_USAGE_ROWS.toLocaleString('en')} is one entry`,
    ),
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
  quota: Quota.nullable().describe(
    'What the organization may have made this month; null if there is no limit',
  ),
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

/** Days of which some calendar was another are not asked for. */
function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
