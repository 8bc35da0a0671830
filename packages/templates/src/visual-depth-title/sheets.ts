import {
  type Box,
  type Frame,
  fromOklch,
  hexToOklch,
  type Layer,
  mix,
  mixColours,
  type Painting,
  type Palette,
  paint,
  type Size,
  sprite,
  toGroundTone,
} from '@songreel/kit'
import type { DepthMotion } from './motion.ts'
import { GROWTH, type PrintLayout } from './plan-print.ts'

/** Type has this contrast to the strongest tone. */
const CONTRAST = 7.2
/** So many sheets at most, fewer where their steps would be hairlines. */
const SHEETS = 3
const STEP_PX = { least: 14, most: 64 }
/** No edge comes nearer to type than this part of the frame, along the way from the title to the print. */
const CLEAR = 0.02
/** How far they stand out at rest, of what they do when a beat opens them. */
const CLOSED = 0.56
/** How much of the strongest tone the ground and the nearest sheet have, and how much more a beat brings. */
const TONES = { ground: 0.3, near: 0.74, beat: 0.26 }
/** The shadow of a sheet on the one behind it. */
const SHADOW = { px: 30, opacity: 0.3 }

/** What the sheets lie behind, and the words whose ground they leave alone. */
export type SheetsPlan = Pick<PrintLayout, 'print' | 'way'> & {
  types: readonly Box[]
  design: Size
  unit: number
  motion: DepthMotion
}

/**
 * Sheets of one colour between the title's ground and the print, like steps: they come in from the print's side of the frame, and the
 * one edge of each that is seen runs between title and print. Beats open them, and light goes from one to the next, down to the ground.
 */
export function laySheets(palette: Palette, plan: SheetsPlan): Layer[] {
  const { design, unit, motion } = plan
  const strong = chooseTone(palette, CONTRAST)
  const reaches = planReaches(plan)
  const tone = (plane: number) => {
    const rest = mix(TONES.near, TONES.ground, reaches.length > 0 ? plane / reaches.length : 0)
    return (frame: Frame) =>
      mixColours(palette.background, strong, rest + TONES.beat * motion.wave(frame, plane))
  }
  return [
    sprite(fillBox({ x: 0, y: 0, ...design }, unit), { colour: tone(reaches.length) }),
    ...reaches.flatMap((reach, i) => laySheet(plan, reach, tone(reaches.length - 1 - i))),
  ]
}

/** How far each sheet reaches from the print towards the title when it is open, the farthest first; in pixels of the design. */
export function planReaches({ print, way, types, design }: Omit<SheetsPlan, 'unit' | 'motion'>): number[] {
  const edge = findEdge(print, way)
  const distances = types.map(({ x, y, width, height }) =>
    way.y > 0 ? edge - y - height : way.x > 0 ? edge - x - width : x - edge,
  )
  // What stands beside the print stands on the sheets.
  const before = distances.filter((distance) => distance > 0)
  const clear = CLEAR * (way.y > 0 ? design.height : design.width)
  const room = Math.min(SHEETS * STEP_PX.most, ...before.map((distance) => distance - clear))
  const count = Math.max(0, Math.min(SHEETS, Math.floor(room / STEP_PX.least)))
  return Array.from({ length: count }, (_, i) => (room * (count - i)) / count)
}

/** Where the print's edge towards the title is when the print is nearest. */
function findEdge({ x, y, width, height }: Box, way: PrintLayout['way']): number {
  if (way.y > 0) return y - GROWTH * height
  return way.x > 0 ? x - GROWTH * width : x + (1 + GROWTH) * width
}

/** A sheet as it lies when it is open, with its shadow before its edge; closed, both are nearer to the print. */
function laySheet(
  { print, way, design, unit, motion }: SheetsPlan,
  reach: number,
  colour: (frame: Frame) => string,
): Layer[] {
  const edge = findEdge(print, way)
  const { width, height } = design
  const spare = SHEETS * STEP_PX.most
  const closedPx = (1 - CLOSED) * reach * unit
  // On even pixels, which all planes have: that is cheapest to draw, and to encode.
  const back = (frame: Frame) => 2 * Math.round(0.5 * closedPx * (1 - motion.open(frame)))
  const props = way.y > 0 ? { y: back } : { x: (frame: Frame) => way.x * back(frame) }
  const sheet =
    way.y > 0
      ? { x: 0, y: edge - reach, width, height: height - edge + reach }
      : way.x > 0
        ? { x: edge - reach, y: 0, width: width - edge + reach, height }
        : { x: -spare, y: 0, width: edge + reach + spare, height }
  return [sprite(paintShadow(sheet, way, unit), props), sprite(fillBox(sheet, unit), { ...props, colour })]
}

/** What a sheet's edge casts towards the title; below the sheet nobody sees it. */
function paintShadow({ x, y, width, height }: Box, way: PrintLayout['way'], unit: number): Painting {
  const { px } = SHADOW
  const box =
    way.y > 0
      ? { x, y: y - px, width, height: 2 * px }
      : { x: way.x > 0 ? x - px : x + width - px, y, width: 2 * px, height }
  return paint(
    box,
    (ctx) => {
      const to = way.y > 0 ? ([0, 2 * px] as const) : ([way.x > 0 ? 2 * px : -2 * px, 0] as const)
      const from = way.x < 0 ? 2 * px : 0
      const fill = ctx.createLinearGradient(from, 0, from + to[0], to[1])
      // Eased, so that no line is seen where it begins.
      for (const share of [0, 0.25, 0.5, 0.75, 1])
        fill.addColorStop(share / 2, `rgba(0, 0, 0, ${SHADOW.opacity * share ** 2.2})`)
      ctx.fillStyle = fill
      ctx.fillRect(0, 0, box.width, box.height)
    },
    { unit },
  )
}

/** A box with its edges on even pixels, so that nothing of it need be mixed with what is behind. */
function fillBox({ x, y, width, height }: Box, unit: number): Painting {
  const snap = (at: number) => (2 * Math.round(0.5 * at * unit)) / unit
  const [left, top] = [snap(x), snap(y)]
  const box = { x: left, y: top, width: snap(x + width) - left, height: snap(y + height) - top }
  return paint(
    box,
    (ctx) => {
      ctx.fillStyle = '#ffffff'
      ctx.fillRect(0, 0, box.width, box.height)
    },
    { unit },
  )
}

/** Dark yellow is olive: below light type it leans to terracotta, a neighbour of sand and wood. Brick red would be a colour that they do not have. */
const WARM = { from: 0.74, to: 1.9, left: 0.25 }

/** The ground's colour as a tone of the sheets, to which type has this contrast. */
function chooseTone({ grounds, text, theme, isMonochrome, hasBrandGround }: Palette, ratio: number): string {
  const own = hexToOklch(grounds[0])
  const isWarm = own.hue > WARM.from && own.hue < WARM.to
  if (theme === 'LIGHT' || isMonochrome || hasBrandGround || !isWarm)
    return toGroundTone(grounds[0], text, ratio)
  return toGroundTone(fromOklch({ ...own, hue: mix(WARM.from, own.hue, WARM.left) }), text, ratio)
}
