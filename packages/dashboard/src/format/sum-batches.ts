import type { BatchRecord } from '@songreel/sdk'

type Sum = Pick<BatchRecord, 'counts' | 'progress' | 'isFinal' | 'status'>

const NAMES = ['total', 'pending', 'active', 'completed', 'failed', 'canceled'] as const

/** Several batches as one: what a page says of all of them comes from here and nowhere else. */
export function sumBatches(batches: Pick<BatchRecord, 'counts' | 'progress' | 'isFinal'>[]): Sum {
  const sum = (name: (typeof NAMES)[number]) => batches.reduce((all, { counts }) => all + counts[name], 0)
  const counts = Object.fromEntries(NAMES.map((name) => [name, sum(name)])) as BatchRecord['counts']
  const done = batches.reduce((all, batch) => all + batch.progress * batch.counts.total, 0)
  const isFinal = batches.every((batch) => batch.isFinal)
  return {
    counts,
    isFinal,
    progress: counts.total === 0 ? 0 : Math.floor(done / counts.total),
    status: findStatus(counts, isFinal),
  }
}

function findStatus({ total, pending, completed, failed }: BatchRecord['counts'], isFinal: boolean): string {
  if (!isFinal) return pending === total ? 'PENDING' : 'PROCESSING'
  if (completed === total) return 'COMPLETED'
  if (completed > 0) return 'PARTIALLY_COMPLETED'
  return failed > 0 ? 'FAILED' : 'CANCELED'
}
