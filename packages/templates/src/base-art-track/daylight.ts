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
}

/** How deep shadows are on the wall. */
const DEPTH = 0.6
/** Behind the sheets nobody sees light, from so many cells inside of their edges. */
const HIDDEN = 2
const CELLS = 112
/** The window, in short sides: half its width and height, its bars, and how soft their shadows are. */
const WINDOW = { width: 0.5, height: 0.74, bar: 0.024, soft: 0.018 }
/** How far the sun goes while the song lasts. */
const WAY = 0.42
/** How far the wind moves the leaves, in short sides. */
const SWAY = 0.03
/** How much light is left in silence, and how much a bar adds. */
const LEAST_SUN = 0.58
const BAR_SUN = 0.14

/** The sun through a window and the leaves before it: both swell with the music, and the sun goes its way while the song lasts. */
export function drawDaylight(plan: DaylightPlan): Layer {
  const { layout, audio, seed, motion, shadow } = plan
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
    depths ??= measureDepths(cells, layout)
    const sun = sunAt(frame)
    const wind = windAt(frame)
    const centreX = wide / 2 + side * WAY * (frame.position - 0.5) * Math.min(1.3, wide)
    const light = leaves(wind, cells, [wide, high])
    for (let row = 0, cell = 0; row < rows; row++) {
      const down = ((row + 0.5) / rows) * high - high / 2
      for (let column = 0; column < columns; column++, cell++) {
        if (depths[cell] === 0) continue
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

/** From 0 to 1 without a corner. */
function rise(from: number, perUnit: number): number {
  const share = from * perUnit
  if (share <= 0) return 0
  return share >= 1 ? 1 : soften(share)
}

/** Light between leaves in this wind, 0 to 1, in a cell: two layers of them, of which the nearer is larger and sways more. */
function growLeaves(seed: number) {
  const shades = drawTwigs(seed)
  return (wind: number, { columns, rows }: LevelCells, [wide, high]: readonly [number, number]) => {
    const xs = Float64Array.from({ length: columns }, (_, i) => ((i + 0.5) / columns) * wide)
    const ys = Float64Array.from({ length: rows }, (_, i) => ((i + 0.5) / rows) * high)
    // A whole row swings alike, and a whole column is lifted alike.
    const swings = ys.map((y) => SWAY * (Math.sin(wind) + 0.6 * Math.sin(1.73 * wind + 2 * y)))
    const lifts = xs.map((x) => 0.5 * SWAY * Math.sin(1.31 * wind + 1.7 * x))
    return (column: number, row: number) => {
      const x = xs[column]!
      const y = ys[row]!
      const near = shadeAt(shades, x + swings[row]!, y + lifts[column]!)
      const far = shadeAt(shades, 1.5 * x - 0.6 * swings[row]! + 0.43, 1.5 * y - 0.7 * lifts[column]! + 0.61)
      return (1 - 0.92 * near) * (1 - 0.5 * far)
    }
  }
}

/** The leaves are drawn once, on a square that repeats: so many cells, in so many short sides. */
const TILE = { cells: 128, side: 0.92 }
/** In short sides: how long twigs are, the leaves on them, and how soft their shadows. */
const TWIGS = { count: 3, length: 0.56, leaves: 7, stem: 0.004 }
const LEAF = { length: 0.15, width: 0.042, soft: 0.012 }

/** Twigs that hang in from one side, with leaves left and right of them. */
function drawTwigs(seed: number): Float32Array {
  const shades = new Float32Array(TILE.cells ** 2)
  for (let twig = 0; twig < TWIGS.count; twig++) {
    const angle = chanceBetween(0.35, 1.05, seed, 'twig', twig)
    const [stepX, stepY] = [Math.cos(angle), Math.sin(angle)]
    const x = (twig / TWIGS.count) * TILE.side
    const y = chance(seed, 'height', twig) * TILE.side
    const middle = TWIGS.length / 2
    const stem = { x: x + middle * stepX, y: y + middle * stepY, angle }
    addLeaf(shades, { ...stem, length: TWIGS.length, width: TWIGS.stem })
    for (let leaf = 0; leaf < TWIGS.leaves; leaf++) {
      const way = (TWIGS.length * (leaf + 1)) / TWIGS.leaves
      const isLast = leaf === TWIGS.leaves - 1
      const turn = isLast ? 0 : (leaf % 2 === 0 ? 1 : -1) * chanceBetween(0.6, 1, seed, 'turn', twig, leaf)
      const length = LEAF.length * chanceBetween(0.75, 1.1, seed, 'leaf', twig, leaf)
      const off = angle + turn
      addLeaf(shades, {
        x: x + way * stepX + 0.5 * length * Math.cos(off),
        y: y + way * stepY + 0.5 * length * Math.sin(off),
        angle: off,
        length,
        width: LEAF.width,
      })
    }
  }
  return shades
}

/** A leaf around its middle; `width` is half of its width. */
type Leaf = { x: number; y: number; angle: number; length: number; width: number }

function addLeaf(shades: Float32Array, { x, y, angle, length, width }: Leaf): void {
  const [stepX, stepY] = [Math.cos(angle), Math.sin(angle)]
  const cell = TILE.side / TILE.cells
  const reach = Math.ceil((length / 2 + LEAF.soft) / cell)
  const [column, row] = [Math.round(x / cell), Math.round(y / cell)]
  for (let down = -reach; down <= reach; down++) {
    for (let right = -reach; right <= reach; right++) {
      const [dx, dy] = [(column + right) * cell - x, (row + down) * cell - y]
      const along = (2 * (dx * stepX + dy * stepY)) / length
      const across = Math.abs(dy * stepX - dx * stepY)
      const inside = width * (1 - along * along) - across
      const at = ((row + down) & (TILE.cells - 1)) * TILE.cells + ((column + right) & (TILE.cells - 1))
      shades[at] = Math.max(shades[at]!, rise(inside + LEAF.soft / 2, 1 / LEAF.soft))
    }
  }
}

/** How much of a place lies behind leaves. Asked thousands of times a frame: without a list or a call that could be spared. */
function shadeAt(shades: Float32Array, x: number, y: number): number {
  const left = x * PER_TILE
  const top = y * PER_TILE
  const column = Math.floor(left)
  const row = Math.floor(top)
  const across = left - column
  const last = TILE.cells - 1
  const above = (row & last) * TILE.cells
  const below = ((row + 1) & last) * TILE.cells
  const upper = mix(shades[above + (column & last)]!, shades[above + ((column + 1) & last)]!, across)
  const lower = mix(shades[below + (column & last)]!, shades[below + ((column + 1) & last)]!, across)
  return mix(upper, lower, top - row)
}

const PER_TILE = TILE.cells / TILE.side

function soften(share: number): number {
  return share * share * (3 - 2 * share)
}

/** How deep the shadow is in each cell: none behind print and label. */
export function measureDepths(
  { columns, rows }: Pick<LevelCells, 'columns' | 'rows'>,
  { frame: { size }, sheet, label }: TrackLayout,
): Float32Array {
  const cell = { width: size.width / columns, height: size.height / rows }
  const inner = [sheet, label].map((box) => insetBox(box, HIDDEN * Math.max(cell.width, cell.height)))
  const isIn = (box: Box, x: number, y: number) =>
    x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height
  return Float32Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [((i % columns) + 0.5) * cell.width, (Math.floor(i / columns) + 0.5) * cell.height]
    return inner.some((box) => isIn(box, x, y)) ? 0 : DEPTH
  })
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
