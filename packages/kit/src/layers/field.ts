import { FULL_OPACITY } from '../compose/draw-sprite.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { holdFrame, valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { SoftCanvas } from '../compose/soft-canvas.ts'
import { allocTexture, type Texture } from '../compose/sprite-layout.ts'
import type { Stage } from '../compose/stage.ts'
import { extendTexture } from '../compose/texture.ts'

/** The cells of a field in one frame; `shade` fills the colours. */
export type FieldCells = {
  readonly columns: number
  readonly rows: number
  /** Red, green and blue of each cell from 0 to 255, row by row. */
  readonly rgb: Float32Array
}

/** How a field is shaded. */
export type FieldProps = {
  /** Fills in the colours of all cells for this frame. A pure function of the frame. */
  shade: (cells: FieldCells, frame: Frame) => void
  /** Cells along the frame's longer side. Each costs time in every frame; they are smoothed over. Default 64. */
  cells?: number
  /** Shaded so many times a second; the frames between look the same and cost little. Default in every frame. */
  timesPerSec?: number
  /** 0 to 1. Default 1. */
  opacity?: Moving<number>
  /** Draws only the rows above this place, in pixels: for a sky over a land that hides all of the rest. Default all rows. */
  bottom?: number
}

/** A procedural picture of few cells, smoothly enlarged to the frame: flowing gradients. */
export function field(props: FieldProps): Layer {
  return { kind: 'field', mount: (stage) => mountField(stage, props) }
}

function mountField(stage: Stage, props: FieldProps) {
  const { shade, cells = 64, opacity = 1, timesPerSec = stage.fps, bottom = stage.size.height } = props
  const { sharedMemory, kernels, target, size } = stage
  const longer = Math.max(size.width, size.height)
  const { columns, rows, textures } = allocCells(stage, cells)
  const memory = sharedMemory.alloc(columns * rows * 12)
  const view: FieldCells = { columns, rows, rgb: sharedMemory.floats(memory, columns * rows * 3) }
  const coarse = textures[0]!
  const fine = textures.at(-1)!
  const stepX = fine.width / size.width
  const stepY = fine.height / size.height
  const heldAt = (frame: Frame) => holdFrame(frame, timesPerSec)
  const isWhole = bottom >= size.height
  let shadedIndex = -1
  let drawnOpacity = -1
  const isSame = (frame: Frame) =>
    heldAt(frame).index === shadedIndex && valueAt(opacity, frame) === drawnOpacity
  const shadeAll = (frame: Frame) => {
    const held = heldAt(frame)
    if (held.index === shadedIndex) return
    shadedIndex = held.index
    shade(view, held)
    kernels.textureFromFloats(coarse.address, memory)
    textures.reduce((smaller, larger) => doubleTexture(stage, smaller, larger))
    extendTexture(stage, fine)
  }

  return {
    isStill: false,
    // What it leaves out is covered by a promise of the template, so nothing has to be brought back there.
    fills: opacity === 1,
    // A part is clipped here, so nobody else may clip it to the rows that have changed.
    ...(isWhole && { reach: (frame: Frame) => ({ isSame: isSame(frame), top: 0, bottom: size.height }) }),
    draw: (frame: Frame) => {
      drawnOpacity = valueAt(opacity, frame)
      const alpha = Math.round(Math.min(1, drawnOpacity) * FULL_OPACITY)
      if (!(alpha > 0)) return
      shadeAll(frame)
      const { address } = fine
      if (!isWhole) stage.clipTo({ x: 0, y: 0, width: size.width, height: bottom })
      kernels.drawTexture(target, address, 0.5 * stepX - 0.5, 0.5 * stepY - 0.5, stepX, stepY, 0, alpha)
      if (!isWhole) stage.clipTo()
    },
    ...(opacity === 1 &&
      isWhole && {
        soft: {
          // The spline that enlarges the cells is about as smooth as a blur of half a cell.
          sigmaPx: longer / cells / 2,
          paint: (frame: Frame, canvas: SoftCanvas) => {
            drawnOpacity = 1
            shadeAll(frame)
            canvas.fill(fine, { x: 0, y: 0, ...size }, 0)
          },
        },
      }),
  }
}

/** Room for the cells themselves and for each doubling of them. */
function allocCells({ sharedMemory, size }: Stage, cells: number) {
  const longer = Math.max(size.width, size.height)
  const columns = Math.max(2, Math.round((cells * size.width) / longer))
  const rows = Math.max(2, Math.round((cells * size.height) / longer))
  const textures = [1, 2, 4]
    // Finer than every second pixel would only cost time.
    .filter((factor) => factor === 1 || columns * factor <= size.width / 2)
    .map((factor) => allocTexture(sharedMemory, columns * factor, rows * factor, 'FULL'))
  return { columns, rows, textures }
}

/** Twice the size by a smooth spline: plain interpolation of so few cells would show creases. */
function doubleTexture({ kernels, scratch }: Stage, from: Texture, into: Texture): Texture {
  const { stride, width, height } = from
  kernels.doublePlane(from.planeY, stride, width, height, into.planeY, into.stride, scratch)
  kernels.doublePlane(from.planeU, stride, width, height, into.planeU, into.stride, scratch)
  kernels.doublePlane(from.planeV, stride, width, height, into.planeV, into.stride, scratch)
  return into
}
