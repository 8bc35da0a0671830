import type { Rows } from '../geometry.ts'
import { isSameYuv, type Yuv } from './colour.ts'
import type { HalvedSprite } from './halve-sprite.ts'
import { halveSprite } from './halve-sprite.ts'
import type { Sprite } from './sprite-layout.ts'
import type { Stage } from './stage.ts'

/** Full opacity as the kernels count it. */
export const FULL_OPACITY = 32767

/** A moving edge: the sprite is whole before `from`, gone behind `to` (pixels of the frame). */
export type Fade = { readonly axis: 'x' | 'y'; readonly from: number; readonly to: number }

/** How one sprite is drawn in one frame. */
export type SpriteDraw = {
  /** Where the anchor lies in the frame. */
  anchorX: number
  anchorY: number
  /** The anchor's place when nothing moves: the sprite keeps its distance from it. */
  homeX: number
  homeY: number
  scale: number
  /** Degrees clockwise. */
  rotation: number
  opacity: number
  /** Draws the shape in this colour instead of the picture. */
  tint?: Yuv | undefined
  /** Not together with a rotation. */
  fade?: Fade | undefined
}

// Beyond these a sprite is a speck or a wall of one pixel, and 16.16 fixed point no longer holds its steps.
const MIN_SCALE = 1 / 256
const MAX_SCALE = 256

const NO_TINT: Yuv = { y: -1, u: 0, v: 0 }

/** Draws a sprite in the cheapest way that shows the same. */
export function drawSprite(stage: Stage, sprite: Sprite, how: SpriteDraw): void {
  const opacity = Math.round(how.opacity * FULL_OPACITY)
  if (!(opacity > 0) || !(how.scale > MIN_SCALE && how.scale < MAX_SCALE)) return
  if (!reachesFrame(stage, sprite, how)) return
  let source: HalvedSprite = { sprite, reduction: 1, offset: 0 }
  // Below half size neighbouring pixels would be skipped over: take a picture of half the size instead.
  while (how.scale * source.reduction < 0.5) source = halveSprite(stage, source)
  if (how.rotation === 0) drawStraight(stage, source, sprite, how, opacity)
  else drawTurned(stage, source, sprite, how, opacity)
}

/** Where the sprite's top left corner comes to lie when it is not rotated. */
export function findCorner(sprite: Sprite, how: SpriteDraw): { x: number; y: number } {
  return {
    x: how.anchorX + (sprite.x - how.homeX) * how.scale,
    y: how.anchorY + (sprite.y - how.homeY) * how.scale,
  }
}

/** All rows that drawing a sprite this way can touch. */
export function findRows(sprite: Sprite, how: SpriteDraw): Rows {
  if (!(how.opacity > 0)) return { top: 0, bottom: 0 }
  if (how.rotation !== 0) return findTurnedRows(sprite, how)
  const { y } = findCorner(sprite, how)
  return { top: Math.floor(y) - 1, bottom: Math.ceil(y + sprite.height * how.scale) + 1 }
}

/** The rows between the highest and the lowest corner, and those that share their colour. */
function findTurnedRows(sprite: Sprite, how: SpriteDraw): Rows {
  const angle = (how.rotation * Math.PI) / 180
  const [sine, cosine] = [how.scale * Math.sin(angle), how.scale * Math.cos(angle)]
  const [left, top] = [sprite.x - how.homeX, sprite.y - how.homeY]
  const [right, bottom] = [left + sprite.width, top + sprite.height]
  const highest = Math.min(left * sine, right * sine) + Math.min(top * cosine, bottom * cosine)
  const lowest = Math.max(left * sine, right * sine) + Math.max(top * cosine, bottom * cosine)
  return { top: Math.floor(how.anchorY + highest) - 2, bottom: Math.ceil(how.anchorY + lowest) + 2 }
}

/** Whether two ways to draw a sprite give the same pixels. */
export function isSameDraw(a: SpriteDraw, b: SpriteDraw): boolean {
  const isSamePlace = a.anchorX === b.anchorX && a.anchorY === b.anchorY && a.scale === b.scale
  const isSameLook = a.rotation === b.rotation && a.opacity === b.opacity
  return isSamePlace && isSameLook && isSameYuv(a.tint, b.tint) && isSameFade(a.fade, b.fade)
}

function isSameFade(a?: Fade, b?: Fade): boolean {
  return a?.axis === b?.axis && a?.from === b?.from && a?.to === b?.to
}

function drawStraight(
  { kernels, target }: Stage,
  source: HalvedSprite,
  sprite: Sprite,
  how: SpriteDraw,
  opacity: number,
): void {
  const corner = findCorner(sprite, how)
  const scale = how.scale * source.reduction
  const { tint = NO_TINT, fade } = how
  kernels.drawSprite(
    target,
    source.sprite.address,
    corner.x - source.offset * scale,
    corner.y - source.offset * scale,
    scale,
    scale,
    opacity,
    tint.y,
    tint.u,
    tint.v,
    fade ? (fade.axis === 'x' ? 1 : 2) : 0,
    fade ? fade.from : 0,
    fade ? fade.to : 0,
  )
}

function drawTurned(
  { kernels, target }: Stage,
  source: HalvedSprite,
  sprite: Sprite,
  how: SpriteDraw,
  opacity: number,
): void {
  const angle = (how.rotation * Math.PI) / 180
  const { tint = NO_TINT } = how
  kernels.drawRotated(
    target,
    source.sprite.address,
    how.anchorX,
    how.anchorY,
    (how.homeX - sprite.x) / source.reduction + source.offset,
    (how.homeY - sprite.y) / source.reduction + source.offset,
    Math.cos(angle),
    Math.sin(angle),
    how.scale * source.reduction,
    opacity,
    tint.y,
    tint.u,
    tint.v,
  )
}

/** False when the sprite's surrounding circle lies outside of the frame. */
function reachesFrame({ size }: Stage, sprite: Sprite, how: SpriteDraw): boolean {
  const farX = Math.max(Math.abs(sprite.x - how.homeX), Math.abs(sprite.x + sprite.width - how.homeX))
  const farY = Math.max(Math.abs(sprite.y - how.homeY), Math.abs(sprite.y + sprite.height - how.homeY))
  const reach = Math.hypot(farX, farY) * how.scale
  return (
    how.anchorX + reach > 0 &&
    how.anchorX - reach < size.width &&
    how.anchorY + reach > 0 &&
    how.anchorY - reach < size.height
  )
}
