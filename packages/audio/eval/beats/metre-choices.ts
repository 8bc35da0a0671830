import { tracePulse } from '../../src/rhythm/find-beats.ts'
import { findOnsets } from '../../src/rhythm/find-onsets.ts'
import { listMetres, type Metre, type Traits } from '../../src/rhythm/metre-traits.ts'
import { createOnsetCurve } from '../../src/rhythm/onset-curve.ts'
import type { TickEvidence } from '../../src/rhythm/tick-evidence.ts'
import { FEATURE_RATE_HZ, type SongFeatures } from '../../src/spectrum/song-features.ts'
import { scoreBeats } from '../../testing/score-beats.ts'
import type { Truth } from './midi-truth.ts'

/** One way to count a song: what speaks for it, and how right it is. */
export type MetreChoice = { metre: Metre; traits: Traits; beatF: number; downbeatF: number }

type Features = Pick<SongFeatures, 'flux' | 'bass' | 'bands' | 'envelope' | 'texture'>

/** Every way to count a song's pulse. */
export async function listChoices(features: Features, truth: Truth): Promise<MetreChoice[]> {
  const curve = createOnsetCurve(features, FEATURE_RATE_HZ)
  const onsets = findOnsets(curve, features.flux, features.envelope)
  const { evidence, pulseBpm, onsetsPerSec } = await tracePulse(
    { curve, onsets, texture: features.texture, bands: features.bands },
    async () => {},
  )
  return listMetres(evidence, pulseBpm, onsetsPerSec).map(
    ({ metre, beatTraits, barTraits, placeTraits }) => ({
      metre,
      traits: { ...beatTraits, ...barTraits, ...placeTraits },
      ...judgeMetre(evidence, metre, truth),
    }),
  )
}

function judgeMetre({ tickSecs }: TickEvidence, { period, phase, bar, first }: Metre, truth: Truth) {
  const beatSecs: number[] = []
  const downbeatSecs: number[] = []
  for (let tick = phase, beat = 0; tick < tickSecs.length; tick += period, beat++) {
    const secs = tickSecs[tick]!
    if (secs < truth.fromSecs - 0.07 || secs > truth.toSecs + 0.07) continue
    beatSecs.push(secs)
    if ((beat - first + bar) % bar === 0) downbeatSecs.push(secs)
  }
  return {
    beatF: scoreBeats(truth.beatSecs, beatSecs),
    downbeatF: scoreBeats(truth.downbeatSecs, downbeatSecs),
  }
}
