import { z } from 'zod'

/** A field that was sent and is not known; the request went through without it. */
export const Warning = z.object({
  field: z.string().describe('Where, such as `renders[0].contentID`'),
  message: z.string().describe('What is the matter, and what was probably meant'),
})
export type Warning = z.infer<typeof Warning>

/** The envelope of a success. */
export function successOf<Data extends z.ZodType>(data: Data) {
  return z.object({
    success: z.literal(true).describe('True: the call did what it says'),
    message: z.string().optional().describe('What happened, for people'),
    data: data.describe('The result'),
    warnings: z.array(Warning).optional().describe('Fields that were sent and are not known'),
  })
}

/** One fault of a request: where, which kind, and what to do. */
export const ErrorDetail = z.object({
  field: z.string().describe('Where, such as `renders[0].videoSettings.aspectRatio`'),
  code: z.string().describe('Which kind of fault'),
  message: z.string().describe('What was seen and what to do'),
})
export type ErrorDetail = z.infer<typeof ErrorDetail>

/** The envelope of a failure. */
export const Failure = z.object({
  success: z.literal(false).describe('False: nothing was done'),
  message: z.string().describe('What went wrong, for people'),
  error: z
    .object({
      code: z.string().describe('Which error; test for this'),
      retryable: z.boolean().describe('Whether the very same request may succeed later'),
      details: z.array(ErrorDetail).describe('Every faulty field; empty where no field is at fault'),
      docs: z.string().describe('The page about this code'),
    })
    .describe('What went wrong, for programs'),
  requestId: z.string().describe('Names this request in the log; quote it when you report something'),
})
export type Failure = z.infer<typeof Failure>
