import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'

/** Holds a response against its schema: every field as promised, and not one more. */
export function checkResponse(schema: z.ZodType, response: unknown): string {
  const text = JSON.stringify(response)
  const sent = JSON.parse(text)
  const expected = schema.parse(sent)
  if (!isDeepStrictEqual(sent, expected)) {
    throw new Error(`The response has fields beyond its schema: ${text} became ${JSON.stringify(expected)}`)
  }
  return text
}
