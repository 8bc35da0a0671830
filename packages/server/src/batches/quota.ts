import type { ErrorDetail, Quota, QuotaMeasure } from '@songreel/contract'
import { ServiceError } from '../errors.ts'
import { type QuotaLimits, readQuota } from '../store/quotas.ts'
import type { Tx } from '../store/transaction.ts'

/** What a limit is called in its error, and how an amount of it is written. */
const MEASURES: Record<QuotaMeasure, { code: string; show(amount: number): string }> = {
  videos: { code: 'VIDEOS_PER_MONTH', show: (count) => `${count} ${count === 1 ? 'video' : 'videos'}` },
  secs: { code: 'SECS_PER_MONTH', show: (secs) => `${Math.round(secs * 10) / 10} s of video` },
  bytes: { code: 'BYTES_PER_MONTH', show: (bytes) => `${(bytes / 1024 ** 2).toFixed(1)} MB of files` },
}

/**
 * Refuses renders that were just written and are more than the organization may have made in this month. They count as
 * under way already; the transaction takes them back.
 */
export async function refuseOverQuota(
  transaction: Tx,
  orgId: string,
  { limits, videos }: { limits: QuotaLimits; videos: number },
): Promise<void> {
  const quota = await readQuota(transaction, orgId, limits)
  const names = Object.keys(MEASURES) as QuotaMeasure[]
  const details = names.flatMap((name) => describeExcess(quota, name, videos))
  if (details.length === 0) return
  throw new ServiceError('QUOTA_EXCEEDED', {
    message: `${details.map(({ message }) => message).join(' ')} The month ends at ${quota.resetsAt}; renders that fail or are canceled give back what they took. Ask the operator for more.`,
    details,
  })
}

function describeExcess(quota: Quota, name: QuotaMeasure, videos: number): ErrorDetail[] {
  const { resetsAt, [name]: share } = quota
  const { limit, used, open } = share
  if (limit === null || used + open <= limit) return []
  const { code, show } = MEASURES[name]
  const asked = videos === 1 ? 'this video' : `these ${videos} videos`
  const message = `The organization may have ${show(limit)} made in a month. Made so far: ${show(used)}; under way, with ${asked}: ${show(open)}.`
  return [{ field: 'renders', code, message, quota: { limit, used, open, resetsAt } }]
}
