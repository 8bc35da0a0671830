import {
  type AudioTrack,
  accumulate,
  type Box,
  chance,
  chanceBetween,
  chanceOf,
  type Frame,
  insetBox,
  type Layer,
  type LevelCells,
  type Motion,
  mix,
  veil,
} from '@songreel/kit'
import type { TrackLayout } from './layout.ts'

/** What the light follows. */
export type DaylightPlan = {
  layout: TrackLayout
  audio: AudioTrack
  seed: number
  motion: Motion
  shadow: string
  /** The faces on the print, in fractions of it. */
  faces: readonly Box[]
}

/** How deep shadows are on the wall, on the print, whose colours count, and on the label, which is clean paper. No face is in the shade. */
const DEPTH = { WALL: 0.62, PRINT: 0.1, LABEL: 0.03 }
/** Shadows end outside of print and label, so many cells before them: what is soft must not creep over their edges. */
const CLEAR = 0.4
/** A head is so much larger than the face that was found in it. */
const HEAD = 1.3
const CELLS = 84
/** The window, in short sides: half its width and height, its bars, and how soft their shadows are. */
const WINDOW = { width: 0.5, height: 0.74, bar: 0.022, soft: 0.03 }
/** How far the sun goes while the song lasts. */
const WAY = 0.42
/** Leaves to a short side, and how far the wind moves them. */
const LEAVES = 7
/** They are longer than wide, and hang aslant. */
const LENGTH = 4.2
const SLANT = 0.8
const SWAY = 0.045
/** How much light is left in silence, and how much a bar adds. */
const LEAST_SUN = 0.58
const BAR_SUN = 0.14

/** The sun through a window and the leaves before it: both swell with the music, and the sun goes its way while the song lasts. */
export function drawDaylight(plan: DaylightPlan): Layer {
  const { layout, audio, seed, motion, shadow, faces } = plan
  const { size } = layout.frame
  const short = Math.min(size.width, size.height)
  const [wide, high] = [size.width / short, size.height / short]
  const leaves = growLeaves(seed)
  const { sunAt, windAt } = planWeather(audio, motion)
  const side = chanceOf([-1, 1], seed, 'side')
  const lean = chanceBetween(0.22, 0.34, seed, 'lean') * side
  const [perPaneX, perPaneY] = [wide ** -0.5, high ** -0.7]
  let depths: Float32Array | undefined

  const shade = (cells: LevelCells, frame: Frame) => {
    const { columns, rows, levels } = cells
    depths ??= measureDepths(cells, layout, faces)
    const sun = sunAt(frame)
    const wind = windAt(frame)
    const centreX = wide / 2 + side * WAY * (frame.position - 0.5) * Math.min(1.3, wide)
    const light = leaves(wind, cells, [wide, high])
    for (let row = 0, cell = 0; row < rows; row++) {
      const down = ((row + 0.5) / rows) * high - high / 2
      for (let column = 0; column < columns; column++, cell++) {
        // The sun stands aside: what is low lies farther from the window.
        const across = ((column + 0.5) / columns) * wide - centreX - lean * down
        const open = openWindow(across * perPaneX, (down + 0.22 * across * side) * perPaneY)
        levels[cell] = (depths[cell] ?? 0) * (open === 0 ? 1 : 1 - sun * open * light(column, row))
      }
    }
  }
  return veil({ shade, cells: CELLS, colour: shadow })
}

/** How much of the sun comes through the panes, two beside and three above each other, at a place around their middle. */
function openWindow(x: number, y: number): number {
  const { width, height, bar, soft } = WINDOW
  const within = rise(width + soft - Math.abs(x), PER_EDGE) * rise(height + soft - Math.abs(y), PER_EDGE)
  if (within === 0) return 0
  const start = bar - soft / 2
  const third = height / 3
  return (
    within *
    rise(Math.abs(x) - start, PER_BAR) *
    rise(Math.abs(y - third) - start, PER_BAR) *
    rise(Math.abs(y + third) - start, PER_BAR)
  )
}

/** The edges of the panes and of their bars are so soft: what is asked for thousands of places a frame must not be divided. */
const PER_EDGE = 1 / (2 * WINDOW.soft)
const PER_BAR = 1 / (1.5 * WINDOW.soft)
const PER_LEAF = 1 / 0.26

/** From 0 to 1 without a corner. */
function rise(from: number, perUnit: number): number {
  const share = from * perUnit
  if (share <= 0) return 0
  return share >= 1 ? 1 : soften(share)
}

/** Light between leaves in this wind, 0 to 1, in a cell: two layers of them, of which the nearer sways more. */
function growLeaves(seed: number) {
  const lattice = Float32Array.from({ length: LATTICE * LATTICE }, (_, i) => chance(seed, 'leaf', i))
  return (wind: number, { columns, rows }: LevelCells, [wide, high]: readonly [number, number]) => {
    const xs = Float64Array.from({ length: columns }, (_, i) => ((i + 0.5) / columns) * wide)
    const ys = Float64Array.from({ length: rows }, (_, i) => ((i + 0.5) / rows) * high)
    // A whole row swings alike, and a whole column is lifted alike.
    const swings = ys.map((y) => SWAY * (Math.sin(wind) + 0.6 * Math.sin(1.73 * wind + 2 * y)))
    const lifts = xs.map((x) => 0.5 * SWAY * Math.sin(1.31 * wind + 1.7 * x))
    return (column: number, row: number) => {
      const x = xs[column]!
      const y = ys[row]!
      const swing = swings[row]!
      const lift = lifts[column]!
      const along = x + SLANT * y
      const across = y - SLANT * x
      const near = noiseAt(lattice, (along + swing) * (LEAVES / LENGTH), (across + lift) * LEAVES)
      const far = noiseAt(
        lattice,
        (along - 0.4 * swing) * 1.7 * LEAVES + 17,
        (across + 0.7 * lift) * ((2.6 * LEAVES) / LENGTH) + 5,
      )
      return rise(0.7 * near + 0.3 * far - 0.3, PER_LEAF)
    }
  }
}

const LATTICE = 32

/** Smooth noise from 0 to 1. Asked thousands of times a frame: without a list or a call that could be spared. */
function noiseAt(lattice: Float32Array, x: number, y: number): number {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const across = soften(x - column)
  const left = column & (LATTICE - 1)
  const right = (column + 1) & (LATTICE - 1)
  const above = (row & (LATTICE - 1)) * LATTICE
  const below = ((row + 1) & (LATTICE - 1)) * LATTICE
  const upper = mix(lattice[above + left]!, lattice[above + right]!, across)
  return mix(upper, mix(lattice[below + left]!, lattice[below + right]!, across), soften(y - row))
}

function soften(share: number): number {
  return share * share * (3 - 2 * share)
}

/** How deep the shadow is in each cell. */
export function measureDepths(
  { columns, rows }: Pick<LevelCells, 'columns' | 'rows'>,
  { frame: { size }, sheet, label, cover }: TrackLayout,
  faces: readonly Box[],
): Float32Array {
  const cell = { width: size.width / columns, height: size.height / rows }
  const isIn = (box: Box, x: number, y: number) =>
    x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height
  const grow = (box: Box) => insetBox(box, -CLEAR * Math.max(cell.width, cell.height))
  return Float32Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [((i % columns) + 0.5) * cell.width, (Math.floor(i / columns) + 0.5) * cell.height]
    if (label.height > 0 && isIn(grow(label), x, y)) return DEPTH.LABEL
    if (!isIn(grow(sheet), x, y)) return DEPTH.WALL
    const [across, down] = [(x - cover.x) / cover.width, (y - cover.y) / cover.height]
    return faces.some((face) => isNear(face, across, down)) ? 0 : DEPTH.PRINT
  })
}

/** Whether a place lies in a head, all in fractions of the picture. */
function isNear({ x, y, width, height }: Box, across: number, down: number): boolean {
  return Math.hypot((across - x - width / 2) / width, (down - y - height / 2) / height) < HEAD / 2
}

/** Loudness is sun and wind; a bar lets the sun through for a moment and is a gust. */
function planWeather(audio: AudioTrack, motion: Motion) {
  const isFull = motion === 'FULL'
  const loudness = followLoudness(audio)
  const windAt = accumulate(audio, (frame) => {
    const gust = isFull ? 1.7 * audio.downbeat(frame) + 0.6 * audio.beat(frame) : 0
    return isFull ? 2.7 + 0.2 * loudness(frame) + gust : 0.45
  })
  const sunAt = (frame: Frame) => {
    const bar = BAR_SUN * (audio.downbeat(frame) + audio.downbeat({ index: frame.index - 2 }))
    return Math.min(1, LEAST_SUN + (1 - LEAST_SUN) * loudness(frame) * (1 - BAR_SUN) + (isFull ? bar / 2 : 0))
  }
  return { sunAt, windAt }
}

/** The loudness without its flicker: clouds take their time. */
function followLoudness(audio: AudioTrack): (frame: { index: number }) => number {
  const eased = new Float32Array(audio.frameCount)
  let level = audio.loudness({ index: 0 })
  for (let index = 0; index < audio.frameCount; index++) {
    level += (audio.loudness({ index }) - level) * Math.min(1, 2.4 / audio.fps)
    eased[index] = level
  }
  return ({ index }) => eased[Math.max(0, Math.min(audio.frameCount - 1, Math.round(index)))] ?? 0
}
