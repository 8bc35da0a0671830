import type { Frame, Moving } from '../compose/frame.ts'
import { valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { SharedMemory } from '../compose/shared-memory.ts'
import type { Stage } from '../compose/stage.ts'

/** The cells of a disc in one frame; `shade` fills in their light. */
export type SheenCells = {
  /** Cells from the hole to the rim. */
  readonly rings: number
  /** Cells around the disc, clockwise from the right. */
  readonly spokes: number
  /** Levels of luma to add, 0 to 255, ring by ring from the inside; from one ring's middle to the next it runs smoothly. */
  readonly light: Float32Array
}

/** How light falls on a disc. */
export type SheenProps = {
  /** The disc's place in the frame before `x` and `y`, in pixels. */
  disc: { readonly x: number; readonly y: number; readonly radius: number; readonly holeRadius: number }
  /** Fills in the light of all cells for this frame. A pure function of the frame. */
  shade: (cells: SheenCells, frame: Frame) => void
  /** How much of the light a place takes, 0 to 1, by its distance from the middle in pixels. Default 1. */
  gain?: (radius: number) => number
  /** At most 32. Default 24. */
  rings?: number
  /** Shift in pixels; it moves in whole pixels. */
  x?: Moving<number>
  y?: Moving<number>
}

const SPOKES = 512
/** Light changes from ring to ring in so many steps. */
const STEPS = 4

/** Light on a round thing, such as the sheen of a record: it may change all around in every frame, at a low cost. */
export function sheen(props: SheenProps): Layer {
  return { kind: 'sheen', mount: (stage) => mountSheen(stage, props) }
}

function mountSheen(stage: Stage, props: SheenProps) {
  const { sharedMemory, kernels, target } = stage
  const { disc, shade, rings = 24, x = 0, y = 0 } = props
  const map = stage.once(() => mapDisc(sharedMemory, props, rings))
  const count = STEPS * rings * SPOKES
  const table = sharedMemory.alloc(count * 2)
  const levels = sharedMemory.words(table, count)
  const whole = new Int32Array(rings * SPOKES)
  const cells: SheenCells = { rings, spokes: SPOKES, light: new Float32Array(rings * SPOKES) }
  return {
    isStill: false,
    draw: (frame: Frame) => {
      shade(cells, frame)
      spreadLight(cells, { whole, levels })
      const left = Math.round(disc.x + valueAt(x, frame)) - map.side / 2
      const top = Math.round(disc.y + valueAt(y, frame)) - map.side / 2
      kernels.lightDisc(target, map.keys, map.gains, map.spans, map.side, left, top, table)
    },
  }
}

/** In 64ths of a level, with the steps between each two rings: in whole numbers, which is quicker. */
function spreadLight(
  { rings, light }: SheenCells,
  { whole, levels }: { whole: Int32Array; levels: Int16Array },
) {
  for (let i = 0; i < whole.length; i++) whole[i] = 64 * Math.max(0, Math.min(255, light[i]!))
  for (let step = 0; step < STEPS * rings; step++) {
    const at = Math.max(0, Math.min(rings - 1, (step + 0.5) / STEPS - 0.5))
    const [inner, outer] = [Math.floor(at) * SPOKES, Math.ceil(at) * SPOKES]
    const far = Math.round(256 * (at % 1))
    const start = step * SPOKES
    for (let spoke = 0; spoke < SPOKES; spoke++) {
      const near = whole[inner + spoke]!
      levels[start + spoke] = near + ((far * (whole[outer + spoke]! - near)) >> 8)
    }
  }
}

/** Where each pixel of the disc's box finds its light, and how much of it it takes. */
type DiscMap = { side: number; keys: number; gains: number; spans: number }

function mapDisc(sharedMemory: SharedMemory, { disc, gain = () => 1 }: SheenProps, rings: number): DiscMap {
  const { radius, holeRadius } = disc
  const side = 8 * Math.ceil((radius + 1) / 4)
  const steps = STEPS * rings
  // One more behind the last row, for the pixels between its last key and that.
  const keys = sharedMemory.alloc((side * side) / 2 + 2)
  const gains = sharedMemory.alloc(side * side)
  const spans = sharedMemory.alloc(side * 8)
  const keyView = sharedMemory.words(keys, (side * side) / 4)
  const gainView = sharedMemory.bytes(gains, side * side)
  const spanView = sharedMemory.words(spans, side * 4)
  for (let row = 0; row < side; row++) {
    const dy = row + 0.5 - side / 2
    const outer = Math.sqrt(Math.max(0, radius ** 2 - dy ** 2))
    const inner = Math.sqrt(Math.max(0, holeRadius ** 2 - dy ** 2))
    const edges = [-outer, -inner, inner, outer].map(
      (edge, i) => side / 2 + (i % 2 === 0 ? Math.floor(edge) : Math.ceil(edge)),
    )
    spanView.set(edges, row * 4)
    for (let column = 0; column < side; column++) {
      const dx = column + 0.5 - side / 2
      const distance = Math.hypot(dx, dy)
      // Soft at the rim and at the hole, where the disc's own edges are.
      const isOn = Math.min(1, Math.max(0, radius - distance), Math.max(0, distance - holeRadius))
      gainView[row * side + column] = Math.round(255 * isOn * gain(distance))
      if (column % 4 !== 0) continue
      const share = (distance - holeRadius) / (radius - holeRadius)
      const step = Math.max(0, Math.min(steps - 1, Math.floor(share * steps)))
      const spoke = Math.floor((Math.atan2(dy, dx) / (2 * Math.PI) + 1) * SPOKES) % SPOKES
      keyView[(row * side + column) / 4] = step * SPOKES + spoke
    }
  }
  return { side, keys, gains, spans }
}
