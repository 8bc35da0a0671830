import type { Dip, Mastering } from '@songreel/audio/engine'
import { OUTPUT_SAMPLE_RATE } from './audio-encoder.ts'
import type { Overshoot } from './overshoots.ts'

/** Dips are this much deeper than the overshoot, because the codec overshoots differently each time. */
const SPARE_DB = 0.25

/** Sound that would dip for more than this share of its length is held lower as a whole. */
const MOST_DIPPING = 0.25

/** What a packet plays is made of its neighbours too. */
const NEIGHBOUR_SAMPLES = 1024

/** A few places get a dip each, and all else stays as it is; where there are many, all of the sound is held lower. */
export function lowerSound(mastering: Mastering, overshoots: Overshoot[], durationSecs: number): Mastering {
  const dips = planDips(overshoots)
  const dipping = dips.reduce((sum, { startSample, endSample }) => sum + endSample - startSample, 0)
  if (dipping > MOST_DIPPING * durationSecs * OUTPUT_SAMPLE_RATE)
    return { ...mastering, ceilingDbtp: mastering.ceilingDbtp - findWorst(overshoots) }
  return { ...mastering, dips: [...mastering.dips, ...dips] }
}

/** One dip for neighbours, as deep as the worst of them needs. */
function planDips(overshoots: Overshoot[]): Dip[] {
  const dips: Dip[] = []
  for (const { startSample, endSample, excessDb } of overshoots) {
    const dip = {
      startSample: startSample - NEIGHBOUR_SAMPLES,
      endSample: endSample + NEIGHBOUR_SAMPLES,
      depthDb: excessDb + SPARE_DB,
    }
    const last = dips.at(-1)
    if (!last || dip.startSample > last.endSample) dips.push(dip)
    else {
      last.endSample = dip.endSample
      last.depthDb = Math.max(last.depthDb, dip.depthDb)
    }
  }
  return dips
}

/** By how much the worst of them is too loud. */
export function findWorst(overshoots: Overshoot[]): number {
  return Math.max(0, ...overshoots.map(({ excessDb }) => excessDb))
}
