import { hash } from 'node:crypto'
import { type Canvas, createCanvas, LottieAnimation } from '@napi-rs/canvas'
import { drawSprite, findRows, isSameDraw, type SpriteDraw } from '../compose/draw-sprite.ts'
import type { Frame } from '../compose/frame.ts'
import { refreshHalves } from '../compose/halve-sprite.ts'
import type { Layer } from '../compose/layer.ts'
import { dropPixels, fillSprite, paintedArea } from '../compose/rasterise.ts'
import { allocSprite, type Sprite } from '../compose/sprite-layout.ts'
import type { Stage } from '../compose/stage.ts'
import { RenderError } from '../errors.ts'
import type { Box, Size } from '../geometry.ts'
import type { LottiePlay } from '../lottie/plan-play.ts'
import { paint } from './paint.ts'
import { createSpriteDraw, type SpriteProps } from './sprite.ts'

/** An animation that was checked and filled: its measures, and its text, which is asked for when it is first drawn. */
export type LottieFilm = Size & { frames: number; read: () => string }

/** How an animation is played and placed. */
export type LottieProps = SpriteProps & {
  play: LottiePlay
  /** FIT shows all of it in the middle of the box, FILL covers the box. Default FIT. */
  fit?: 'FIT' | 'FILL'
  /** The part of the animation that fills the box, in its own units. Default all of it. */
  view?: Box
}

/** A Lottie animation: vectors that are drawn as large as they are shown, at any moment. */
export function lottie(film: LottieFilm, box: Box, props: LottieProps): Layer {
  return { kind: 'lottie', leavesMemory: true, mount: (stage) => mountLottie(stage, film, box, props) }
}

/** What a layer keeps of pictures that it has drawn, in each thread. */
const MOST_BYTES = 24 * 1024 ** 2
/**
 * So many pictures are played by one loaded animation, always in the same order: Skottie remembers what it drew last, and
 * in rare files a picture depends on the one before, by a few levels at an edge. A freshly loaded one begins each row.
 */
const ROW_STEPS = 16
/** Luma, chroma, and the opacity of both. */
const BYTES_A_PIXEL = 2.75
/** Just before the end: there nothing is seen any more. */
const END_FRAMES = 0.01

function mountLottie(stage: Stage, film: LottieFilm, box: Box, props: LottieProps) {
  const { play } = props
  const howAt = createSpriteDraw(box, props)
  const pictures = keepPictures(stage, film, box, props)
  let shownStep: number | undefined
  let drawn: SpriteDraw | undefined
  return {
    isStill: false,
    reach: (frame: Frame) => {
      const how = howAt(frame)
      const isSame = drawn !== undefined && play.stepAt(frame) === shownStep && isSameDraw(how, drawn)
      return { isSame, ...findRows(pictures.place, how) }
    },
    draw: (frame: Frame) => {
      const how = howAt(frame)
      drawn = { ...how }
      shownStep = play.stepAt(frame)
      if (how.opacity > 0) drawSprite(stage, pictures.find(shownStep), how)
    },
  }
}

/** The pictures of an animation. All of a round are kept if they fit; else none but the last, since it would be long gone when it comes again. */
function keepPictures(stage: Stage, film: LottieFilm, wished: Box, { play, fit, view }: LottieProps) {
  const seen = view ?? { x: 0, y: 0, width: film.width, height: film.height }
  const box = snap(fit === 'FILL' ? wished : fitInside(wished, seen))
  const area = paintedArea(paint(box, () => undefined))
  const inside = { ...box, x: box.x - area.x, y: box.y - area.y }
  const isKept = area.width * area.height * BYTES_A_PIXEL * play.steps <= MOST_BYTES
  const sprites = new Map<number, Sprite>()
  const draw = createStepDrawer(film, area, (step) => ({ film, play, fit, view, step, box: inside }))
  let last: { step: number; sprite: Sprite } | undefined

  const fill = (sprite: Sprite, step: number) => {
    if (stage.isDescribing) describeStep(stage, sprite, { film, play, fit, view, step, box: inside })
    else {
      const pixels = takePixels(draw(step), inside)
      fillSprite(stage, sprite, pixels, area.width)
      dropPixels(pixels)
    }
    refreshHalves(stage, sprite)
  }
  return {
    // Asked for its place only.
    place: area as Sprite,
    find(step: number): Sprite {
      if (last?.step === step) return last.sprite
      const known = sprites.get(step)
      const sprite = known ?? (isKept ? undefined : last?.sprite) ?? allocSprite(stage.sharedMemory, area)
      if (!known) fill(sprite, step)
      if (isKept) sprites.set(step, sprite)
      last = { step, sprite }
      return sprite
    },
  }
}

/** Draws any step, as it looks after those before it in its row. */
function createStepDrawer(film: LottieFilm, { width, height }: Size, describe: (step: number) => Step) {
  let canvas: Canvas | undefined
  let played: { animation: LottieAnimation; next: number } | undefined
  return (step: number): Canvas => {
    canvas ??= createCanvas(width, height)
    const first = step - (step % ROW_STEPS)
    if (!played || played.next > step || played.next < first) played = { animation: load(film), next: first }
    while (played.next <= step) renderStep(played.animation, canvas, describe(played.next++))
    return canvas
  }
}

/** Notes what a picture would be made of, in place of its pixels: drawing it would cost as much as showing it. */
function describeStep(stage: Stage, sprite: Sprite, { film, play, step, ...how }: Step): void {
  const { width, height, frames } = film
  const made = JSON.stringify([film.read(), width, height, frames, play.steps, play.isOnce, step, how])
  const digest = hash('sha256', made, 'buffer')
  const memory = stage.pixelMemory(digest.length)
  stage.sharedMemory.bytes(memory, digest.length).set(digest)
  stage.kernels.spriteRows(sprite.address, memory, digest.length, 0, 1, -sprite.x)
}

/** The largest box of this ratio in the middle of another: what lies beside it would be read and kept for nothing. */
function fitInside({ x, y, width, height }: Box, seen: Size): Box {
  const scale = Math.min(width / seen.width, height / seen.height)
  const [fitWidth, fitHeight] = [seen.width * scale, seen.height * scale]
  return {
    x: x + (width - fitWidth) / 2,
    y: y + (height - fitHeight) / 2,
    width: fitWidth,
    height: fitHeight,
  }
}

/** On whole pixels: what lies between them would be blurred. */
function snap({ x, y, width, height }: Box): Box {
  const whole = (side: number) => Math.max(1, Math.round(side))
  return { x: Math.round(x), y: Math.round(y), width: whole(width), height: whole(height) }
}

function load(film: LottieFilm): LottieAnimation {
  try {
    return LottieAnimation.loadFromData(film.read())
  } catch (error) {
    return refuse(error)
  }
}

function refuse(cause: unknown): never {
  throw new RenderError('ANIMATION_INVALID', 'The animation cannot be drawn.', {}, { cause })
}

type Step = Pick<LottieProps, 'play' | 'fit'> & {
  film: LottieFilm
  view: Box | undefined
  step: number
  box: Box
}

/** Neither a shift nor a clip of the canvas counts for Skottie, so it is told where to draw. */
function renderStep(
  animation: LottieAnimation,
  canvas: Canvas,
  { film, play, fit, view, step, box }: Step,
): void {
  const part = play.isOnce ? step / Math.max(1, play.steps - 1) : step / play.steps
  animation.seekFrame(Math.max(0, Math.min(part * film.frames, film.frames - END_FRAMES)))
  const seen = view ?? { x: 0, y: 0, width: film.width, height: film.height }
  const shares = [box.width / seen.width, box.height / seen.height]
  const scale = fit === 'FILL' ? Math.max(...shares) : Math.min(...shares)
  const x = box.x + (box.width - seen.width * scale) / 2 - seen.x * scale
  const y = box.y + (box.height - seen.height * scale) / 2 - seen.y * scale
  const ctx = canvas.getContext('2d')
  ctx.reset()
  animation.render(ctx, { x, y, width: film.width * scale, height: film.height * scale })
}

/** The pixels of a canvas, with nothing around the box: edges stay soft wherever the picture moves. */
function takePixels(canvas: Canvas, { x, y, width, height }: Box): Buffer {
  const pixels = canvas.data()
  const rowBytes = canvas.width * 4
  pixels.fill(0, 0, y * rowBytes)
  pixels.fill(0, (y + height) * rowBytes)
  for (let row = y; row < y + height; row++) {
    pixels.fill(0, row * rowBytes, row * rowBytes + x * 4)
    pixels.fill(0, row * rowBytes + (x + width) * 4, (row + 1) * rowBytes)
  }
  return pixels
}
