/** Samples compared at each place. */
const WINDOW_SAMPLES = 2048

/** How far apart sound and picture may lie and still be found: more than a frame at 24 a second. */
const REACH_SAMPLES = 2400

/** Below this mean square a place counts as silent and says nothing. */
const SILENCE = 1e-7

/** Compares a stretch of sound with where it should be. */
export type LagWindow = {
  /** The song's samples. */
  reference: Float32Array
  /** The output's samples, `reach` more on either side. */
  output: Float32Array
}

/** Where to cut windows out of a stretch of sound for `measureLag`. */
export const LAG_WINDOW = { samples: WINDOW_SAMPLES, reach: REACH_SAMPLES }

/** How much more alike another place must sound than the right one: a steady tone repeats itself every few samples. */
const CLEAR_LEAD = 0.02

/** Sound that is less alike than this was not recognised. */
const LEAST_LIKENESS = 0.5

/** How many samples the output comes late (negative: early); undefined where there is nothing to recognise. */
export function measureLag({ reference, output }: LagWindow): number | undefined {
  const referenceEnergy = sumOfProducts(reference, reference, 0)
  if (referenceEnergy / reference.length < SILENCE) return undefined
  const likenessAt = (offset: number) => {
    const candidate = output.subarray(offset, offset + reference.length)
    const energy = sumOfProducts(candidate, candidate, 0)
    return sumOfProducts(reference, output, offset) / Math.sqrt(referenceEnergy * energy + Number.MIN_VALUE)
  }

  let bestOffset = REACH_SAMPLES
  let best = Math.max(LEAST_LIKENESS, likenessAt(REACH_SAMPLES) + CLEAR_LEAD)
  // Correlation is at most 1, so no other offset can win. Checking all of them would take thousands of times as long.
  if (best >= 1) return 0
  let isRecognised = best > LEAST_LIKENESS + CLEAR_LEAD
  for (let offset = 0; offset <= 2 * REACH_SAMPLES; offset++) {
    const likeness = likenessAt(offset)
    if (likeness <= best) continue
    best = likeness
    bestOffset = offset
    isRecognised = true
  }
  return isRecognised ? bestOffset - REACH_SAMPLES : undefined
}

function sumOfProducts(a: Float32Array, b: Float32Array, offset: number): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[offset + i]!
  return sum
}
