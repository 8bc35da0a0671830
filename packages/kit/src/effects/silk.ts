import { accumulate } from '../compose/accumulate.ts'
import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Box, Size } from '../geometry.ts'
import { type FlowCells, flow } from '../layers/flow.ts'
import { chance, chanceOf } from '../paint/chance.ts'
import { fromOklch, hexToOklch, mixColours } from '../paint/colour.ts'
import type { Cover } from '../paint/create-cover.ts'
import { ease, mix, smoothstep } from '../paint/easing.ts'
import { tameRed } from '../paint/flash-safety.ts'
import { toGroundTone } from '../paint/ground-tone.ts'
import type { Palette } from '../paint/palette.ts'
import { shine } from '../paint/shine.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import { type Chapter, findChapter } from '../track/chapters.ts'

/** What the silk follows. */
export type SilkPlan = {
  size: Size
  /** What the type covers: the silk is dark there. */
  quiet: Box
  /** Length of one pixel of a 1080-pixel short side. */
  unit: number
  cover: Cover
  audio: AudioTrack
  chapters: readonly Chapter[]
  seed: number
  isReduced: boolean
  /** How fast the wind is. Default 1. */
  pace?: number
  /** How many folds lie on a length, 1 by default: a small part of the frame needs more of them to be cloth. */
  folds?: number
  /** How bright the brightest fold is, of the brightest colour. Default 1. */
  sheen?: number
}

const CELLS = 84
/** Each octave folds what the one before has folded: the first makes waves, the others creases in them. */
const OCTAVES = 3

/**
 * Folds of the cover's colours, like silk in wind. Beats drive the wind on and the bass deepens the folds; each chapter
 * of the song has another order of colours.
 */
export function silk(plan: SilkPlan): Layer {
  const { audio, chapters, isReduced, pace = 1, sheen = 1 } = plan
  const dropAt = (frame: Frame) => {
    const { isDrop, startSecs } = findChapter(chapters, frame)
    return isDrop ? Math.exp(-(frame.secs - startSecs) / 0.8) : 0
  }
  const windAt = accumulate(audio, (frame) => {
    const push = isReduced ? 0 : 2.9 * audio.beat(frame) + 0.8 * audio.downbeat(frame) + 2 * dropAt(frame)
    return pace * (0.3 + 0.5 * audio.loudness(frame) + push)
  })
  let grid: Grid | undefined
  const shade = ({ columns, rows, levels }: FlowCells, frame: Frame) => {
    grid ??= layGrid(plan, columns, rows)
    const wind = windAt(frame)
    const depth = 0.84 + 0.2 * audio.glow(frame)
    for (let i = 0; i < levels.length; i++) {
      let x = grid.x[i] ?? 0
      let y = grid.y[i] ?? 0
      for (let octave = 1; octave <= OCTAVES; octave++) {
        const fold = (0.75 * depth) / octave
        x += fold * sine(1.55 * octave * y + 0.33 * wind + octave)
        y += fold * sine(1.35 * octave * x - 0.27 * wind + 2.1 * octave)
      }
      const level = 0.5 + 0.5 * sine(1.9 * x + 1.1 * y + 0.4 * wind)
      const shade = (grid.away[i] ?? 0) - FRINGE * (1 + sine(1.3 * x - 0.9 * y))
      levels[i] = level * mix(READABLE_LEVEL, sheen, smoothstep(QUIET.from, QUIET.to, shade))
    }
  }
  return flow({ cells: CELLS, shade, ramp: planRamp(plan) })
}

const SINES = Float32Array.from({ length: 8192 }, (_, i) => Math.sin((i / 8192) * 2 * Math.PI))

/** From a table: thousands of cells take six of them in every frame. */
function sine(angle: number): number {
  return SINES[Math.floor(angle * (8192 / (2 * Math.PI))) & 8191] ?? 0
}

/** Where the cells lie on the cloth, and how far from the type. */
type Grid = { x: Float32Array; y: Float32Array; away: Float32Array }

function layGrid(plan: SilkPlan, columns: number, rows: number): Grid {
  const { size, seed, folds = 1 } = plan
  const shorter = Math.min(size.width, size.height)
  const turn = chance(seed, 'turn') * 2 * Math.PI
  const start = chance(seed, 'start') * 40
  const { quiet, unit } = plan
  const count = columns * rows
  const grid = { x: new Float32Array(count), y: new Float32Array(count), away: new Float32Array(count) }
  for (let i = 0; i < count; i++) {
    const px = (((i % columns) + 0.5) / columns) * size.width
    const py = ((Math.floor(i / columns) + 0.5) / rows) * size.height
    const across = (1.35 * folds * px) / shorter
    const down = (1.35 * folds * py) / shorter
    grid.x[i] = across * Math.cos(turn) - down * Math.sin(turn) + start
    grid.y[i] = across * Math.sin(turn) + down * Math.cos(turn)
    const beside = Math.max(0, quiet.x - px, px - quiet.x - quiet.width)
    const above = Math.max(0, quiet.y - py, py - quiet.y - quiet.height)
    grid.away[i] = Math.hypot(beside, above) / unit
  }
  return grid
}

/** Up to this level every colour of the ramp carries type. */
const READABLE_LEVEL = 0.42
/** Little light is left behind the type, all of it away from there: from and to so far from it, in pixels of a 1080-pixel short side. */
const QUIET = { from: 10, to: 400 }
/** The shade's edge is frayed by up to twice so much, as the folds run: a straight one would be seen as a box around the type. */
const FRINGE = 90

/** From the ground through the cover's colours to their light; loudness makes them richer, chapters change their order. */
function planRamp({ cover, audio, chapters, seed }: SilkPlan): (frame: Frame) => string[] {
  const pairing = chanceOf([0, 1], seed, 'pairing')
  const ramps = [0, 1].map((order) => listStops(cover.palette, order))
  return (frame) => {
    const chapter = findChapter(chapters, frame)
    const arrival = chapter.index === 0 ? 1 : ease(frame.secs, chapter.startSecs, 0.6)
    const own = ramps[(chapter.index + pairing) % 2] ?? []
    const before = ramps[(chapter.index + pairing + 1) % 2] ?? own
    // A brand's colours are what they are, also where it is quiet.
    const richness = cover.palette.hasBrandGround ? 1 : 0.78 + 0.22 * audio.loudness(frame)
    return own.map((stop, i) => fade(mixColours(before[i] ?? stop, stop, arrival), richness))
  }
}

function fade(colour: string, richness: number): string {
  const { chroma, ...rest } = hexToOklch(colour)
  return fromOklch({ ...rest, chroma: chroma * richness })
}

/** So light is coloured cloth at least, that folds are seen in it; up to so much chroma it is grey, which may be deep. */
const CLOTH = { lightness: 0.46, from: 0.03, to: 0.05 }

function lightCloth(ground: string): string {
  const { lightness, chroma } = hexToOklch(ground)
  return shine(ground, mix(lightness, CLOTH.lightness, smoothstep(CLOTH.from, CLOTH.to, chroma)))
}

/** Seven stops: three that carry type, and the light of folds that stand away from it. */
function listStops(palette: Palette, order: number): string[] {
  const { background, text, theme } = palette
  const { grounds, accent, accent2, hasBrandGround } = palette
  // The cloth has the cover's large colours, its light the accents: those are bright, and no brown there.
  const turn = (pair: readonly string[]) => (order === 0 ? pair : pair.toReversed()).map(tameRed)
  const [cloth = text, lining = text] = turn(
    hasBrandGround || theme === 'LIGHT' ? grounds : grounds.map(lightCloth),
  )
  const [first = text, second = text] = hasBrandGround ? [cloth, lining] : turn([accent, accent2])
  const deep = toGroundTone(mixColours(background, lining, 0.55), text, 9)
  const middle = toGroundTone(cloth, text, 7.4)
  const bright = (colour: string, ratio: number) => toGroundTone(colour, text, ratio)
  const [glow, light] = theme === 'DARK' ? [3.6, 2.4] : [6, 5]
  return [
    background,
    deep,
    middle,
    // Between two colours that lie across from each other is mud: behind type each stays itself.
    toGroundTone(cloth, text, 7.2),
    bright(second, glow),
    bright(mixColours(first, second, 0.3), light),
    bright(first, glow),
  ]
}
