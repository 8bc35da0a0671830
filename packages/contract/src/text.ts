import { z } from 'zod'

/** Counts what a person calls characters: code points, not UTF-16 units. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** What a character may consist of before its accents are joined with it. */
const MAX_UNITS_PER_CHARACTER = 8

/** A text that is not too long to be looked into: putting piled-up accents in order takes the square of their number. */
export function boundedText(maxCharacters: number, error = `must have at most ${maxCharacters} characters`) {
  const maxUnits = maxCharacters * MAX_UNITS_PER_CHARACTER
  return z.string().refine((value) => value.length <= maxUnits, { error, abort: true })
}

/** Free text: NFC-normalised, trimmed, between `min` and `max` characters. */
export function text(max: number, min = 0) {
  return boundedText(max)
    .normalize('NFC')
    .trim()
    .refine((value) => countCharacters(value) <= max, { error: `must have at most ${max} characters` })
    .refine((value) => min === 0 || value.length > 0, { error: 'must not be empty' })
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max })
}

/** The name of an artist, an album, a song, an organization or a key. */
export const Name = text(255, 1)

/** The caller's own reference, echoed back and never looked into. */
export const Ref = text(255)

/** A moment, ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.string().meta({
  format: 'date-time',
  example: '2026-11-14T09:30:00.123Z',
  description: 'ISO 8601, UTC, milliseconds',
})

/** An optional field of an update: absent leaves it, null clears it. */
export function clearable<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish()
}
