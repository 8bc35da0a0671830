import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'

/** Holds an answer against its schema: every field as promised, and not one more. */
export function checkAnswer(schema: z.ZodType, answer: unknown): string {
  const text = JSON.stringify(answer)
  const sent = JSON.parse(text)
  const expected = schema.parse(sent)
  if (!isDeepStrictEqual(sent, expected)) {
    throw new Error(`The answer has fields beyond its schema: ${text} became ${JSON.stringify(expected)}`)
  }
  return text
}
