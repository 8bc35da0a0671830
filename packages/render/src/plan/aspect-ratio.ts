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

/** Width over height of a shape such as `16x9` or `16:9`; not a number where it names none. */
export function readAspectRatio(name: string): number {
  const [, across, down] = /^(\d{1,2})[x:](\d{1,2})$/.exec(name) ?? []
  const isTerm = (term: string | undefined) => Number(term) >= 1 && Number(term) <= LARGEST_TERM
  return isTerm(across) && isTerm(down) ? Number(across) / Number(down) : Number.NaN
}

/** Whether two names mean the same shape: 32x18 is 16x9. */
export function isSameRatio(a: string, b: string): boolean {
  // Equal fractions of small whole numbers give equal quotients.
  return readAspectRatio(a) === readAspectRatio(b)
}
