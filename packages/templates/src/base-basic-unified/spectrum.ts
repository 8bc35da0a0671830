import { mix } from '@songreel/kit'

/** A bar is no lower than this part of the one beside it: a spectrum is one shape, and a gap in it reads as broken. */
const SLOPE = 0.66
/** No bar lies flat. */
const LEAST = 0.07
/** What stands before the first note and after the last: a hill with a ripple, from the lowest notes to the highest. */
const HILL = { high: 0.86, low: 0.34, ripple: 0.11, waves: 2.6 }

/** `isArch`: the lowest notes stand in the middle. `treble`: how much is left of the highest ones. */
type SpectrumShape = { rest: number; isArch: boolean; barCount: number; treble: number }

/**
 * The heights of the bars: what sounds, drawn together to one shape. `rest` from 0 to 1 lifts them to the hill on which they
 * begin and end, so that the first frame, which stands for the video in many places, shows a whole spectrum.
 */
export function shapeSpectrum(
  bands: ArrayLike<number>,
  { rest, isArch, barCount, treble }: SpectrumShape,
): Float32Array {
  const count = bands.length
  const levels = Float32Array.from(bands, (level, i) => level * mix(1, treble, i / count))
  // The lowest notes stand in the middle of an arch: where a song has none, the next ones fill their place.
  if (isArch) levels[0] = Math.max(levels[0] ?? 0, levels[1] ?? 0)
  // Bars show several bands each; those of an arch twice.
  const slope = SLOPE ** Math.min(1, barCount / (isArch ? 2 : 1) / count)
  for (let i = 1; i < count; i++) levels[i] = Math.max(levels[i]!, slope * levels[i - 1]!)
  for (let i = count - 2; i >= 0; i--) levels[i] = Math.max(levels[i]!, slope * levels[i + 1]!)
  return levels.map((level, i) => {
    const shown = Math.max(LEAST, level)
    return mix(shown, Math.max(shown, hillAt(i / Math.max(1, count - 1))), rest)
  })
}

function hillAt(way: number): number {
  const { high, low, ripple, waves } = HILL
  return mix(high, low, way) + ripple * Math.cos(2 * Math.PI * waves * way) * (1 - 0.4 * way)
}
