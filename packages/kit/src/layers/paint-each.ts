import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { drawSprite, findRows, isSameDraw, type SpriteDraw } from '../compose/draw-sprite.ts'
import type { Frame } from '../compose/frame.ts'
import { frameAt } from '../compose/frame.ts'
import { refreshHalves } from '../compose/halve-sprite.ts'
import type { Layer } from '../compose/layer.ts'
import { drawOn, dropPixels, fillSprite, paintedArea } from '../compose/rasterise.ts'
import { allocSprite } from '../compose/sprite-layout.ts'
import type { Stage } from '../compose/stage.ts'
import type { Box } from '../geometry.ts'
import { paint } from './paint.ts'
import { createSpriteDraw, type SpriteProps } from './sprite.ts'

/** Draws into a box for one frame; (0, 0) is the box's top left corner. */
export type DrawFrame = (ctx: SKRSContext2D, frame: Frame, box: Box) => void

/** How often it is painted, and how it is placed. */
export type PaintEachProps = SpriteProps & {
  /** What the drawing depends on, such as the second for a clock: it is painted anew only when this changes. */
  key?: (frame: Frame) => number | string
  /** Pixels around the box that the drawing may use too. Default 0. */
  bleed?: number
}

/** Canvas 2D in every frame on a small box: the way out when no other layer fits. The drawing must depend on frame (or key) alone. */
export function paintEach(box: Box, draw: DrawFrame, props: PaintEachProps = {}): Layer {
  return { kind: 'paintEach', leavesMemory: true, mount: (stage) => mountPaintEach(stage, box, draw, props) }
}

function mountPaintEach(stage: Stage, box: Box, draw: DrawFrame, props: PaintEachProps) {
  let current = frameAt(0, stage.frameCount, stage.fps)
  const painting = paint(box, (ctx) => draw(ctx, current, box), { bleed: props.bleed ?? 0 })
  const area = paintedArea(painting)
  const canvas = createCanvas(area.width, area.height)
  const sprite = allocSprite(stage.sharedMemory, area)
  const howAt = createSpriteDraw(box, props)
  const getKey = (frame: Frame) => (props.key ? props.key(frame) : frame.index)
  let paintedKey: number | string | undefined
  let drawn: SpriteDraw | undefined

  return {
    isStill: false,
    reach: (frame: Frame) => {
      const how = howAt(frame)
      const isSame = drawn !== undefined && getKey(frame) === paintedKey && isSameDraw(how, drawn)
      return { isSame, ...findRows(sprite, how) }
    },
    draw: (frame: Frame) => {
      const how = howAt(frame)
      drawn = { ...how }
      if (!(how.opacity > 0)) return
      const key = getKey(frame)
      if (key !== paintedKey) {
        current = frame
        drawOn(canvas, painting, area)
        const pixels = canvas.data()
        fillSprite(stage, sprite, pixels, area.width)
        dropPixels(pixels)
        paintedKey = key
        refreshHalves(stage, sprite)
      }
      drawSprite(stage, sprite, how)
    },
  }
}
