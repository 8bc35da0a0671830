import { z } from 'zod'

/** What GET /v1/limits answers: every bound that a client can meet. */
export const Limits = z.object({
  requests: z.object({ count: z.number().int(), windowSecs: z.number().int() }),
  bodyBytes: z.number().int(),
  rendersPerBatch: z.number().int(),
  videosPerBatch: z.number().int(),
  customTextCharacters: z.number().int(),
  image: z.object({ bytes: z.number().int(), pixels: z.number().int() }),
  audio: z.object({ bytes: z.number().int(), durationSecs: z.number().int() }),
  video: z.object({ bytes: z.number().int() }),
  lyrics: z.object({ bytes: z.number().int() }),
  upload: z.object({ bytes: z.number().int() }),
  fetch: z.object({
    redirects: z.number().int(),
    connectSecs: z.number().int(),
    idleSecs: z.number().int(),
    totalSecs: z.number().int(),
  }),
  render: z.object({ workSecs: z.number().int(), outputSecs: z.number().int() }),
})
export type Limits = z.infer<typeof Limits>
