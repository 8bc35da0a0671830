import { toYuv } from '../compose/colour.ts'
import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Stage } from '../compose/stage.ts'

/** One ridge in one frame; `place` fills it in. */
export type Ridge = {
  /** How high up the frame its outline lies at each of its points, in pixels from the top; evenly spread. */
  readonly outline: Float32Array
  /** Where its first and last point lie, in pixels; beyond them the outline goes on level. */
  fromX: number
  toX: number
  /** Its colour far below the crest, right below it, and of the line along it, all `#rrggbb`. */
  base: string
  crest: string
  line: string
  /** How far the crest's colour reaches down, in pixels. */
  fade: number
  /** How thick the line is, in pixels; 0 for none. */
  thickness: number
  /** True: only the line and the crest's light are drawn, over whatever lies behind. */
  isOpen: boolean
}

/** How many ridges there are and where. */
export type RidgesProps = {
  count: number
  /** Points of each outline. */
  points: number
  /** Sets the ridge with this number, 0 the farthest, for this frame. A pure function of the frame. */
  place: (ridge: Ridge, index: number, frame: Frame) => void
}

const FIELDS = 12
/** Sixteenths of a pixel must fit into 16 bits. */
const MAX_LENGTH_PX = 2000

/** Ridges behind each other, down to the frame's lower edge: each hides what lies behind it. */
export function ridges(props: RidgesProps): Layer {
  return { kind: 'ridges', mount: (stage) => mountRidges(stage, props) }
}

function mountRidges(stage: Stage, { count, points, place }: RidgesProps) {
  const { sharedMemory, kernels, target, size } = stage
  // Sixteen columns at once, at chroma's half resolution too.
  const width = Math.ceil(size.width / 32) * 32 + 32
  const outlines = sharedMemory.alloc(count * width * 4)
  const records = sharedMemory.alloc(count * FIELDS * 4)
  const fields = sharedMemory.ints(records, count * FIELDS)
  const limits = sharedMemory.alloc(count * 16)
  // One more point beyond either end.
  const knots = sharedMemory.alloc((points + 2) * 4)
  const knotsView = sharedMemory.floats(knots, points + 2)
  const outline = knotsView.subarray(1, points + 1)
  const ridge: Ridge = {
    outline,
    fromX: 0,
    toX: size.width,
    base: '#000000',
    crest: '#000000',
    line: '#ffffff',
    fade: 0,
    thickness: 0,
    isOpen: false,
  }

  return {
    isStill: false,
    draw: (frame: Frame) => {
      for (let i = 0; i < count; i++) {
        place(ridge, i, frame)
        knotsView[0] = outline[0] ?? 0
        knotsView[points + 1] = outline[points - 1] ?? 0
        const pitch = (ridge.toX - ridge.fromX) / (points - 1)
        kernels.spreadOutline(knots, points + 2, ridge.fromX, pitch, outlines + i * width * 4, width)
        writeRidge(fields, i * FIELDS, ridge)
      }
      kernels.drawRidges(target, records, count, outlines, width, limits)
    },
  }
}

/** Ridges are many: this makes no garbage. */
function writeRidge(into: Int32Array, at: number, ridge: Ridge): void {
  writeColour(into, at, ridge.base)
  writeColour(into, at + 3, ridge.crest)
  writeColour(into, at + 6, ridge.line)
  into[at + 9] = toSixteenths(ridge.fade)
  // Half a pixel less than nothing: without a line not even its soft edge is drawn.
  into[at + 10] = ridge.thickness > 0 ? toSixteenths(ridge.thickness) : -16
  into[at + 11] = ridge.isOpen ? 1 : 0
}

function writeColour(into: Int32Array, at: number, colour: string): void {
  const { y, u, v } = toYuv(colour)
  into[at] = y
  into[at + 1] = u
  into[at + 2] = v
}

function toSixteenths(length: number): number {
  return Math.round(16 * Math.min(MAX_LENGTH_PX, Math.max(0, length)))
}
