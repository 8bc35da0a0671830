import { isSameYuv, toYuv, type Yuv } from '../compose/colour.ts'
import { FULL_OPACITY } from '../compose/draw-sprite.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { holdFrame, valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Stage } from '../compose/stage.ts'
import { extendTexture } from '../compose/texture.ts'
import { clamp01 } from '../paint/easing.ts'
import { createLevelCells, type LevelCells } from './level-cells.ts'

/** How a veil is shaded. */
export type VeilProps = {
  /** Fills in how much of the colour lies over each cell in this frame. A pure function of the frame. */
  shade: (cells: LevelCells, frame: Frame) => void
  /** A `#rrggbb` colour; dark ones make shadows, light ones light. Default black. */
  colour?: Moving<string>
  /** 0 to 1. Default 1. */
  opacity?: Moving<number>
  /** Cells along the frame's longer side. Each costs time in every frame; they are smoothed over. Default 64. */
  cells?: number
  /** Shaded so many times a second; the frames between look the same and cost little. Default in every frame. */
  timesPerSec?: number
}

/** Soft shadows or light of any form over all that lies below: a window, leaves, clouds. */
export function veil(props: VeilProps): Layer {
  return { kind: 'veil', mount: (stage) => mountVeil(stage, props) }
}

function mountVeil(stage: Stage, props: VeilProps) {
  const { shade, colour = '#000000', opacity = 1, cells = 64, timesPerSec = stage.fps } = props
  const { kernels, target, size } = stage
  const levels = createLevelCells(stage, cells, 'NONE')
  const { texture } = levels
  const [stepX, stepY] = [texture.width / size.width, texture.height / size.height]
  const lookAt = (frame: Frame): Look => ({
    index: holdFrame(frame, timesPerSec).index,
    alpha: Math.round(clamp01(valueAt(opacity, frame)) * FULL_OPACITY),
    colour: toYuv(valueAt(colour, frame)),
  })
  let shadedIndex = -1
  let drawn: Look | undefined
  const shadeAll = (frame: Frame) => {
    const held = holdFrame(frame, timesPerSec)
    if (held.index === shadedIndex) return
    shadedIndex = held.index
    shade(levels.cells, held)
    levels.enlarge()
    extendTexture(stage, texture)
  }

  return {
    isStill: false,
    reach: (frame: Frame) => ({
      isSame: drawn !== undefined && isSameLook(lookAt(frame), drawn),
      top: 0,
      bottom: size.height,
    }),
    draw: (frame: Frame) => {
      drawn = lookAt(frame)
      const { alpha, colour: tint } = drawn
      if (!(alpha > 0)) return
      shadeAll(frame)
      const start = [0.5 * stepX - 0.5, 0.5 * stepY - 0.5] as const
      kernels.drawLight(target, texture.address, ...start, stepX, stepY, alpha, tint.y, tint.u, tint.v)
    },
  }
}

/** All that may change from frame to frame. */
type Look = { index: number; alpha: number; colour: Yuv }

function isSameLook(a: Look, b: Look): boolean {
  return a.index === b.index && a.alpha === b.alpha && isSameYuv(a.colour, b.colour)
}
