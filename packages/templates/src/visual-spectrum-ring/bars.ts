import {
  type AudioTrack,
  accumulate,
  type Chapter,
  type Frame,
  findChapter,
  mix,
  type RingProps,
  smoothstep,
  stretchBands,
} from '@songreel/kit'
import type { Layout } from './layout.ts'

export const BAR_STYLES = ['BARS', 'NEEDLES', 'DOTS'] as const
export type BarStyle = (typeof BAR_STYLES)[number]

/** From the middle of a bar to that of the next, for a short side of 1080. */
const PITCH_PX = { BARS: 17, NEEDLES: 11, DOTS: 22 }
/** Bars are so wide, of that. */
const WIDTH_SHARE = 0.45
/** Loud bands stand out so far from the others that the ring is no dial, the shortest bar is so much of the longest, and the highest notes come so far at most. */
const LEVELS = { gamma: 2, least: 0.04, treble: 0.65 }
/** The bass lifts the bars around the lowest notes, over so much of the way to the highest ones, and so does what sounds there: between two horns the ring would be open. */
const CREST = { height: 0.9, reach: 0.15 }
/** So many bars a second go past a place, and a beat drives them on: no further in a frame than half of the way to the next bar, or they would seem to go back. */
const PASSING = { always: 3.5, beat: 7.5 }

/** What the bars' heights and their way around follow. */
export type BarsPlan = {
  layout: Layout
  audio: AudioTrack
  chapters: readonly Chapter[]
  barStyle: BarStyle
  /** Where the lowest notes are, in degrees clockwise from the top, and which way the bars go around, -1 or 1. */
  axis: number
  direction: number
  isReduced: boolean
}

type Planned = Pick<
  RingProps,
  'count' | 'length' | 'minLength' | 'width' | 'tipLength' | 'levels' | 'rotation' | 'mirrored'
>

/** Bars that go around under a spectrum that stays: low notes on one side, high ones opposite, both halves alike. */
export function planBars({
  layout,
  audio,
  chapters,
  axis,
  direction,
  barStyle,
  isReduced,
}: BarsPlan): Planned {
  const shape = shapeBars(barStyle, layout)
  const bandsAt = stretchBands(audio, { gamma: LEVELS.gamma })
  const passedAt = accumulate(
    audio,
    (frame) => PASSING.always + (isReduced ? 0 : PASSING.beat * audio.beat(frame)),
  )
  const turnAt = (frame: Frame) => (direction * passedAt(frame)) / shape.count
  const levels = new Float32Array(shape.count)
  return {
    ...shape,
    mirrored: false,
    rotation: (frame) => axis + 360 * turnAt(frame),
    levels: (frame) => {
      const lift = mix(0.72, 1, Math.min(1, findChapter(chapters, frame).energy * 1.2))
      const bands = bandsAt(frame)
      const lows = bands.subarray(0, Math.round(CREST.reach * bands.length))
      const heights = { bands, bass: Math.max(audio.bass(frame), ...lows), lift }
      const turn = turnAt(frame)
      for (let i = 0; i < levels.length; i++) levels[i] = heightAt(heights, i / levels.length + turn)
      return levels
    },
  }
}

/** Calm chapters leave room for strong ones. */
type Heights = { bands: ArrayLike<number>; bass: number; lift: number }

/** How high a bar is that stands at this place, of the whole way around from the lowest notes. */
export function heightAt({ bands, bass, lift }: Heights, place: number): number {
  const from = place - Math.floor(place)
  const away = 2 * Math.min(from, 1 - from)
  const at = away * (bands.length - 1)
  const low = Math.floor(at)
  const level = mix(bands[low]!, bands[Math.min(bands.length - 1, low + 1)]!, at - low)
  const crest = CREST.height * bass * smoothstep(CREST.reach, 0, away)
  return LEVELS.least + (1 - LEVELS.least) * lift * Math.max(crest, mix(1, LEVELS.treble, away) * level)
}

function shapeBars(barStyle: BarStyle, { foot, barLength: length, unit }: Layout) {
  const pitchPx = PITCH_PX[barStyle]
  const around = 2 * Math.PI * (foot.radius + length / 2)
  const count = 2 * Math.round(around / 2 / unit / pitchPx)
  if (barStyle === 'DOTS') return { count, length, width: 11 * unit, tipLength: 0 }
  const width = WIDTH_SHARE * pitchPx * unit
  return { count, length, minLength: (barStyle === 'BARS' ? 7 : 4) * unit, width }
}
