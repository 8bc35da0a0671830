import { toYuv } from '../compose/colour.ts'
import { FULL_OPACITY } from '../compose/draw-sprite.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { isFixed, valueAt } from '../compose/frame.ts'
import type { Shape } from '../compose/painting.ts'
import { allocTexture, type Sprite, type Texture } from '../compose/records.ts'
import type { Layer, Stage } from '../compose/stage.ts'
import { blurTexture, extendTexture } from '../compose/texture.ts'
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

/** The blurred outline at a fraction of its size, and where it lies when nothing moves it. */
type LightMask = { texture: Texture; x: number; y: number; reduction: number }

/** Soft light around a shape, as bright as the music wants it; also the cheapest soft shadow. */
export function glow(shape: Shape, props: GlowProps = {}): Layer {
  return { kind: 'glow', mount: (stage) => mountGlow(stage, shape, props) }
}

function mountGlow(stage: Stage, { painting }: Shape, props: GlowProps) {
  const { colour = '#ffffff', strength = 1, spread = 80 } = props
  const sprite = stage.spriteOf(painting)
  const mask = stage.once(() => createLightMask(stage, sprite, Math.max(4, spread)))
  const home = homeAnchor(painting.box, props.anchor)
  const placementAt = createPlacement(painting.box, props)
  const { kernels, target } = stage

  return {
    isStill: [colour, strength, props.x, props.y, props.scale].every(isFixed),
    draw: (frame: Frame) => {
      const opacity = Math.round(Math.min(1, valueAt(strength, frame)) * FULL_OPACITY)
      const { anchorX, anchorY, scale } = placementAt(frame)
      if (!(opacity > 0) || !(scale >= 0.5)) return
      const pixels = mask.reduction * scale
      const x = anchorX + (mask.x - home.x) * scale
      const y = anchorY + (mask.y - home.y) * scale
      const { y: luma, u, v } = toYuv(valueAt(colour, frame))
      stage.clipTo({ x, y, width: mask.texture.width * pixels, height: mask.texture.height * pixels })
      kernels.drawLight(
        target,
        mask.texture.address,
        (0.5 - x) / pixels - 0.5,
        (0.5 - y) / pixels - 0.5,
        1 / pixels,
        1 / pixels,
        opacity,
        luma,
        u,
        v,
      )
      stage.clipTo()
    },
  }
}

/** Reduces the sprite's alpha and blurs it; 16-bit all the way, so that faint light does not band. */
function createLightMask(stage: Stage, sprite: Sprite, spread: number): LightMask {
  // Chroma takes every second pixel, and scale may halve it: four pixels a sample leave room for both.
  const reduction = spread >= 48 ? 8 : 4
  const margin = Math.ceil((spread * 1.6) / reduction) + 1
  const width = Math.ceil(sprite.width / reduction) + 2 * margin
  const height = Math.ceil(sprite.height / reduction) + 2 * margin
  const texture = allocTexture(stage.heap, width, height, 'NONE')
  stage.kernels.textureFromAlpha(texture.address, sprite.address, reduction, margin, margin)
  blurTexture(stage, texture, spread / 2 / reduction)
  extendTexture(stage, texture)
  return { texture, x: sprite.x - margin * reduction, y: sprite.y - margin * reduction, reduction }
}
