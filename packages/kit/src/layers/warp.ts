import type { Frame } from '../compose/frame.ts'
import type { Layer, MountedLayer } from '../compose/layer.ts'
import type { Painting } from '../compose/painting.ts'
import type { Sprite } from '../compose/sprite-layout.ts'
import type { Stage } from '../compose/stage.ts'

/** The net that a picture is drawn on; `bend` fills in how far each node has moved. */
export type WarpNet = {
  readonly columns: number
  readonly rows: number
  /** Where the nodes lie in the frame, in pixels, row by row. */
  readonly x: Float32Array
  readonly y: Float32Array
  /** How far the picture has moved there, in pixels. */
  readonly moveX: Float32Array
  readonly moveY: Float32Array
  /** How much of it is seen there, 0 to 1; only where the layer `fades`. */
  readonly opacity: Float32Array
}

/** How a picture is bent. */
export type WarpProps = {
  /** Fills in the movement of all nodes for this frame. A pure function of the frame. */
  bend: (net: WarpNet, frame: Frame) => void
  /** True: what lies below shines through, as the net's `opacity` says. Default false. */
  fades?: boolean
  /** Cells along the frame's longer side, roughly. Default 48. */
  cells?: number
}

/** Cells have a power of two as their side; the kernel works on eight columns of chroma at once. */
const LEAST_CELL_BITS = 4
/** Transparent pixels around a painting are never shown. */
const RIM = 3
const FLOATS = 4

/**
 * A painting that fills the frame and is bent like cloth: photographs with depth, things that flow. Paint it larger than
 * the frame by as much as it moves; beyond its edge the last pixels are repeated.
 */
export function warp(painting: Painting, props: WarpProps): Layer {
  return { kind: 'warp', mount: (stage) => mountWarp(stage, painting, props) }
}

function mountWarp(
  stage: Stage,
  painting: Painting,
  { bend, fades = false, cells = 48 }: WarpProps,
): MountedLayer {
  const { kernels, target, size } = stage
  const picture = stage.getSprite(painting)
  const longer = Math.max(size.width, size.height)
  const cellBits = Math.max(LEAST_CELL_BITS, Math.round(Math.log2(longer / cells)))
  const cellPx = 2 ** cellBits
  const columns = Math.ceil(size.width / cellPx) + 1
  const rows = Math.ceil(size.height / cellPx) + 1
  const net = createNet(columns, rows, cellPx)
  const memory = stage.sharedMemory.alloc(columns * rows * FLOATS * 4)
  const nodes = stage.sharedMemory.floats(memory, columns * rows * FLOATS)
  return {
    isStill: false,
    fills: !fades,
    draw: (frame) => {
      net.moveX.fill(0)
      net.moveY.fill(0)
      net.opacity.fill(1)
      bend(net, frame)
      writeNodes(net, picture, nodes)
      kernels.drawWarped(target, picture.address, memory, columns, cellBits, fades ? 1 : 0)
    },
  }
}

function createNet(columns: number, rows: number, cellPx: number): WarpNet {
  const count = columns * rows
  const zeros = () => new Float32Array(count)
  return {
    columns,
    rows,
    x: Float32Array.from({ length: count }, (_, i) => (i % columns) * cellPx),
    y: Float32Array.from({ length: count }, (_, i) => Math.floor(i / columns) * cellPx),
    moveX: zeros(),
    moveY: zeros(),
    opacity: zeros(),
  }
}

/** Where in the picture each node looks. */
function writeNodes(net: WarpNet, { x, y, width, height }: Sprite, nodes: Float32Array): void {
  const { x: atX, y: atY, moveX, moveY, opacity } = net
  for (let i = 0; i < moveX.length; i++) {
    nodes[i * FLOATS] = hold(atX[i]! - moveX[i]! - x, RIM, width - 1 - RIM)
    nodes[i * FLOATS + 1] = hold(atY[i]! - moveY[i]! - y, RIM, height - 1 - RIM)
    nodes[i * FLOATS + 2] = hold(opacity[i]!, 0, 1)
  }
}

/** Within its limits; what is no number is the lower one. */
function hold(value: number, low: number, high: number): number {
  return value > low ? Math.min(value, high) : low
}
