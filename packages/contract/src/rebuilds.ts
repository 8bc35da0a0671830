import { z } from 'zod'
import { BatchDryRun } from './batches.ts'
import { idOf } from './ids.ts'
import { Flag, PageQuery, pageOf } from './lists.ts'
import { Render, RenderStatus, SegmentCount } from './renders.ts'

/** What changed since a video was made. */
export const StaleReason = z.enum([
  'AUDIO',
  'COVER',
  'TITLE',
  'ARTIST',
  'LYRICS',
  'CLIPS',
  'BRAND',
  'TEMPLATE',
  'ENGINE',
])
export type StaleReason = z.infer<typeof StaleReason>

const StaleReasons = z
  .array(StaleReason)
  .describe(
    'What changed since it was made, as far as this video shows or holds it. `TITLE` is the title, the name of the album or the ISRC; `TEMPLATE` and `ENGINE` are newer versions',
  )

/** A render in the list of a song or an album. */
export const SongRender = Render.extend({
  mediaId: idOf('media').describe('The song'),
  isStale: z
    .boolean()
    .describe('Whether it would turn out differently today; only the newest video of each kind can be'),
  staleReasons: StaleReasons,
})
export type SongRender = z.infer<typeof SongRender>

/** Query of the renders of a song or an album. */
export const SongRenderQuery = PageQuery.extend({
  status: RenderStatus.optional().describe('Only renders in this state'),
  stale: Flag.optional().describe('true: only those that are stale, false: only those that are not'),
})
export type SongRenderQuery = z.infer<typeof SongRenderQuery>

export const SongRenderPage = pageOf(SongRender)

/** The response to a rebuild where nothing is stale. */
export const NothingRebuilt = z.object({
  batchId: z.null().describe('There is no batch: nothing is stale'),
  renders: z.array(z.never()).describe('None'),
})
export type NothingRebuilt = z.infer<typeof NothingRebuilt>

/** One video that a rebuild would make again. */
const RebuiltRender = z.object({
  renderId: idOf('render').describe('The video that would be made again'),
  mediaId: idOf('media').describe('Its song'),
  contentId: z.string().describe('The template'),
  aspectRatio: z.string().meta({ description: 'Aspect ratio of the video', example: '9x16' }),
  fileName: z.string().describe('File name of the video as it is now; the new one gets its own'),
  staleReasons: StaleReasons,
  segments: SegmentCount.optional().describe(
    'How many segments of it are kept already and need not be drawn; absent where that is not known quickly',
  ),
  estimateSecs: z.number().describe('Estimated seconds of work, on two cores'),
})
export type RebuiltRender = z.infer<typeof RebuiltRender>

/** What a dry run of a rebuild returns. */
export const RebuildDryRun = z.object({
  batchId: z.null().describe('Nothing was stored'),
  renders: z.array(RebuiltRender).describe('The videos that would be made again'),
  estimate: BatchDryRun.shape.estimate,
})
export type RebuildDryRun = z.infer<typeof RebuildDryRun>
