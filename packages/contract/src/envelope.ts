import { z } from 'zod'

/** A field that was sent and is not known; the request went through without it. */
export const Warning = z.object({ field: z.string(), message: z.string() })
export type Warning = z.infer<typeof Warning>

/** The envelope of a success. */
export function successOf<Data extends z.ZodType>(data: Data) {
  return z.object({
    success: z.literal(true),
    message: z.string().optional(),
    data,
    warnings: z.array(Warning).optional(),
  })
}

/** One fault of a request: where, which kind, and what to do. */
export const ErrorDetail = z.object({ field: z.string(), code: z.string(), message: z.string() })
export type ErrorDetail = z.infer<typeof ErrorDetail>

/** The envelope of a failure. */
export const Failure = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.object({
    code: z.string(),
    retryable: z.boolean(),
    details: z.array(ErrorDetail),
    docs: z.string(),
  }),
  requestId: z.string(),
})
export type Failure = z.infer<typeof Failure>
