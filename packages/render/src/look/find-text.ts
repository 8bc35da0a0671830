import { importTemplate } from '@songreel/kit/core'
import { createScene, FULL_OPACITY, type Layer, type Scene, type Stage } from '@songreel/kit/drawing'
import { CLIP_SUPPLIES } from '../clips/clip-supplies.ts'
import { type ScenePlan, setupInput } from '../scene/build-scene.ts'
import { catchText, type PaintedText, relateTo } from './catch-text.ts'
import { boundsOf, type Turning, turnBox } from './turned-box.ts'

/** A line of text as it stands in one frame. */
export type FoundText = PaintedText & {
  frameIndex: number
  /** The place of its layer among all of the scene, from the bottom. */
  layer: number
  /** 0 to 1. */
  opacity: number
}

/** A frame as it is drawn: RGB, rows without padding. */
export type DrawnFrame = {
  frameIndex: number
  rgb: Uint8Array
  /** The same without the paintings that have text in them. */
  bare: Uint8Array
  /** The same up to one of its layers. */
  drawUpTo(layer: number): Uint8Array
}

/** Gets each frame, and the text on it. */
export type FrameLook = (frame: DrawnFrame, found: FoundText[]) => void

/** Lines that are turned further are ornaments: a label on a spinning disc. */
const MOST_TURN = Math.PI / 9

/** Lists every line of text that the given frames show and that can be read without turning one's head. */
export async function findText(
  plan: ScenePlan,
  frameIndexes: readonly number[],
  look?: FrameLook,
): Promise<FoundText[]> {
  const template = await importTemplate(plan.templateUrl)
  const layers = (await template?.setup({ ...setupInput(plan, template) })) ?? []
  const watch: Watch = { frameIndex: 0, found: [], painted: new Map(), isMute: false, isDrawn: () => true }
  const scene: Scene = await createScene(
    layers.map((layer, i) => watchLayer(layer, i, watch)),
    { ...plan, ...CLIP_SUPPLIES },
  )
  const redraw = (frameIndex: number, how: Partial<Watch>) => {
    const count = watch.found.length
    Object.assign(watch, how)
    scene.draw(frameIndex)
    Object.assign(watch, { isMute: false, isDrawn: () => true })
    watch.found.length = count
    return Uint8Array.from(scene.readRgb())
  }
  for (const frameIndex of frameIndexes) {
    watch.frameIndex = frameIndex
    const before = watch.found.length
    scene.draw(frameIndex)
    if (!look) continue
    const rgb = Uint8Array.from(scene.readRgb())
    const bare = redraw(frameIndex, { isMute: true })
    const drawUpTo = (top: number) => redraw(frameIndex, { isDrawn: (layer) => layer <= top })
    look({ frameIndex, rgb, bare, drawUpTo }, watch.found.slice(before))
  }
  scene.close()
  return watch.found
}

type Watch = {
  frameIndex: number
  found: FoundText[]
  /** By the address of the sprite: one painting may be the shape of a shadow in one layer and type in the next. */
  painted: Map<number, PaintedText[]>
  /** Draws nothing that has text in it. */
  isMute: boolean
  isDrawn(layer: number): boolean
}

type Kernels = Stage['kernels']

/** The same layer on a stage that notes which texts are painted and where their sprites are drawn. */
function watchLayer(layer: Layer, index: number, watch: Watch): Layer {
  let loose: PaintedText[] = []
  const mount = (stage: Stage) => {
    const getSprite: Stage['getSprite'] = (painting) => {
      const texts: PaintedText[] = []
      const sprite = catchText(texts, () => stage.getSprite(painting))
      if (texts.length > 0 && !painting.isTexture)
        watch.painted.set(sprite.address, relateTo(sprite, painting, texts))
      return sprite
    }
    const isLeftOut = (address: number, how: { turning: Turning; opacity: number; tintY: number }) => {
      // What is painted anew in each frame has no painting: its canvas and its sprite are one.
      if (loose.length > 0) watch.painted.set(address, loose.splice(0))
      const texts = watch.painted.get(address) ?? []
      if (watch.isMute) return texts.length > 0
      for (const text of how.opacity > 0 ? texts : []) note(watch, text, { ...how, layer: index })
      return false
    }
    const drawSprite: Kernels['drawSprite'] = (target, address, x, y, scaleX, scaleY, ...rest) => {
      const turning = { ...UPRIGHT, anchorX: x, anchorY: y, scale: scaleX }
      if (isLeftOut(address, { turning, opacity: rest[0], tintY: rest[1] })) return
      stage.kernels.drawSprite(target, address, x, y, scaleX, scaleY, ...rest)
    }
    const drawRotated: Kernels['drawRotated'] = (target, address, ...how) => {
      const [anchorX, anchorY, homeX, homeY, cosine, sine, scale, opacity, tintY] = how
      const turning = { anchorX, anchorY, homeX, homeY, cosine, sine, scale }
      if (isLeftOut(address, { turning, opacity, tintY })) return
      stage.kernels.drawRotated(target, address, ...how)
    }
    const watched = { ...stage, getSprite, kernels: { ...stage.kernels, drawSprite, drawRotated } }
    // A layer that stands still would be drawn only once, before any frame is asked for, and one that rests not in every frame.
    const { reach: _, ...mounted } = layer.mount(watched)
    return {
      ...mounted,
      isStill: false,
      draw: (frame: Parameters<typeof mounted.draw>[0]) => {
        loose = []
        if (watch.isDrawn(index)) catchText(loose, () => mounted.draw(frame))
      },
    }
  }
  return { ...layer, mount }
}

const UPRIGHT: Turning = { anchorX: 0, anchorY: 0, homeX: 0, homeY: 0, cosine: 1, sine: 0, scale: 1 }

function note(
  { found, frameIndex }: Watch,
  text: PaintedText,
  { turning, opacity, tintY, layer }: { turning: Turning; opacity: number; tintY: number; layer: number },
): void {
  const line = turnBox(text.line, turning)
  if (Math.abs(line.turn) > MOST_TURN) return
  const tint = Math.max(0, (tintY - 16) / 219) ** 2.2
  const luminance = tintY < 0 ? text.luminance : () => tint
  found.push({
    ...text,
    frameIndex,
    layer,
    line,
    ink: boundsOf(line),
    sizePx: turning.scale * text.sizePx,
    opacity: opacity / FULL_OPACITY,
    luminance: opacity === FULL_OPACITY ? luminance : undefined,
  })
}
