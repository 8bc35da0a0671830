import { listVoiceTraits, type TraitRows, type VoiceGround } from './voice-traits.ts'
import { VOICE_WEIGHTS, type VoiceWeights } from './voice-weights.ts'

/** What was heard of the singing in a song; the page on lyrics says how lines are found by it. */
export type Singing = { rateHz: number; voice: Float32Array; sounds: TraitRows }

/** Listens for singing: how likely it is at each moment, and which sounds are sung if so. */
export function describeSinging(ground: VoiceGround): Singing {
  return weighTraits(listVoiceTraits(ground), ground.voice.rateHz, VOICE_WEIGHTS)
}

/** What traits say by weights. */
export function weighTraits(
  { width, values }: TraitRows,
  rateHz: number,
  { shares, voice, sounds }: VoiceWeights,
): Singing {
  const rowCount = values.length / width
  const columns = [voice, ...sounds].map((weights) => Float64Array.from(weights))
  const weigh = (row: number, weights: Float64Array) => {
    let sum = weights[width]!
    for (let i = 0; i < width; i++) sum += weights[i]! * values[row * width + i]!
    return sum
  }
  const heard = new Float32Array(rowCount * sounds.length)
  const odds = new Float32Array(rowCount)
  const found = new Float64Array(sounds.length)
  for (let row = 0; row < rowCount; row++) {
    odds[row] = weigh(row, columns[0]!)
    let most = Number.NEGATIVE_INFINITY
    for (let sound = 0; sound < sounds.length; sound++) {
      found[sound] = weigh(row, columns[sound + 1]!)
      most = Math.max(most, found[sound]!)
    }
    const usual =
      most + Math.log(shares.reduce((sum, share, i) => sum + share * Math.exp(found[i]! - most), 0))
    for (let sound = 0; sound < sounds.length; sound++)
      heard[row * sounds.length + sound] = found[sound]! - usual
  }
  return { rateHz, voice: odds, sounds: { width: sounds.length, values: heard } }
}
