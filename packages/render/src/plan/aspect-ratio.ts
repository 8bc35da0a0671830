/** Ratios are named with whole numbers up to this. */
const LARGEST_TERM = 32

/** Pictures are rarely exact (854 x 480): this much off still has the name. */
const TOLERANCE = 0.01

/** The name of a picture's shape, for example `16x9`; the simplest one that is close enough. */
export function nameAspectRatio(width: number, height: number): string {
  const wanted = width / height
  for (let sum = 2; sum <= 2 * LARGEST_TERM; sum++) {
    for (let across = Math.max(1, sum - LARGEST_TERM); across <= Math.min(LARGEST_TERM, sum - 1); across++) {
      const down = sum - across
      if (Math.abs(across / down / wanted - 1) <= TOLERANCE) return `${across}x${down}`
    }
  }
  return wanted > 1 ? `${LARGEST_TERM}x1` : `1x${LARGEST_TERM}`
}
