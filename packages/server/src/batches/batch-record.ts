import type { Batch, BatchRender } from '@songreel/contract'
import type { FileLinks } from '../assets/file-links.ts'
import type { BatchRow, RenderRow } from '../store/batches.ts'
import { FINAL_BATCH_STATUSES } from './render-states.ts'

/** The batch as GET returns it. */
export function toBatchRecord(batch: BatchRow, renders: RenderRow[], links?: FileLinks): Batch {
  const { batchId, ref, artistId, mediaBundleId, mediaId, status, createdAt, webhookUrl, finishedAt } = batch
  return {
    batchId,
    type: 'RENDER',
    ref,
    artistId,
    mediaBundleId,
    mediaId,
    status,
    createdAt,
    webhookUrl,
    renders: renders.map((render) => toBatchRender(render, links)),
    isFinal: FINAL_BATCH_STATUSES.some((final) => final === status),
    progress: progressOf(renders),
    counts: countsOf(batch, renders),
    finishedAt,
    ...(batch.serviceParams && { serviceParams: batch.serviceParams }),
  }
}

/** A render inside its batch. Without links the addresses are left out; webhooks add them when they are sent. */
export function toBatchRender(render: RenderRow, links?: FileLinks): BatchRender {
  const { renderId, contentId, status, progress, createdAt, aspectRatio, fileName, error } = render
  return {
    renderId,
    contentId,
    status,
    progress,
    createdAt,
    aspectRatio,
    fileName,
    ...(status === 'COMPLETED' && fileFactsOf(render, links)),
    ...(status === 'FAILED' && error && { error }),
  }
}

function fileFactsOf(render: RenderRow, links?: FileLinks) {
  const isThere = render.outputId !== null && render.outputDeletedAt === null
  return {
    ...(links && isThere && { renderUrl: links.videoUrl(render) }),
    ...(links && isThere && render.posterKey && { posterUrl: links.posterUrl(render) }),
    ...(render.durationSecs !== null && { durationSecs: render.durationSecs }),
    ...(render.expiresAt !== null && { expiresAt: render.expiresAt }),
  }
}

/** The mean of the renders, weighted by their frames; 100 only when all are complete. */
function progressOf(renders: RenderRow[]): number {
  const frames = renders.reduce((sum, render) => sum + render.frames, 0)
  const done = renders.reduce((sum, render) => sum + render.frames * render.progress, 0)
  return frames === 0 ? 0 : Math.floor(done / frames)
}

function countsOf({ total, completed, failed, canceled }: BatchRow, renders: RenderRow[]): Batch['counts'] {
  const pending = renders.filter((render) => render.status === 'PENDING').length
  return {
    total,
    pending,
    active: total - pending - completed - failed - canceled,
    completed,
    failed,
    canceled,
  }
}
