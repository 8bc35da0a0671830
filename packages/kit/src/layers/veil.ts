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
  /** For a shade that stays for a while: frames with the same number have the same one, and it is shaded once. */
  stays?: (frame: Frame) => number
}

/** Soft shadows or light of any form over all that lies below: a window, leaves, clouds. */
export function veil(props: VeilProps): Layer {
  return { kind: 'veil', mount: (stage) => mountVeil(stage, props) }
}

function mountVeil(stage: Stage, props: VeilProps) {
  const { kernels, target, size } = stage
  const shading = createShading(stage, props)
  let drawn: Look | undefined
  return {
    isStill: false,
    reach: (frame: Frame) => ({
      isSame: drawn !== undefined && isSameLook(shading.lookAt(frame), drawn),
      top: 0,
      bottom: size.height,
    }),
    draw: (frame: Frame) => {
      drawn = shading.lookAt(frame)
      const light = shading.shade(frame, drawn)
      if (light) kernels.drawLight(target, ...light)
    },
  }
}

/** What kernels are told about a veil: its texture, where that begins and its steps, its opacity and colour. */
export type VeilLight =
  Parameters<Stage['kernels']['drawLight']> extends [number, ...infer Rest] ? Rest : never

/** Shades cells as often as their veil asks for, and says how they are drawn. */
export function createShading(stage: Stage, props: VeilProps) {
  const { shade, colour = '#000000', opacity = 1, cells = 64, timesPerSec = stage.fps } = props
  const { size } = stage
  const levels = createLevelCells(stage, cells, 'NONE')
  const { texture } = levels
  const [stepX, stepY] = [texture.width / size.width, texture.height / size.height]
  const fixedColour = typeof colour === 'string' && toYuv(colour)
  const indexOf = (frame: Frame) => props.stays?.(frame) ?? holdFrame(frame, timesPerSec).index
  const lookAt = (frame: Frame): Look => ({
    index: indexOf(frame),
    alpha: Math.round(clamp01(valueAt(opacity, frame)) * FULL_OPACITY),
    colour: fixedColour || toYuv(valueAt(colour, frame)),
  })
  let shadedIndex = -1
  const shadeAll = (frame: Frame, index: number) => {
    if (index === shadedIndex) return
    shadedIndex = index
    shade(levels.cells, holdFrame(frame, timesPerSec))
    levels.enlarge()
    extendTexture(stage, texture)
  }
  return {
    lookAt,
    /** Null where nothing of it is seen. */
    shade: (frame: Frame, { index, alpha, colour: { y, u, v } } = lookAt(frame)): VeilLight | null => {
      if (!(alpha > 0)) return null
      shadeAll(frame, index)
      return [texture.address, 0.5 * stepX - 0.5, 0.5 * stepY - 0.5, stepX, stepY, alpha, y, u, v]
    },
  }
}

/** All that may change from frame to frame. */
type Look = { index: number; alpha: number; colour: Yuv }

function isSameLook(a: Look, b: Look): boolean {
  return a.index === b.index && a.alpha === b.alpha && isSameYuv(a.colour, b.colour)
}
