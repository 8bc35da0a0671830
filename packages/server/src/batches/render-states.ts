import type { BatchStatus, RenderStatus } from '@songreel/contract'

/** A render in one of these is finished; nothing but a retry moves it. */
export const FINAL_RENDER_STATUSES = ['COMPLETED', 'FAILED', 'CANCELED'] as const satisfies RenderStatus[]

/** A render in one of these is on its way. */
export const OPEN_RENDER_STATUSES = [
  'PENDING',
  'COLLECTING_ASSETS',
  'RENDERING',
  'UPLOADING',
] as const satisfies RenderStatus[]

/** A batch in one of these is finished. */
export const FINAL_BATCH_STATUSES = [
  'COMPLETED',
  'PARTIALLY_COMPLETED',
  'FAILED',
  'CANCELED',
] as const satisfies BatchStatus[]

/** How a batch closes, by how its renders ended. */
export function closingStatusOf(counts: { total: number; completed: number; failed: number }): BatchStatus {
  if (counts.completed === counts.total) return 'COMPLETED'
  if (counts.completed > 0) return 'PARTIALLY_COMPLETED'
  return counts.failed > 0 ? 'FAILED' : 'CANCELED'
}
