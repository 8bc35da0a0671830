import { BatchStatus, RenderStatus } from '@songreel/contract'

/** A render in one of these is finished; nothing but a retry moves it. */
export const FINAL_RENDER_STATUSES = RenderStatus.extract(['COMPLETED', 'FAILED', 'CANCELED']).options

/** A render in one of these is on its way. */
export const OPEN_RENDER_STATUSES = RenderStatus.exclude(FINAL_RENDER_STATUSES).options

/** A render in one of these waits, as long as no job has it. */
export const WAITING_RENDER_STATUSES = RenderStatus.extract(['PENDING', 'COLLECTING_ASSETS']).options

/** A render that a job has is in one of these. */
export const RUNNING_RENDER_STATUSES = RenderStatus.exclude([...FINAL_RENDER_STATUSES, 'PENDING']).options

/** A render in one of these can be tried again. */
export const RETRYABLE_RENDER_STATUSES = RenderStatus.extract(['FAILED', 'CANCELED']).options

/** A batch in one of these is finished. */
export const FINAL_BATCH_STATUSES = BatchStatus.exclude(['PENDING', 'PROCESSING']).options

/** How a batch closes, by how its renders ended. */
export function chooseClosingStatus(counts: {
  total: number
  completed: number
  failed: number
}): BatchStatus {
  if (counts.completed === counts.total) return 'COMPLETED'
  if (counts.completed > 0) return 'PARTIALLY_COMPLETED'
  return counts.failed > 0 ? 'FAILED' : 'CANCELED'
}
