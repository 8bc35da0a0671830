import { BAND_COUNT } from '@songreel/kit/core'
import { SPECTRUM_STEP_DB, type VoiceLevels } from '../audio-analysis.ts'
import { SIDE_ROWS } from './side-levels.ts'
import { FEATURE_RATE_HZ } from './song-features.ts'

/** The bands whose centre lies between 300 and 3400 Hz. */
const [FIRST_BAND, END_BAND] = [23, 52]

/** However alike the sides are, so much of a sound may be in the middle. */
const LEAST_SHARE = 1e-3

/** How many steps lower the middle is than all, for each number of steps that the sides are. */
const LOSSES = Float32Array.from({ length: 256 }, (_, steps) => {
  const share = Math.max(LEAST_SHARE, 1 - 10 ** ((-steps * SPECTRUM_STEP_DB) / 10))
  return (10 * Math.log10(share)) / SPECTRUM_STEP_DB
})

/** Takes the sides away from the mix: what is left stands in the middle, as voices do, and drums, but few other instruments. */
export function measureVoice(bands: Uint8Array, sides: Uint8Array): VoiceLevels {
  const width = END_BAND - FIRST_BAND
  const levels = new Uint8Array(
    Math.min(sides.length / width, Math.ceil(bands.length / BAND_COUNT / SIDE_ROWS)),
  )
  for (let row = 0; row < levels.length; row++) {
    const from = row * SIDE_ROWS * BAND_COUNT + FIRST_BAND
    let sum = 0
    for (let i = 0; i < width; i++) {
      const all = bands[from + i]!
      sum += Math.max(0, all + LOSSES[Math.max(0, all - sides[row * width + i]!)]!)
    }
    levels[row] = Math.round(sum / width)
  }
  return { rateHz: FEATURE_RATE_HZ / SIDE_ROWS, levels }
}
