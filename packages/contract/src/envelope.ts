import { z } from 'zod'
import { ExceededQuota } from './quotas.ts'

/** A field that was sent and is not known; the request went through without it. */
export const Warning = z.object({
  field: z.string().describe('Where, such as `renders[0].contentID`'),
  message: z.string().describe('What is wrong, and what was probably meant'),
})
export type Warning = z.infer<typeof Warning>

/** The envelope of a success. */
export function successOf<Data extends z.ZodType>(data: Data) {
  return z.object({
    success: z.literal(true).describe('True: the call succeeded'),
    message: z.string().optional().describe('What happened, for people'),
    data: data.describe('The result'),
    warnings: z.array(Warning).optional().describe('Fields that were sent and have no effect'),
  })
}

/** One error in a request: where, which kind, and what to do. */
export const ErrorDetail = z.object({
  field: z.string().describe('Where, such as `renders[0].videoSettings.aspectRatio`'),
  code: z.string().describe('Kind of error'),
  message: z.string().describe('What was received and what to do'),
  quota: ExceededQuota.optional().describe('The figures of a quota that would be exceeded'),
})
export type ErrorDetail = z.infer<typeof ErrorDetail>

/** The envelope of a failure. */
export const Failure = z.object({
  success: z.literal(false).describe('False: the call failed'),
  message: z.string().describe('What went wrong, for people'),
  error: z
    .object({
      code: z.string().describe('Error code; check this one in your code'),
      retryable: z.boolean().describe('Whether the same request may succeed later'),
      details: z.array(ErrorDetail).describe('Every invalid field; empty if the error is not about a field'),
      docs: z.string().describe('The page about this code'),
    })
    .describe('What went wrong, for programs'),
  requestId: z.string().describe('Id of this request in the log; quote it when you report a problem'),
})
export type Failure = z.infer<typeof Failure>
