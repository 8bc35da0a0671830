import { createKernels } from '../kernels/kernels.ts'
import { ANALYSIS_RATE, HOP } from './song-features.ts'
import { createBandWindow } from './windows.ts'

/** The sides are only listened to in the range of the voice: half the rate holds it. */
export const SIDE_RATE = ANALYSIS_RATE / 2

/** Feature rows per row of the sides. */
export const SIDE_ROWS = 4

/** What a voice is heard by: 300 to 3400 Hz, as on the telephone. */
const [VOICE_LOW_HZ, VOICE_HIGH_HZ] = [300, 3400]

const SIZE = 1024

/** Gathers the levels of the voice's bands from samples at `SIDE_RATE`, piece by piece. */
export type SideCollector = { push(samples: Float32Array): void; finish(): Uint8Array }

/** Rows of stored spectrum values, one for each of the voice's bands. */
export function createSideCollector(): SideCollector {
  const form = { size: SIZE, hop: (HOP * SIDE_ROWS * SIDE_RATE) / ANALYSIS_RATE, sampleRate: SIDE_RATE }
  const window = createBandWindow(createKernels(), form, VOICE_LOW_HZ, VOICE_HIGH_HZ)
  return { push: window.push, finish: () => window.finish().rows }
}
