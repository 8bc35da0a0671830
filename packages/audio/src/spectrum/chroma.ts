/** Pitch classes of an octave, C first. */
export const PITCH_CLASSES = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'] as const

const LOW_HZ = 100
const HIGH_HZ = 2100

/** Reads how strong each pitch class sounds, from the peaks of a spectrum. */
export type ChromaReader = (power: Float32Array, into: Float32Array) => void

/** For spectra of `size` samples. */
export function createChromaReader(size: number, sampleRate: number): ChromaReader {
  const firstBin = Math.ceil((LOW_HZ * size) / sampleRate)
  const endBin = Math.min(size / 2 - 1, Math.floor((HIGH_HZ * size) / sampleRate))
  return (power, into) => {
    into.fill(0)
    for (let bin = firstBin; bin < endBin; bin++) {
      const value = power[bin]!
      if (value < 1e-9 || value <= power[bin - 1]! || value < power[bin + 1]!) continue
      const hz = ((bin + peakOffset(power[bin - 1]!, value, power[bin + 1]!)) * sampleRate) / size
      // MIDI note 60 is a C; the fourth root keeps one loud note from hiding the chord.
      const note = 69 + 12 * Math.log2(hz / 440)
      into[((Math.round(note) % 12) + 12) % 12]! += value ** 0.25
    }
  }
}

/** Where between its neighbours a peak really lies (parabola through the logarithms). */
function peakOffset(left: number, centre: number, right: number): number {
  const a = Math.log(left + 1e-12)
  const b = Math.log(centre)
  const c = Math.log(right + 1e-12)
  const bend = a - 2 * b + c
  return bend === 0 ? 0 : (0.5 * (a - c)) / bend
}
