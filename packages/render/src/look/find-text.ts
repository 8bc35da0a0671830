import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { type Box, importTemplate } from '@songreel/kit/core'
import {
  createScene,
  FULL_OPACITY,
  insetBox,
  type Layer,
  type Painting,
  paintedArea,
  type Scene,
  type Stage,
  tearJoinedEmoji,
} from '@songreel/kit/drawing'
import { luminance, parseHex } from '@songreel/kit/input'
import { CLIP_SUPPLIES } from '../clips/clip-supplies.ts'
import { type ScenePlan, setupInput } from '../scene/build-scene.ts'

/** A line of text as it stands in one frame. */
export type FoundText = {
  text: string
  frameIndex: number
  /** Where its pixels are. */
  ink: Box
  /** True when its painting ends before the text does. */
  isClipped: boolean
  /** 0 to 1. */
  opacity: number
  /** Relative luminance of the letters, 0 to 1; undefined where they are translucent, faded or a gradient. */
  luminance: number | undefined
}

/** A line on its canvas: pixels of the canvas, and its place relative to the sprite that is made of it. */
export type PaintedText = Omit<FoundText, 'frameIndex' | 'opacity'>

/** Anti-aliasing may touch one pixel more than the outline. */
const TOLERANCE_PX = 1

/** Gets each frame as it is drawn: RGB, rows without padding, and the text on it. */
export type FrameLook = (frameIndex: number, rgb: Uint8Array, found: FoundText[]) => void

/** Lists every line of text that the given frames show; rotated text is left out. */
export async function findText(
  plan: ScenePlan,
  frameIndexes: readonly number[],
  look?: FrameLook,
): Promise<FoundText[]> {
  const template = await importTemplate(plan.templateUrl)
  const layers = (await template?.setup({ ...setupInput(plan, template) })) ?? []
  const found: FoundText[] = []
  const watch = { frameIndex: 0, found }
  const scene: Scene = await createScene(
    layers.map((layer) => watchLayer(layer, watch)),
    { ...plan, ...CLIP_SUPPLIES },
  )
  for (const frameIndex of frameIndexes) {
    watch.frameIndex = frameIndex
    const before = found.length
    scene.draw(frameIndex)
    look?.(frameIndex, scene.readRgb(), found.slice(before))
  }
  scene.close()
  return found
}

/** The same layer on a stage that notes which texts are painted and where their sprites are drawn. */
function watchLayer(layer: Layer, watch: { frameIndex: number; found: FoundText[] }): Layer {
  const painted = new Map<number, PaintedText[]>()
  let loose: PaintedText[] = []
  const mount = (stage: Stage) => {
    const getSprite: Stage['getSprite'] = (painting) => {
      const texts: PaintedText[] = []
      const sprite = catchText(texts, () => stage.getSprite(painting))
      if (texts.length > 0 && !painting.isTexture)
        painted.set(sprite.address, relateTo(sprite, painting, texts))
      return sprite
    }
    const drawSprite: Stage['kernels']['drawSprite'] = (target, address, x, y, scaleX, scaleY, ...rest) => {
      // What is painted anew in each frame has no painting: its canvas and its sprite are one.
      if (loose.length > 0) painted.set(address, loose.splice(0))
      const [opacity, tintY] = rest
      for (const text of opacity > 0 ? (painted.get(address) ?? []) : []) {
        const place = { x: x + text.ink.x * scaleX, y: y + text.ink.y * scaleY }
        const size = { width: text.ink.width * scaleX, height: text.ink.height * scaleY }
        const solid = tintY < 0 ? text.luminance : Math.max(0, (tintY - 16) / 219) ** 2.2
        const luminance = opacity === FULL_OPACITY ? solid : undefined
        watch.found.push({
          ...text,
          frameIndex: watch.frameIndex,
          ink: { ...place, ...size },
          opacity: opacity / FULL_OPACITY,
          luminance,
        })
      }
      stage.kernels.drawSprite(target, address, x, y, scaleX, scaleY, ...rest)
    }
    const watched = { ...stage, getSprite, kernels: { ...stage.kernels, drawSprite } }
    // A layer that stands still would be drawn only once, before any frame is asked for, and one that rests not in every frame.
    const { reach: _, ...mounted } = layer.mount(watched)
    return {
      ...mounted,
      isStill: false,
      draw: (frame: Parameters<typeof mounted.draw>[0]) => {
        loose = []
        catchText(loose, () => mounted.draw(frame))
      },
    }
  }
  return { ...layer, mount }
}

/** From the canvas to the sprite, which has lost the canvas's empty margins. */
export function relateTo(
  sprite: { x: number; y: number },
  painting: Painting,
  texts: PaintedText[],
): PaintedText[] {
  const area = paintedArea(painting)
  const room = insetBox(painting.box, -painting.bleed)
  return texts.map(({ ink, ...rest }) => {
    const inFrame = { ...ink, x: ink.x + area.x, y: ink.y + area.y }
    const isClipped = !isInside(inFrame, room)
    return { ...rest, isClipped, ink: { ...inFrame, x: inFrame.x - sprite.x, y: inFrame.y - sprite.y } }
  })
}

function isInside(ink: Box, room: Box): boolean {
  return (
    ink.x >= room.x - TOLERANCE_PX &&
    ink.y >= room.y - TOLERANCE_PX &&
    ink.x + ink.width <= room.x + room.width + TOLERANCE_PX &&
    ink.y + ink.height <= room.y + room.height + TOLERANCE_PX
  )
}

/** Runs something and notes the texts that it draws on any canvas. */
export function catchText<T>(texts: PaintedText[], run: () => T): T {
  const { fillText } = CONTEXT_TYPE
  CONTEXT_TYPE.fillText = function (this: SKRSContext2D, text, x, y, ...rest) {
    const painted = measure(this, text, x, y)
    if (painted) texts.push(painted)
    return fillText.call(this, text, x, y, ...rest)
  }
  try {
    return run()
  } finally {
    CONTEXT_TYPE.fillText = fillText
  }
}

/** What all contexts have in common. */
export const CONTEXT_TYPE: SKRSContext2D = Object.getPrototypeOf(createCanvas(1, 1).getContext('2d'))

function measure(ctx: SKRSContext2D, text: string, x: number, y: number): PaintedText | undefined {
  const { a, b, c, d, e, f } = ctx.getTransform()
  if (b !== 0 || c !== 0) return undefined
  const metrics = ctx.measureText(text)
  const left = e + a * (x - metrics.actualBoundingBoxLeft)
  const right = e + a * (x + metrics.actualBoundingBoxRight)
  const top = f + d * (y - metrics.actualBoundingBoxAscent)
  const bottom = f + d * (y + metrics.actualBoundingBoxDescent)
  const ink = { x: left, y: top, width: right - left, height: bottom - top }
  const canvas = { x: 0, y: 0, width: ctx.canvas.width, height: ctx.canvas.height }
  const fill = ctx.fillStyle
  const isSolid = typeof fill === 'string' && /^#[0-9a-f]{6}$/i.test(fill)
  return {
    text: tearJoinedEmoji(text),
    ink,
    isClipped: !isInside(ink, canvas),
    luminance: isSolid ? luminance(parseHex(fill)) : undefined,
  }
}
