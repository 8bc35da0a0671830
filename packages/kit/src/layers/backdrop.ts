import { FULL_OPACITY } from '../compose/draw-sprite.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { isFixed, valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import { SAMPLES_PER_SIGMA, type SoftCanvas } from '../compose/soft-canvas.ts'
import type { Texture } from '../compose/sprite-layout.ts'
import type { Stage } from '../compose/stage.ts'
import { type Drawable, textureFromDrawing } from '../compose/texture.ts'
import { type Box, isSameBox, type Size } from '../geometry.ts'
import { type Croppable, cropToFill } from '../paint/crop-to-fill.ts'
import { clamp01 } from '../paint/easing.ts'
import { coverBox, type ZoomProps } from './zoom-window.ts'

/** A picture to fill the frame with: a cover, or anything else with an image. */
export type BackdropPicture = Croppable & { readonly image: Drawable }

/** How the picture fills the frame. */
export type BackdropProps = ZoomProps & {
  /** Softness (sigma) in pixels of a frame whose short side is 1080; scaled with the frame. Default 0. */
  blur?: number
  /** How much light is left; a fixed value may lie above 1, a moving one between 0 and 1. Default 1. */
  brightness?: Moving<number>
  /** 1 leaves the colours as they are, 0 is grey. Default 1. */
  saturation?: number
  /** A `#rrggbb` colour to mix in. */
  tint?: string
  /** How much of it, 0 to 1. Default 0.5. */
  tintAmount?: number
  /** Darkens towards the edges: how much light is left at the very top and bottom, 0 to 1. Default 1. */
  shade?: { top?: number; bottom?: number }
  /** 0 to 1; below 1 the layers beneath shine through. Default 1. */
  opacity?: Moving<number>
}

/** How far the shade of the upper and lower edge reaches, as a part of the frame's height. */
const SHADE_REACH = 0.45
/** Frame pixels per sample of a very soft picture. */
const MAX_REDUCTION = 16

/** A blurred or graded picture that fills the frame, with slow zoom and pan. */
export function backdrop(picture: BackdropPicture, props: BackdropProps = {}): Layer {
  return { kind: 'backdrop', mount: (stage) => mountBackdrop(stage, picture, props) }
}

function mountBackdrop(stage: Stage, picture: BackdropPicture, wish: BackdropProps) {
  const props = { ...findPan(picture, stage.size), ...wish }
  const { brightness, opacity = 1 } = props
  const { kernels, target, size } = stage
  const whole = { x: 0, y: 0, ...size }
  const texture = stage.once(() => paintTexture(stage, picture, props))
  const pixelRows = Float32Array.from({ length: size.height }, (_, y) => y + 0.5)
  const gainsAt = createRowGains(stage, props, pixelRows)
  let softGainsAt: ((frame: Frame) => number) | undefined
  const lookAt = (frame: Frame): Look => ({
    place: coverBox(picture, whole, props, frame),
    light: valueAt(brightness ?? 1, frame),
    opacity: clamp01(valueAt(opacity, frame)),
  })
  let drawn: Look | undefined

  return {
    isStill: [props.zoom, props.panX, props.panY, brightness, opacity].every(isFixed),
    fills: opacity === 1,
    reach: (frame: Frame) => ({
      isSame: drawn !== undefined && isSameLook(lookAt(frame), drawn),
      top: 0,
      bottom: size.height,
    }),
    draw: (frame: Frame) => {
      drawn = lookAt(frame)
      const { place } = drawn
      const stepX = texture.width / place.width
      const stepY = texture.height / place.height
      kernels.drawTexture(
        target,
        texture.address,
        (0.5 - place.x) * stepX - 0.5,
        (0.5 - place.y) * stepY - 0.5,
        stepX,
        stepY,
        gainsAt(frame),
        Math.round(drawn.opacity * FULL_OPACITY),
      )
    },
    ...(opacity === 1 && {
      soft: {
        sigmaPx: blurPx(stage, props),
        paint: (frame: Frame, canvas: SoftCanvas) => {
          softGainsAt ??= createRowGains(stage, props, softRows(canvas))
          drawn = lookAt(frame)
          canvas.fill(texture, drawn.place, softGainsAt(frame))
        },
      },
    }),
  }
}

/** Without a wish the frame shows what matters in the picture, and a zoom goes towards it. */
function findPan(picture: BackdropPicture, size: Size): { panX: number; panY: number } {
  const { x, y, width, height } = cropToFill(picture, size)
  const pan = (start: number, room: number) => (room > 1e-6 ? (2 * start) / room - 1 : 0)
  return { panX: pan(x, picture.width - width), panY: pan(y, picture.height - height) }
}

/** All that may change from frame to frame. */
type Look = { place: Box; light: number; opacity: number }

function isSameLook(a: Look, b: Look): boolean {
  return isSameBox(a.place, b.place) && a.light === b.light && a.opacity === b.opacity
}

function softRows({ rows, rowPosition }: SoftCanvas): Float32Array {
  return Float32Array.from({ length: rows }, (_, row) => rowPosition(row))
}

/** The blur's sigma in pixels of this frame. */
function blurPx({ size }: Stage, { blur = 0 }: BackdropProps): number {
  return (blur * Math.min(size.width, size.height)) / 1080
}

function paintTexture(stage: Stage, picture: BackdropPicture, props: BackdropProps): Texture {
  const { brightness, saturation = 1, tint, tintAmount = 0.5 } = props
  const sigma = blurPx(stage, props)
  // A soft picture needs few samples.
  const reduction = Math.max(1, Math.min(MAX_REDUCTION, Math.floor(sigma / SAMPLES_PER_SIGMA)))
  const fit = Math.max(stage.size.width / picture.width, stage.size.height / picture.height) / reduction
  const width = Math.max(2, Math.floor(picture.width * fit))
  const height = Math.max(2, Math.floor(picture.height * fit))
  return textureFromDrawing(
    stage,
    { width, height },
    (ctx) => {
      ctx.imageSmoothingQuality = 'high'
      ctx.drawImage(picture.image, 0, 0, width, height)
    },
    {
      grade: { brightness: typeof brightness === 'number' ? brightness : 1, saturation, tint, tintAmount },
      blurSamples: sigma / reduction,
    },
  )
}

/** Address of the brightness of every row, given their places in the frame, or 0 when nothing dims them. */
function createRowGains(
  stage: Stage,
  { shade, brightness }: BackdropProps,
  positions: Float32Array,
): (frame: Frame) => number {
  const isMoving = typeof brightness === 'function'
  if (!shade && !isMoving) return () => 0
  const address = stage.sharedMemory.alloc(positions.length * 2)
  const gains = stage.sharedMemory.words(address, positions.length)
  const base = positions.map((y) => shadeAt(y / stage.size.height, shade) * FULL_OPACITY)
  gains.set(base)
  if (!isMoving) return () => address
  return (frame) => {
    const light = clamp01(brightness(frame))
    for (let row = 0; row < base.length; row++) gains[row] = base[row]! * light
    return address
  }
}

function shadeAt(position: number, { top = 1, bottom = 1 }: { top?: number; bottom?: number } = {}): number {
  const ease = (distance: number) => {
    const t = clamp01(distance / SHADE_REACH)
    return t * t * (3 - 2 * t)
  }
  const upper = clamp01(top) + (1 - clamp01(top)) * ease(position)
  const lower = clamp01(bottom) + (1 - clamp01(bottom)) * ease(1 - position)
  return upper * lower
}
