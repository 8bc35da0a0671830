import { toYuv } from '../compose/colour.ts'
import type { Frame } from '../compose/frame.ts'
import type { Layer, MountedLayer } from '../compose/layer.ts'
import { planeStrides } from '../compose/planes.ts'
import type { Stage } from '../compose/stage.ts'
import {
  castType,
  type LetterRow,
  type PaintLetters,
  type PaintPicture,
  printPicture,
} from './letter-type.ts'

/** What a row shows in one frame; `place` fills it in. */
export type PrintedRow = {
  /** Which of the pictures, and which of the types. */
  picture: number
  type: number
  /** How far its letters have gone to the left, in pixels; they come again without end. */
  shift: number
  /** How much heavier its letters are than the picture says, 0 to 2. */
  weight: number
}

/** What is printed, and with which letters. */
export type LetterpressProps = {
  /** The letters' colour where nothing of them is. */
  ground: string
  /** From the frame's upper edge to its lower one, without gaps. */
  rows: readonly LetterRow[]
  pictures: readonly PaintPicture[]
  types: readonly PaintLetters[]
  /** How often the picture's weight is halved where it is seen between letters: 2 is a quarter of it. Default not at all. */
  under?: number
  /** Below this tone, 0 to 1, no letter is seen, only what is between them; full tone still has the boldest. Default 0. */
  least?: number
  /** Sets a row for this frame. A pure function of the frame. */
  place: (printed: PrintedRow, row: number, frame: Frame) => void
}

/**
 * A picture printed in letters, which fills the frame: they are bold where it is heavy and thin where it is not, and may
 * go on while it stays.
 */
export function letterpress(props: LetterpressProps): Layer {
  return { kind: 'letterpress', isFine: true, mount: (stage) => mountLetterpress(stage, props) }
}

/** Full weight, as the kernel counts it. */
const EVEN_WEIGHT = 128
const MOST_WEIGHT = 255
/** After so many halvings nothing is left; a shift by all eight bits would be one by none. */
const NOTHING_UNDER = 7
/**
 * How sharp edges are, in eighths: the same for rows of all heights, so that a small frame has the tones of a large one. An
 * edge is about a pixel wide where a row is 30 pixels high.
 */
const EDGE_GAIN = 36
const MOST_GAIN = 255

function mountLetterpress(stage: Stage, props: LetterpressProps): MountedLayer {
  const { kernels, target, size } = stage
  const { rows, place } = props
  const under = props.under ?? NOTHING_UNDER
  const span = 1 - (props.least ?? 0)
  // In a shorter span of tones an edge is as wide as in all of them.
  const edgeGain = Math.min(MOST_GAIN, Math.round(EDGE_GAIN / span))
  const pictures = props.pictures.map((paint) => stage.once(() => printPicture(stage, paint)))
  const types = props.types.map((paint) => stage.once(() => castType(stage, rows, paint, span)))
  const { strideY, strideC } = planeStrides(size.width)
  const { y, u, v } = toYuv(props.ground)
  const ground = y | (u << 8) | (v << 16)
  const drawn = rows.map((): PrintedRow => ({ picture: -1, type: 0, shift: 0, weight: 0 }))
  const look = createLook(place, (type, row) => types[type]?.rows[row]?.periodPx ?? 1)

  return {
    isStill: false,
    fills: true,
    reach: (frame) => ({
      isSame: rows.every((_, row) => isSameRow(look(row, frame), drawn[row]!)),
      top: 0,
      bottom: size.height,
    }),
    draw: (frame) => {
      for (const [row, { y, height }] of rows.entries()) {
        const { picture, type, shift, weight } = Object.assign(drawn[row]!, look(row, frame))
        const print = pictures[picture]
        const letters = types[type]?.rows[row]
        if (!print || !letters) continue
        kernels.drawLetterRow(
          target,
          print.tone + y * strideY,
          print.inkY + y * strideY,
          print.inkU + (y / 2) * strideC,
          print.inkV + (y / 2) * strideC,
          letters.address,
          letters.stride,
          shift,
          y,
          height,
          weight,
          edgeGain,
          under,
          ground,
        )
      }
    },
  }
}

/** Reads rows frame by frame into one and the same object, as the kernel counts: whole pixels within the period. */
function createLook(
  place: LetterpressProps['place'],
  findPeriod: (type: number, row: number) => number,
): (row: number, frame: Frame) => PrintedRow {
  const printed: PrintedRow = { picture: 0, type: 0, shift: 0, weight: 1 }
  return (row, frame) => {
    Object.assign(printed, { picture: 0, type: 0, shift: 0, weight: 1 })
    place(printed, row, frame)
    const period = findPeriod(printed.type, row)
    printed.shift = Math.round(printed.shift - period * Math.floor(printed.shift / period)) % period
    printed.weight = Math.round(Math.max(0, Math.min(MOST_WEIGHT, printed.weight * EVEN_WEIGHT)))
    return printed
  }
}

function isSameRow(a: PrintedRow, b: PrintedRow): boolean {
  return a.picture === b.picture && a.type === b.type && a.shift === b.shift && a.weight === b.weight
}
