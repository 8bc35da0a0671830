import type { BatchRecord } from '@songreel/sdk'
import { formatCount } from './format.ts'

/** What a batch comes to, in a few words: "4 of 6 done, 1 failed". */
export function describeCounts({ counts }: Pick<BatchRecord, 'counts'>): string {
  const { total, completed, failed, canceled } = counts
  const parts = [completed === total ? formatCount(total, 'video') : `${completed} of ${total} done`]
  if (failed > 0) parts.push(`${failed} failed`)
  if (canceled > 0) parts.push(`${canceled} stopped`)
  return parts.join(', ')
}

/** The shapes of a batch, each once. */
export function listRatios({ renders }: Pick<BatchRecord, 'renders'>): string[] {
  return [...new Set(renders.map(({ aspectRatio }) => aspectRatio))]
}

/** A picture of a batch: the poster of its first finished video. */
export function findPoster({ renders }: Pick<BatchRecord, 'renders'>): string | undefined {
  return renders.find(({ posterUrl }) => posterUrl)?.posterUrl
}
