import { z } from 'zod'

/** The header of calls that change a record of the catalogue. */
export const IfMatch = z.object({
  'If-Match': z.string().optional().meta({
    description:
      'The `ETag` with which the record was read: if it has changed since, nothing is done, and the response is a 412',
    example: '"3q2-7wEjRWeJq83vASNFZw"',
  }),
})

/** Reads the If-Match header. */
export function readIfMatch({ headers }: { headers: Record<string, unknown> }): { ifMatch?: string } {
  const value = headers['if-match']
  return typeof value === 'string' ? { ifMatch: value } : {}
}
