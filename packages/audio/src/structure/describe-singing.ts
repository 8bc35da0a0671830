import type { AudioAnalysis } from '../audio-analysis.ts'
import { listVoiceTraits, type TraitRows, type VoiceGround } from './voice-traits.ts'
import { EVEN_VOICE, VOICE_WEIGHTS } from './voice-weights.ts'

/** How much of the music around is taken for the ground that a sound stands out from. */
const AROUND_SECS = 17

/** What was heard of the singing in a song; the page on lyrics says how lines are found by it. */
export type Singing = { rateHz: number; voice: Float32Array; traits: TraitRows; sounds: TraitRows }

/** The weights were learnt word by word, and a line goes on between its words. */
const WITHIN_LINES = 0.35

/** Listens for singing: how likely it is at each moment, and what the song sounds like there. */
export function describeSinging(ground: VoiceGround): Singing {
  const { rateHz } = ground.voice
  const traits = listVoiceTraits(ground)
  const rowCount = traits.values.length / traits.width
  return {
    rateHz,
    voice: weighTraits(traits),
    traits,
    sounds: listSounds(ground.spectrum, rowCount, rateHz),
  }
}

function weighTraits({ width, values }: TraitRows): Float32Array {
  return Float32Array.from({ length: values.length / width }, (_, row) => {
    let odds = EVEN_VOICE + WITHIN_LINES
    for (let i = 0; i < width; i++) odds += VOICE_WEIGHTS[i]! * values[row * width + i]!
    return odds
  })
}

/** The shape of the spectrum, whatever its level, against that of the music around. */
function listSounds(
  { bands, bandCount, rateHz }: AudioAnalysis['spectrum'],
  rowCount: number,
  soundRateHz: number,
): TraitRows {
  const rowsEach = Math.round(rateHz / soundRateHz)
  const values = new Float32Array(rowCount * bandCount)
  for (let row = 0; row < rowCount; row++) {
    const sound = values.subarray(row * bandCount, (row + 1) * bandCount)
    for (let each = row * rowsEach; each < (row + 1) * rowsEach; each++)
      for (let band = 0; band < bandCount; band++) sound[band]! += bands[each * bandCount + band]!
    const mean = sound.reduce((sum, value) => sum + value, 0) / bandCount
    for (let band = 0; band < bandCount; band++) sound[band] = (sound[band]! - mean) / rowsEach
  }
  return { width: bandCount, values: removeGround(values, bandCount, Math.round(AROUND_SECS * soundRateHz)) }
}

/** Takes the mean of the rows around away from each row. */
function removeGround(values: Float32Array, width: number, reach: number): Float32Array {
  const rowCount = values.length / width
  const left = new Float32Array(values.length)
  const sums = new Float64Array(width)
  const half = reach >> 1
  for (let row = -half; row < rowCount; row++) {
    const [entering, leaving] = [row + half, row - half - 1]
    for (let i = 0; i < width; i++) {
      if (entering < rowCount) sums[i]! += values[entering * width + i]!
      if (leaving >= 0) sums[i]! -= values[leaving * width + i]!
    }
    if (row < 0) continue
    const count = Math.min(rowCount - 1, entering) - Math.max(0, leaving + 1) + 1
    for (let i = 0; i < width; i++) left[row * width + i] = values[row * width + i]! - sums[i]! / count
  }
  return left
}
