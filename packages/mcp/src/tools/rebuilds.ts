import { MediaBundlePath, MediaPath } from '@songreel/contract'
import type { Songreel } from '@songreel/sdk'
import { z } from 'zod'
import { show } from '../show.ts'
import { defineTool } from '../tool.ts'
import { PAGE } from './page.ts'

/** A song or an album; exactly one of them is meant. */
const RECORD = {
  mediaId: MediaPath.shape.mediaId.optional(),
  mediaBundleId: MediaBundlePath.shape.mediaBundleId.optional(),
}
type RecordIds = { mediaId?: string | undefined; mediaBundleId?: string | undefined }

/** The videos of a song or an album: which are out of date, and making those again. */
export const REBUILD_TOOLS = [
  defineTool({
    name: 'list_renders',
    title: 'List the videos of a song or an album',
    description:
      'Lists the videos of a song (mediaId) or an album (mediaBundleId), newest first. isStale says that one would turn out differently today, staleReasons why: the lyrics, the cover or a name was changed since.',
    effect: 'READS',
    input: z.object({
      ...RECORD,
      stale: z.boolean().optional().describe('true: only those that are out of date'),
      ...PAGE,
    }),
    run: async ({ mediaId, mediaBundleId, ...filter }, { songreel, signal }) => {
      const { records, id } = choose(songreel, { mediaId, mediaBundleId })
      return show(await records.renders(id, filter, { signal }))
    },
  }),
  defineTool({
    name: 'rebuild',
    title: 'Make again what is out of date',
    description:
      'Makes the videos of a song (mediaId) or an album (mediaBundleId) again that are out of date, with their settings, in one batch. Ask with dryRun first: it tells which, why, and about how long it takes. batchId is null if nothing is out of date.',
    effect: 'ADDS',
    input: z.object({ ...RECORD, dryRun: z.boolean().default(false).describe('Only tell, make nothing') }),
    run: async ({ dryRun, ...ids }, { songreel, signal }) => {
      const { records, id } = choose(songreel, ids)
      return show(await (dryRun ? records.dryRunRebuild(id, { signal }) : records.rebuild(id, { signal })))
    },
  }),
]

function choose({ media, mediaBundles }: Songreel, { mediaId, mediaBundleId }: RecordIds) {
  if (mediaId !== undefined && mediaBundleId === undefined) return { records: media, id: mediaId }
  if (mediaBundleId !== undefined && mediaId === undefined)
    return { records: mediaBundles, id: mediaBundleId }
  throw new Error('Send either mediaId or mediaBundleId.')
}
