import { toYuv } from '../compose/colour.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import {
  clearShapeMask,
  createMaskColours,
  createShapeMask,
  drawShapeMask,
  type MaskPart,
} from '../compose/shape-mask.ts'
import type { Stage } from '../compose/stage.ts'
import type { Box } from '../geometry.ts'
import { resampleLevels } from './levels.ts'

/** How the bars look and what they follow. */
export type BarsProps = {
  /** One number from 0 to 1 per bar; another count is interpolated. */
  levels: (frame: Frame) => ArrayLike<number>
  /** Default 64. */
  count?: number
  /** Bar width as a part of the distance between bars. Default 0.6. */
  thickness?: number
  /** Height of a silent bar in pixels. Default the bar's width: a dot. */
  minHeight?: number
  /** Corner radius in pixels; at most half the width. Default half the width: round ends. */
  radius?: number
  /** Where bars stand: on the box's lower edge, on its middle line, or hanging from its upper edge. Default BOTTOM. */
  grow?: 'BOTTOM' | 'MIDDLE' | 'TOP'
  /** True: low notes in the middle, both halves alike. Default false. */
  mirrored?: boolean
  /** A `#rrggbb` colour (may change with the frame), or several from left to right. Default white. */
  colour?: Moving<string> | readonly string[]
  /** 0 to 1. Default 1. */
  opacity?: Moving<number>
}

/** Spectrum bars that fill a box. */
export function bars(box: Box, props: BarsProps): Layer {
  return { kind: 'bars', mount: (stage) => mountBars(stage, box, props) }
}

function mountBars(stage: Stage, box: Box, props: BarsProps) {
  const {
    count = 64,
    thickness = 0.6,
    grow = 'BOTTOM',
    mirrored = false,
    colour = '#ffffff',
    opacity = 1,
  } = props
  const { sharedMemory, kernels } = stage
  const mask = createShapeMask(sharedMemory, box)
  const gradient = typeof colour === 'object' ? colour : typeof colour === 'string' ? colour : '#ffffff'
  const colours = createMaskColours(sharedMemory, mask.width, gradient)
  // The outermost bars touch the box's edges.
  const pitch = box.width / (count - 1 + thickness)
  const width = pitch * thickness
  const { minHeight = width, radius = width / 2 } = props
  const ends = sharedMemory.alloc(count * 8)
  const endsView = sharedMemory.floats(ends, count * 2)
  const levels = new Float32Array(count)

  return {
    isStill: false,
    reach: () => ({ isSame: false, top: mask.y, bottom: mask.y + mask.height }),
    draw: (frame: Frame) => {
      const strength = valueAt(opacity, frame)
      if (!(strength > 0)) return
      resampleLevels(props.levels(frame), levels, mirrored)
      const firstX = box.x - mask.x
      const part: MaskPart = { left: mask.width, top: mask.height, right: 0, bottom: 0 }
      for (let i = 0; i < count; i++) {
        const height = minHeight + (box.height - minHeight) * levels[i]!
        const top = placeTop(grow, box.height, height) + box.y - mask.y
        endsView[2 * i] = top
        endsView[2 * i + 1] = top + height
        if (height > 0) enclose(part, firstX + pitch * i, top, width, height)
      }
      clearShapeMask(stage, mask, part)
      const { address, stride } = mask
      kernels.maskBars(address, stride, mask.height, ends, count, firstX, pitch, width, radius, stage.scratch)
      const flat = typeof colour === 'function' ? toYuv(colour(frame)) : colours.flat
      drawShapeMask(stage, mask, { ...colours, flat }, strength, part)
    },
  }
}

function placeTop(grow: 'BOTTOM' | 'MIDDLE' | 'TOP', room: number, height: number): number {
  if (grow === 'TOP') return 0
  return grow === 'MIDDLE' ? (room - height) / 2 : room - height
}

/** Grows a part until it holds a bar, with the pixel beside it that shares its colour. */
function enclose(part: MaskPart, x: number, y: number, width: number, height: number): void {
  part.left = Math.min(part.left, x - 1)
  part.top = Math.min(part.top, y - 1)
  part.right = Math.max(part.right, x + width + 1)
  part.bottom = Math.max(part.bottom, y + height + 1)
}
