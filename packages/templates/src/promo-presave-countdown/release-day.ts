import { z } from '@songreel/kit'

const DAY_MS = 86_400_000
const MOST_DAYS = 999

/** How the days that are left are counted and named. */
export const releaseData = z
  .object({
    releaseDate: z.iso
      .date('must be a day such as 2027-03-12')
      .describe('The day of the release, such as 2027-03-12.'),
    asOf: z.iso
      .date('must be a day such as 2027-03-01')
      .optional()
      .describe('The day to count from. Default: the day of the request, in UTC.')
      // Resolved once, where the video is requested: every run of the render then counts from the same day.
      .transform((day) => day ?? new Date().toISOString().slice(0, 10)),
    language: z
      .string()
      .max(35)
      .refine(isLanguage, 'must be a language such as en, pt-BR or ja')
      .optional()
      .describe('The language of the date and of the word for days, such as en-GB or ja. Default: en.'),
    ctaText: z.string().max(80).optional(),
    linkUrl: z
      .url({ protocol: /^https?$/, message: 'must be an address such as https://example.com/song' })
      .max(300)
      .optional(),
  })
  .superRefine(({ releaseDate, asOf }, ctx) => {
    const days = countDays(asOf, releaseDate)
    const problem =
      days < 0
        ? `is past: it must not be before ${asOf}, the day the countdown counts from`
        : days > MOST_DAYS
          ? `is too far away: it must be at most ${MOST_DAYS} days after ${asOf}, the day the countdown counts from`
          : undefined
    if (problem) ctx.addIssue({ code: 'custom', path: ['releaseDate'], message: problem })
  })

/** What is known of a release. */
export type ReleaseData = z.infer<typeof releaseData>

/** What a countdown says: the number and its unit, or one word for today, and the day in the reader's form. */
export type Countdown = { number: string; unit: string; date: string }

/** Words a countdown in the reader's language. */
export function wordCountdown(releaseDate: string, asOf: string, language = 'en'): Countdown {
  const days = countDays(asOf, releaseDate)
  const date = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    // This year goes without saying.
    ...(asOf.slice(0, 4) !== releaseDate.slice(0, 4) && { year: 'numeric', weekday: undefined }),
  }).format(new Date(releaseDate))
  if (days === 0) {
    const today = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'day')
    return { number: today.charAt(0).toLocaleUpperCase(language) + today.slice(1), unit: '', date }
  }
  const parts = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
    useGrouping: false,
  }).formatToParts(days)
  const join = (isWanted: (type: string) => boolean) =>
    parts
      .filter(({ type }) => isWanted(type))
      .map(({ value }) => value)
      .join('')
      .trim()
  return { number: join((type) => type === 'integer'), unit: join((type) => type !== 'integer'), date }
}

function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

function isLanguage(text: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text).length > 0
  } catch {
    return false
  }
}
