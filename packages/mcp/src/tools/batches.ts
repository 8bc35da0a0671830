import type { CallToolResult } from '@modelcontextprotocol/server'
import { BatchInput, BatchPath, BatchQuery, MediaBundlePath, ReleasePackRequest } from '@songreel/contract'
import { type BatchRecord, TimeoutError } from '@songreel/sdk'
import { z } from 'zod'
import { linkTo, show } from '../show.ts'
import { type Call, defineTool } from '../tool.ts'
import { PAGE } from './page.ts'

const { status, ref, mediaId } = BatchQuery.shape

/** The longest that one call waits; clients give up long before. */
const MAX_WAIT_SECS = 600

/** Making videos: check, make, follow, cancel, try again. */
export const BATCH_TOOLS = [
  defineTool({
    name: 'check_batch',
    title: 'Check a batch',
    description: 'Checks what create_batch would be given and estimates the work. Nothing is stored or made.',
    effect: 'READS',
    input: BatchInput,
    run: async (input, { songreel, signal }) => show(await songreel.batches.dryRun(input, { signal })),
  }),
  defineTool({
    name: 'create_batch',
    title: 'Make videos',
    description:
      'Makes the videos of one song: one per entry of renders. The song is an existing one (mediaId), or inline: artist {name} and media {name, audioUrl}. Returns at once; follow it with get_batch.',
    effect: 'ADDS',
    input: BatchInput.extend({
      idempotencyKey: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('Any text of your own: calling again with it, within 24 hours, makes nothing twice'),
    }),
    run: async ({ idempotencyKey, ...input }, { songreel, signal }) =>
      show(await songreel.batches.create(input, { idempotencyKey, signal })),
  }),
  defineTool({
    name: 'check_release',
    title: 'Check a release',
    description:
      'Says what create_release would make of an album and its songs, what would be left out and why, and how long it takes. Nothing is stored or made.',
    effect: 'READS',
    input: MediaBundlePath.extend(ReleasePackRequest.shape),
    run: async ({ mediaBundleId, ...input }, { songreel, signal }) =>
      show(await songreel.mediaBundles.dryRunReleasePack(mediaBundleId, input, { signal })),
  }),
  defineTool({
    name: 'create_release',
    title: 'Make a release',
    description:
      'Makes everything that an album needs as one batch: canvas loops, art tracks, snippets, lyric videos, motion artwork, an album video and a sampler. pack is STANDARD, STREAMING or SOCIAL, or one of your own. What was made before is not made again. Follow it with get_batch.',
    effect: 'ADDS',
    input: MediaBundlePath.extend(ReleasePackRequest.shape),
    run: async ({ mediaBundleId, ...input }, { songreel, signal }) =>
      show(await songreel.mediaBundles.releasePack(mediaBundleId, input, { signal })),
  }),
  defineTool({
    name: 'get_batch',
    title: 'Follow a batch',
    description:
      'Reads a batch; completed renders have a renderUrl. With waitSecs it waits for the end and reports progress. If isFinal is still false then, call it again.',
    effect: 'READS',
    input: BatchPath.extend({
      waitSecs: z
        .number()
        .min(0)
        .max(MAX_WAIT_SECS)
        .default(0)
        .describe('How long to wait at most; many clients give a call up after 60 seconds, so 45 is safe'),
    }),
    run: async ({ batchId, waitSecs }, call) => showBatch(await readBatch(batchId, waitSecs, call)),
  }),
  defineTool({
    name: 'list_batches',
    title: 'List batches',
    description: 'Lists batches, newest first.',
    effect: 'READS',
    input: z.object({ status, ref, mediaId, ...PAGE }),
    run: async (filter, { songreel, signal }) => show(await songreel.batches.list(filter, { signal })),
  }),
  defineTool({
    name: 'cancel_batch',
    title: 'Cancel a batch',
    description: 'Stops what is not finished of a batch; finished videos stay.',
    effect: 'DESTROYS',
    input: BatchPath,
    run: async ({ batchId }, { songreel, signal }) =>
      showBatch(await songreel.batches.cancel(batchId, { signal })),
  }),
  defineTool({
    name: 'retry_batch',
    title: 'Try a batch again',
    description: 'Queues the failed and canceled renders of a batch again.',
    effect: 'REPEATABLE',
    input: BatchPath,
    run: async ({ batchId }, { songreel, signal }) =>
      showBatch(await songreel.batches.retry(batchId, { signal })),
  }),
]

async function readBatch(batchId: string, waitSecs: number, call: Call): Promise<BatchRecord> {
  const { songreel, signal, report } = call
  if (waitSecs === 0) return songreel.batches.get(batchId, { signal })
  const tellState = ({ progress, status }: BatchRecord) => report(progress, `${status}, ${progress} %`)
  const batch = await waitForBatch()
  tellState(batch)
  return batch

  async function waitForBatch(): Promise<BatchRecord> {
    try {
      return await songreel.batches.waitForCompletion(batchId, {
        timeoutMs: waitSecs * 1000,
        throwOnFailure: false,
        signal,
        onProgress: tellState,
      })
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error
      // Not finished yet, or just now; its record says.
      return songreel.batches.get(batchId, { signal })
    }
  }
}

function showBatch(batch: BatchRecord): CallToolResult {
  const links = batch.renders.flatMap(({ renderUrl, fileName }) =>
    renderUrl ? [linkTo(renderUrl, fileName)] : [],
  )
  return show(batch, links)
}
