import { z } from 'zod'
import { idOf } from './ids.ts'

/** A video of a pack that was not asked for, because its song or album lacks something. */
export const LeftOut = z.object({
  mediaId: idOf('media').nullable().describe('The song; null for a video of the album'),
  contentId: z.string().describe('The template'),
  reason: z
    .enum(['NO_AUDIO', 'NO_LYRICS', 'UNTIMED_LYRICS', 'NO_CLIPS', 'NO_PHOTO', 'NO_COVER'])
    .describe('What is missing'),
})
export type LeftOut = z.infer<typeof LeftOut>

/** What a batch says of the release that it makes. */
export const ReleaseRecord = z.object({
  pack: z.string().describe('The name of the pack; `CUSTOM` if it has none'),
  leftOut: z.array(LeftOut).describe('Videos of the pack that are not made, and why'),
})
export type ReleaseRecord = z.infer<typeof ReleaseRecord>
