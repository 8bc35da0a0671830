import { isSameYuv, toYuv, type Yuv } from '../compose/colour.ts'
import { FULL_OPACITY } from '../compose/draw-sprite.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { isFixed, valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Shape } from '../compose/painting.ts'
import { SAMPLES_PER_SIGMA, type SoftCanvas } from '../compose/soft-canvas.ts'
import { allocTexture, type Sprite, type Texture } from '../compose/sprite-layout.ts'
import type { Stage } from '../compose/stage.ts'
import { blurTexture, extendTexture } from '../compose/texture.ts'
import { type Box, isSameBox } from '../geometry.ts'
import { createPlacement, homeAnchor, type PlacementProps } from './placement.ts'

/** How light (or, in black, shadow) surrounds a shape. */
export type GlowProps = Pick<PlacementProps, 'x' | 'y' | 'scale' | 'anchor'> & {
  /** A `#rrggbb` colour; black makes a soft shadow. Default white. */
  colour?: Moving<string>
  /** 0 to 1. Default 1. */
  strength?: Moving<number>
  /** How far the light reaches, in pixels. Default 80. */
  spread?: number
}

/** The blurred outline at a fraction of its size, where it lies when nothing moves it, and which of its samples give light. */
type LightMask = { texture: Texture; x: number; y: number; reduction: number; lit: Box }

/** Light fainter than this part of full strength is taken for none: its tail is wide and never seen. */
const FAINTEST = 0.004
const MAX_SCALE = 64

/** Soft light around a shape, as bright as the music wants it; also the cheapest soft shadow. */
export function glow(shape: Shape, props: GlowProps = {}): Layer {
  return { kind: 'glow', mount: (stage) => mountGlow(stage, shape, props) }
}

function mountGlow(stage: Stage, { painting }: Shape, props: GlowProps) {
  const { colour = '#ffffff', strength = 1, spread = 80 } = props
  const sprite = stage.getSprite(painting)
  const mask = stage.once(() => createLightMask(stage, sprite, Math.max(4, spread)))
  const home = homeAnchor(painting.box, props.anchor)
  const placementAt = createPlacement(painting.box, props)
  const lightAt = (frame: Frame): Light | undefined => {
    const opacity = Math.round(Math.min(1, valueAt(strength, frame)) * FULL_OPACITY)
    const { anchorX, anchorY, scale } = placementAt(frame)
    if (!(opacity > 0) || !(scale >= 0.5 && scale < MAX_SCALE)) return undefined
    const pixels = mask.reduction * scale
    const place = {
      x: anchorX + (mask.x - home.x) * scale,
      y: anchorY + (mask.y - home.y) * scale,
      width: mask.texture.width * pixels,
      height: mask.texture.height * pixels,
    }
    return { opacity, pixels, place, colour: toYuv(valueAt(colour, frame)) }
  }
  let drawn: { light: Light | undefined } | undefined

  return {
    isStill: [colour, strength, props.x, props.y, props.scale].every(isFixed),
    reach: (frame: Frame) => {
      const light = lightAt(frame)
      const isSame = drawn !== undefined && isSameLight(light, drawn.light)
      if (!light) return { isSame, top: 0, bottom: 0 }
      const { y, height } = light.place
      return { isSame, top: Math.floor(y) - 1, bottom: Math.ceil(y + height) + 1 }
    },
    draw: (frame: Frame) => {
      const light = lightAt(frame)
      drawn = { light }
      if (light) drawLight(stage, mask, light)
    },
    soft: {
      // Half its spread is its sigma; it may shrink to half its size.
      sigmaPx: isFixed(props.scale) ? spread / 2 : spread / 4,
      paint: (frame: Frame, canvas: SoftCanvas) => {
        const light = lightAt(frame)
        drawn = { light }
        if (light) canvas.light(mask.texture, light.place, light.opacity, light.colour)
      },
    },
  }
}

/** The light of one frame: where its mask lies, and how many pixels one sample of the mask covers. */
type Light = { opacity: number; pixels: number; place: Box; colour: Yuv }

function isSameLight(a: Light | undefined, b: Light | undefined): boolean {
  if (!a || !b) return a === b
  return a.opacity === b.opacity && isSameBox(a.place, b.place) && isSameYuv(a.colour, b.colour)
}

function drawLight(
  stage: Stage,
  { texture, lit }: LightMask,
  { opacity, pixels, place, colour }: Light,
): void {
  stage.clipTo({
    x: place.x + lit.x * pixels,
    y: place.y + lit.y * pixels,
    width: lit.width * pixels,
    height: lit.height * pixels,
  })
  const start = [(0.5 - place.x) / pixels - 0.5, (0.5 - place.y) / pixels - 0.5] as const
  const { y, u, v } = colour
  stage.kernels.drawLight(stage.target, texture.address, ...start, 1 / pixels, 1 / pixels, opacity, y, u, v)
  stage.clipTo()
}

/** Reduces the sprite's alpha and blurs it; 16-bit all the way, so that faint light does not band. */
function createLightMask(stage: Stage, sprite: Sprite, spread: number): LightMask {
  // Chroma takes every second pixel, and scale may halve it: four pixels a sample leave
  // room for both.
  const reduction = Math.max(4, Math.min(16, Math.floor(spread / 2 / SAMPLES_PER_SIGMA)))
  const margin = Math.ceil((spread * 1.6) / reduction) + 1
  const width = Math.ceil(sprite.width / reduction) + 2 * margin
  const height = Math.ceil(sprite.height / reduction) + 2 * margin
  const texture = allocTexture(stage.sharedMemory, width, height, 'NONE')
  stage.kernels.textureFromAlpha(texture.address, sprite.address, reduction, margin, margin)
  blurTexture(stage, texture, spread / 2 / reduction)
  const lit = cutTail(stage, texture)
  extendTexture(stage, texture)
  return { texture, x: sprite.x - margin * reduction, y: sprite.y - margin * reduction, reduction, lit }
}

/** Lowers all light by the faintest, so that its tail ends without an edge; returns where something is left. */
function cutTail({ sharedMemory }: Stage, { planeY, stride, width, height }: Texture): Box {
  const samples = sharedMemory.words(planeY, stride * height)
  const faintest = FAINTEST * FULL_OPACITY
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = Math.max(0, samples[y * stride + x]! - faintest) / (1 - FAINTEST)
      samples[y * stride + x] = light
      if (light < 1) continue
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x + 1)
      bottom = Math.max(bottom, y + 1)
    }
  }
  // Interpolation carries the outermost light one sample further.
  return {
    x: left - 1,
    y: top - 1,
    width: Math.max(0, right - left + 2),
    height: Math.max(0, bottom - top + 2),
  }
}
