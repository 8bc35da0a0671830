import type { MusicalKey } from '../audio-analysis.ts'
import { PITCH_CLASSES } from '../spectrum/chroma.ts'
import type { Texture } from '../spectrum/song-features.ts'
import { dot } from '../vectors.ts'

/**
 * How much each degree of the scale belongs to a key: after Temperley (1999), with both sevenths in minor, as songs have them. What
 * listeners say of single notes (Krumhansl and Kessler, 1982) takes nearly every song of four chords for its relative minor.
 */
const MAJOR_PROFILE = [5, 2, 3.5, 2, 4.5, 4, 2, 4.5, 2, 3.5, 1.5, 4]
const MINOR_PROFILE = [5, 2, 3.5, 4.5, 2, 4, 2, 4.5, 3.5, 2, 3, 2.5]

/** A song whose pitch classes are nearly even has no key worth naming. */
const MIN_CORRELATION = 0.4

/** The key whose profile fits the song's pitch classes best. */
export function findKey({ chroma }: Texture): MusicalKey | undefined {
  const totals = PITCH_CLASSES.map((_, pitch) =>
    chroma.reduce((sum, value, i) => (i % 12 === pitch ? sum + value : sum), 0),
  )
  const ranked = ['major', 'minor']
    .flatMap((mode) =>
      PITCH_CLASSES.map((tonic, shift) => ({
        name: `${tonic} ${mode}`,
        fit: correlate(totals, mode === 'major' ? MAJOR_PROFILE : MINOR_PROFILE, shift),
      })),
    )
    .sort((a, b) => b.fit - a.fit)
  const [best, second] = ranked as [(typeof ranked)[0], (typeof ranked)[0]]
  if (!(best.fit >= MIN_CORRELATION)) return undefined
  return { name: best.name, confidence: Math.max(0, Math.min(1, (best.fit - second.fit) * 5)) }
}

/** Pearson correlation of the pitch classes with a profile moved to the tonic. */
function correlate(totals: number[], profile: number[], shift: number): number {
  const moved = centre([...totals.slice(shift), ...totals.slice(0, shift)])
  const wanted = centre(profile)
  return dot(moved, wanted) / Math.sqrt(dot(moved, moved) * dot(wanted, wanted))
}

function centre(values: number[]): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Float64Array.from(values, (value) => value - mean)
}
