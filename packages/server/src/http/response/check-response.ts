import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'

/** Validates a response against its schema: every promised field, and no other. */
export function checkResponse(schema: z.ZodType, response: unknown): string {
  const text = JSON.stringify(response)
  const sent = JSON.parse(text)
  const expected = schema.parse(sent)
  if (!isDeepStrictEqual(sent, expected)) {
    throw new Error(`The response has fields beyond its schema: ${text} became ${JSON.stringify(expected)}`)
  }
  return text
}
