import { z } from 'zod'

/** Counts what a person calls characters: code points, not UTF-16 units. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Free text: NFC-normalised, trimmed, between `min` and `max` characters. */
export function text(max: number, min = 0) {
  return z
    .string()
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
