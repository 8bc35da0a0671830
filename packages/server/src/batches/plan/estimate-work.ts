import type { BatchDryRun, SegmentCount } from '@songreel/contract'
import type { PlannedRender } from './plan-renders.ts'

/** CPU milliseconds for a million pixels, drawn and encoded; from `npm run bench render` on two cores. */
const MS_PER_MEGAPIXEL = 9
/** Reading, analysing and checking, for each video. */
const OVERHEAD_SECS = 2

type Picture = Pick<PlannedRender, 'width' | 'height' | 'frames'>

/** Roughly how many seconds a video takes, on two cores. */
export function estimateSecs({ width, height, frames }: Picture): number {
  const megapixels = (width * height * frames) / 1e6
  return OVERHEAD_SECS + (megapixels * MS_PER_MEGAPIXEL) / 1000
}

/** What is left of a video's work where segments of it are kept. */
export function shareOfWork(secs: number, { total, kept }: SegmentCount): number {
  const left = OVERHEAD_SECS + (secs - OVERHEAD_SECS) * (1 - kept / Math.max(1, total))
  return Math.round(left * 10) / 10
}

/** What some videos take together. */
export function estimateAll(planned: readonly Picture[]): BatchDryRun['estimate'] {
  const secs = planned.reduce((sum, video) => sum + estimateSecs(video), 0)
  return { videos: planned.length, secs: Math.round(secs) }
}
