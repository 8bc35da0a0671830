import type { Batch, BatchRender, Delivered } from '@songreel/contract'
import type { FileLinks } from '../assets/file-links.ts'
import type { BatchRow } from '../store/batches/batch-rows.ts'
import type { RenderDelivery, RenderRow } from '../store/renders/render-rows.ts'
import { FINAL_BATCH_STATUSES } from '../store/statuses.ts'

/** What signs the addresses of finished files; webhooks leave them open until they are sent. */
export type LinkMaker = Pick<FileLinks, 'linkTo'>

/** The batch as GET returns it. */
export function toBatchRecord(batch: BatchRow, renders: RenderRow[], links: LinkMaker): Batch {
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
    progress: averageProgress(renders),
    counts: countRenders(batch, renders),
    finishedAt,
    ...(batch.serviceParams && { serviceParams: batch.serviceParams }),
    ...(batch.release && { releasePack: batch.release }),
  }
}

/** A render inside its batch. */
export function toBatchRender(render: RenderRow, links: LinkMaker): BatchRender {
  const { renderId, contentId, status, progress, createdAt, aspectRatio, fileName, error, delivery } = render
  return {
    renderId,
    ...(render.isOfSeveral && { mediaId: render.mediaId }),
    ...(render.albumOrder && { albumKind: render.albumOrder.kind }),
    contentId,
    ...(render.background && { background: render.background }),
    ...(render.brandId && { brandId: render.brandId }),
    status,
    progress,
    createdAt,
    aspectRatio,
    fileName,
    ...(status === 'COMPLETED' && describeFiles(render, links)),
    ...(status === 'FAILED' && error && { error }),
    ...(delivery && { delivered: describeDelivery(delivery) }),
  }
}

function describeDelivery({ status, at, key, error, attempts, nextAttemptAt }: RenderDelivery): Delivered {
  return {
    status,
    ...(at !== null && { at: new Date(at).toISOString() }),
    ...(key !== null && { key }),
    ...(error !== null && { error }),
    attempts,
    ...(nextAttemptAt !== null && { nextAttemptAt: new Date(nextAttemptAt).toISOString() }),
  }
}

function describeFiles(render: RenderRow, links: LinkMaker) {
  const { outputId, outputDeletedAt, posterKey, durationSecs, expiresAt } = render
  const duration = durationSecs !== null && { durationSecs }
  if (outputId === null) return { ...duration }
  if (outputDeletedAt !== null) return { ...duration, filesDeletedAt: outputDeletedAt }
  const video = links.linkTo(render, 'video')
  return {
    renderUrl: video.url,
    renderUrlExpiresAt: video.expiresAt,
    ...(posterKey && { posterUrl: links.linkTo(render, 'poster').url }),
    ...duration,
    ...(expiresAt !== null && { expiresAt }),
  }
}

/** The mean of the renders, weighted by their frames; 100 only when all are complete. */
function averageProgress(renders: RenderRow[]): number {
  const frames = renders.reduce((sum, render) => sum + render.frames, 0)
  const done = renders.reduce((sum, render) => sum + render.frames * render.progress, 0)
  return frames === 0 ? 0 : Math.floor(done / frames)
}

function countRenders(
  { total, completed, failed, canceled }: BatchRow,
  renders: RenderRow[],
): Batch['counts'] {
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
