import type { BatchRecord, BatchRender } from '@songreel/sdk'

/** A render and the batch it belongs to. */
export type Made = { batch: BatchRecord; render: BatchRender }

/** The first line: the time of day, and what is going on. */
export function describeGreeting(
  now: Date,
  { rendering, waiting, failed }: { rendering: number; waiting: number; failed: number },
): string {
  const hour = now.getHours()
  const greeting = hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'
  const parts = [`${rendering} rendering`, `${waiting} waiting`]
  if (failed > 0) parts.push(failed === 1 ? '1 needs you' : `${failed} need you`)
  return rendering + waiting + failed === 0 ? `${greeting}. All quiet.` : `${greeting}. ${parts.join(', ')}.`
}

/** Renders that failed, newest first. */
export function listFailed(batches: BatchRecord[]): Made[] {
  return list(batches, ({ status }) => status === 'FAILED')
}

/** Finished videos whose files are still there, newest first. */
export function listFinished(batches: BatchRecord[]): Made[] {
  return list(batches, ({ renderUrl }) => renderUrl !== undefined)
}

function list(batches: BatchRecord[], isWanted: (render: BatchRender) => boolean): Made[] {
  return batches.flatMap((batch) => batch.renders.filter(isWanted).map((render) => ({ batch, render })))
}
