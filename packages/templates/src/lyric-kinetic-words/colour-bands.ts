import {
  type AudioTrack,
  accumulate,
  chance,
  discs,
  type Frame,
  fromOklch,
  hexToOklch,
  type Layer,
  type Palette,
  type Size,
  toGroundTone,
} from '@songreel/kit'

/** Type on the brightest band has at least this contrast. */
export const BAND_CONTRAST = 7.6
/** Of two bands in a row one is deeper. */
const DEEP_CONTRAST = 11
/** How fast bands spread, in short sides a second: always, and on a beat, which drives all of them on. */
const SPEED = { always: 0.42, beat: 1.5, before: 0.85 }
/** Beats in quick succession share a band: what fills the frame must not change more often. */
const LEAST_BEAT_SECS = 0.34
const LEAST_BAR_SECS = 1.1
/** Before the first frame, and where no beat is known, one comes this often. */
const FREE_SECS = 0.6

/** What the bands are made from, and where they come from. */
export type BandPlan = {
  size: Size
  palette: Palette
  audio: AudioTrack
  seed: number
  source: { x: number; y: number }
}

type Band = { secs: number; colour: string }

/**
 * Flat colours cut from the cover's palette. Every beat sends a band out of the picture and drives those before it on,
 * and with every bar they take another of the cover's colours.
 */
export function sendBands({ size, palette, audio, seed, source }: BandPlan): Layer {
  const inks = mixInks(palette, seed)
  const { fps, frameCount } = audio
  const wayAt = accumulate({ fps, frameCount }, (frame) => SPEED.always + SPEED.beat * audio.beat(frame))
  const short = Math.min(size.width, size.height)
  const bands = listBands(audio, inks).map(({ secs, colour }) => ({
    colour,
    secs,
    // Before the first frame they spread evenly.
    from: secs < 0 ? SPEED.before * secs : wayAt({ index: secs * fps }),
  }))
  const farthest = Math.hypot(size.width, size.height) / short
  const reachOf = ({ from }: { from: number }, frame: Frame) => wayAt(frame) - from
  // A band begins on the frame nearest to its beat.
  const hasBegun = ({ secs }: Band, frame: Frame) => secs <= frame.secs + 0.5 / fps
  const listSeen = (frame: Frame) =>
    bands.filter((band) => hasBegun(band, frame) && reachOf(band, frame) < farthest)
  const findGround = (frame: Frame) =>
    bands.findLast((band) => hasBegun(band, frame) && reachOf(band, frame) >= farthest)
  return discs({
    ground: (frame) => findGround(frame)?.colour ?? inks[0]?.[0] ?? palette.background,
    colours: (frame) => listSeen(frame).map(({ colour }) => colour),
    radii: (frame) => listSeen(frame).map((band) => Math.max(1, short * reachOf(band, frame))),
    x: source.x,
    y: source.y,
  })
}

/** One for every beat, in the two tones of its bar in turn; before the video began they came evenly. */
function listBands({ beatSecs, downbeatSecs, durationSecs }: AudioTrack, inks: readonly Ink[]): Band[] {
  const bars = keepApart(downbeatSecs, LEAST_BAR_SECS)
  const even = (from: number, to: number) =>
    Array.from({ length: Math.max(0, Math.ceil((to - from) / FREE_SECS)) }, (_, i) => from + i * FREE_SECS)
  const beats = beatSecs.length > 0 ? keepApart(beatSecs, LEAST_BEAT_SECS) : even(0, durationSecs)
  const first = beats[0] ?? 0
  const earlier = even(first - 8 * FREE_SECS, first - 0.01)
  return [...earlier, ...beats].map((secs, index) => {
    const bar = bars.findLastIndex((start) => start <= secs + 0.01)
    const ink = inks[(bar + inks.length) % inks.length]
    return { secs, colour: ink?.[index % 2] ?? '#000000' }
  })
}

function keepApart(secs: readonly number[], gapSecs: number): number[] {
  const kept: number[] = []
  for (const each of secs) if (each - (kept.at(-1) ?? Number.NEGATIVE_INFINITY) >= gapSecs) kept.push(each)
  return kept
}

/** Two tones of one colour. */
type Ink = readonly [string, string]

/** Three colours of the cover in turn, as strong as type allows; only the hue changes from bar to bar. */
function mixInks(palette: Palette, seed: number): Ink[] {
  const { text, theme, isMonochrome, gradient, grounds, hasBrandGround } = palette
  const [accent, accent2] = grounds
  const third = hasBrandGround ? palette.background : (gradient[2] ?? accent)
  const order = chance(seed, 'order') < 0.5 ? [accent, accent2, third] : [accent2, accent, third]
  return order.map((colour, index) => {
    const { chroma, hue } = hexToOklch(colour)
    const strong = isMonochrome ? 0 : Math.min(0.2, Math.max(0.11, chroma * 1.2))
    const tone = hasBrandGround
      ? colour
      : fromOklch({ hue, chroma: strong, lightness: theme === 'DARK' ? 0.6 : 0.74 })
    // Without hues the bars differ in how bright they are.
    const extra = isMonochrome ? 1.2 * index : 0
    return [
      toGroundTone(tone, text, BAND_CONTRAST + extra),
      toGroundTone(tone, text, DEEP_CONTRAST + extra),
    ] as const
  })
}
