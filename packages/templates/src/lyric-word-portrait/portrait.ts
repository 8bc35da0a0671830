import {
  type AudioTrack,
  accumulate,
  type Box,
  type Cover,
  chance,
  createSteps,
  type FontStyle,
  type Frame,
  followStep,
  type Layer,
  letterpress,
  type Motion,
  type PrintedRow,
  type Size,
} from '@songreel/kit'
import type { Layout } from './layout.ts'
import { chooseGround, inkCover, LEAST_TONE } from './picture.ts'
import { castRows } from './type-rows.ts'
import type { WordWindow } from './word-windows.ts'

/** What the portrait is made from. */
export type PortraitPlan = {
  size: Size
  layout: Layout
  cover: Cover
  windows: readonly WordWindow[]
  font: FontStyle
  audio: AudioTrack
  motion: Motion
  seed: number
  quiet: readonly Box[]
}

/** On a beat rows go so far, every other one the other way; on a bar further. In pixels of a short side of 1080. */
const BEAT_PX = 28
const BAR_PX = 44
/** Long enough that the wall moves for most of a beat, and short enough that it rests: each frame in which all letters are elsewhere costs an encoder as much as a new picture. */
const STEP_SECS = 0.4
/** Faster beats are taken two at a time: letters of a saturated red that pass more often are flashes. */
const LEAST_STEP_SECS = 0.32
/** A beat runs from the words through the picture, so many seconds for a pixel of the design. */
const BEAT_TRAIL_SECS = 0.00012
/** Words change row by row. */
const TRAIL_SECS = 0.00028
/** Shots last at least so long, and so long without bars. */
const LEAST_SHOT_SECS = 3.4
const FREE_SHOT_SECS = 6
/** Without a beat letters wander so many pixels a second, with the music's loudness, and swell in waves. */
const FREE_PX = { still: 6, loud: 44 }
/** So much heavier are letters at the most: beyond it some would come up behind the words. On beats they are not: those of a saturated red, which pass there, too, would flash. */
export const FREE_SWELL = 0.07

/** The cover made of the song's words: beats move the type through it, bars change the shot. */
export function drawPortrait(plan: PortraitPlan): Layer {
  const { size, layout, cover, windows, font, audio, seed, motion, quiet } = plan
  const { rows, shots } = layout
  const shotAt = planShots(audio, motion)
  const walkAt = planWalk(plan)
  const weighAt = planWeight(plan)
  return letterpress({
    ground: chooseGround(cover.palette),
    rows,
    pictures: shots.map((place) => inkCover({ cover, place, quiet, rows })),
    // Half of its light is enough to know a face by, and letters stand out from it.
    under: 1,
    least: LEAST_TONE,
    types: windows.map(({ texts }) => castRows({ rows, texts, font, widthPx: size.width, seed })),
    place: (printed: PrintedRow, row: number, frame: Frame) => {
      const delaySecs = TRAIL_SECS * measureWay(layout, row)
      const late = Math.max(0, frame.secs - delaySecs)
      // All at once: row by row a face would be cut to pieces for a moment.
      printed.picture = shotAt(frame) % shots.length
      printed.type = Math.max(
        0,
        windows.findLastIndex(({ startSecs }) => startSecs <= late + 1e-6),
      )
      printed.shift = walkAt(row, frame)
      printed.weight = weighAt(row, frame)
    },
  })
}

type FrameTime = Pick<Frame, 'secs' | 'fps'>

/** How many shots have been before: one lasts two bars or more, and without bars some seconds. */
function planShots(audio: AudioTrack, motion: Motion): (time: FrameTime) => number {
  if (motion === 'REDUCED') return () => 0
  const bars = audio.downbeatSecs.filter((secs) => secs > LEAST_SHOT_SECS / 2)
  const free = Array.from(
    { length: Math.ceil(audio.durationSecs / FREE_SHOT_SECS) },
    (_, i) => (i + 1) * FREE_SHOT_SECS,
  )
  // The last shot is no glimpse.
  const cuts = (bars.length > 0 ? bars : free).filter((secs) => secs < audio.durationSecs - 1)
  if (cuts.length === 0) return () => 0
  const steps = createSteps(cuts, { minGapSecs: LEAST_SHOT_SECS })
  return (time) => steps(time).count
}

/** How far the letters of a row have gone. */
function planWalk({ audio, layout, motion, seed }: PortraitPlan): (row: number, frame: Frame) => number {
  const reach = (motion === 'FULL' ? 1 : 0.25) * layout.unit
  const side = (row: number) => ((row % 2 === 0) === chance(seed, 'side') < 0.5 ? 1 : -1)
  const start = (row: number) => 997 * chance(seed, 'start', row) * layout.unit
  if (audio.beatSecs.length === 0) {
    const way = accumulate(audio, (frame) => FREE_PX.still + FREE_PX.loud * audio.loudness(frame) ** 1.5)
    return (row, frame) => start(row) + side(row) * reach * way(frame) * (0.6 + 0.8 * chance(seed, row))
  }
  const beats = createSteps(audio.beatSecs, { minGapSecs: LEAST_STEP_SECS })
  const bars = createSteps(audio.downbeatSecs, { minGapSecs: 1 })
  return (row, { secs, fps }) => {
    const late = { secs: Math.max(0, secs - BEAT_TRAIL_SECS * measureWay(layout, row)), fps }
    const beat = followStep(beats(late), (count) => count * BEAT_PX, STEP_SECS)
    const bar = followStep(bars(late), (count) => count * BAR_PX, STEP_SECS)
    return start(row) + side(row) * reach * (beat + bar)
  }
}

/** How far a row is from the words, in pixels of the design. */
function measureWay({ rows, words, unit }: Layout, row: number): number {
  const y = rows[row]?.y ?? 0
  return Math.max(words.y - y, y - words.y - words.height, 0) / unit
}

/** How heavy the letters of a row are. */
function planWeight({ audio, layout }: PortraitPlan): (row: number, frame: Frame) => number {
  if (audio.beatSecs.length > 0) return () => 1
  return (row, frame) => {
    const wave = Math.sin(2.1 * frame.secs - 0.0042 * ((layout.rows[row]?.y ?? 0) / layout.unit))
    const swell = (audio.loudness(frame) * (0.6 + 0.6 * wave) - 0.3) / 0.9
    return 1 + FREE_SWELL * Math.max(0, swell)
  }
}
