/** Four times the sample rate, as BS.1770-4 annex 2 asks for. */
const PHASES = 4
const TAPS = 24

/** How many samples on either side of an interval have a say in it. */
export const INTERVAL_REACH = TAPS / 2

const TAPS_BY_PHASE = Array.from({ length: PHASES - 1 }, (_, i) => createTaps((i + 1) / PHASES))

/** The highest amplitude between `samples[at]` and the sample after it; `INTERVAL_REACH` samples lie on either side. */
export function measureInterval(samples: Float32Array, at: number): number {
  const start = at - INTERVAL_REACH + 1
  let highest = 0
  for (const taps of TAPS_BY_PHASE) {
    let sum = 0
    for (let tap = 0; tap < TAPS; tap++) sum += taps[tap]! * samples[start + tap]!
    if (sum < 0) sum = -sum
    if (sum > highest) highest = sum
  }
  return highest
}

/** A sinc under a Hann window, which keeps more of the treble than the meter's Blackman: too high a peak does no harm here. */
function createTaps(position: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, tap) => {
    const distance = tap - (INTERVAL_REACH - 1) - position
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (INTERVAL_REACH + 0.5))
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window
  })
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}
