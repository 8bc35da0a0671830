import { type Canvas, createCanvas, LottieAnimation } from '@napi-rs/canvas'
import { drawSprite, findRows, isSameDraw, type SpriteDraw } from '../compose/draw-sprite.ts'
import type { Frame } from '../compose/frame.ts'
import { refreshHalves } from '../compose/halve-sprite.ts'
import type { Layer } from '../compose/layer.ts'
import { fillSprite, paintedArea } from '../compose/rasterise.ts'
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
  return { kind: 'lottie', mount: (stage) => mountLottie(stage, film, box, props) }
}

/** What a layer keeps of pictures that it has drawn, in each thread. */
const MOST_BYTES = 24 * 1024 ** 2
/**
 * So many pictures are drawn by one loaded animation, always in the same order: Skottie remembers what it drew last, and
 * in rare files a picture depends on the one before, by a few levels at an edge. A freshly loaded one begins each row.
 */
const MOST_IN_ROW = 8
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

/** The pictures of an animation, drawn in rows; those that were used last are kept. */
function keepPictures(stage: Stage, film: LottieFilm, wished: Box, { play, fit, view }: LottieProps) {
  const box = snap(wished)
  const area = paintedArea(paint(box, () => undefined))
  const inside = { ...box, x: box.x - area.x, y: box.y - area.y }
  const bytes = area.width * area.height * BYTES_A_PIXEL
  const length = Math.max(1, Math.min(MOST_IN_ROW, play.steps, Math.floor(MOST_BYTES / bytes)))
  const mostRows = Math.max(1, Math.floor(MOST_BYTES / (bytes * length)))
  const rows = new Map<number, Sprite[]>()
  let canvas: Canvas | undefined
  const fill = (row: number, sprites: Sprite[]) => {
    canvas ??= createCanvas(area.width, area.height)
    const animation = load(film)
    for (const [i, sprite] of sprites.entries()) {
      const step = row * length + i
      if (step >= play.steps) break
      renderStep(animation, canvas, {
        film,
        play,
        fit,
        view,
        step,
        box: inside,
      })
      fillSprite(stage, sprite, takePixels(canvas, inside), area.width)
      refreshHalves(stage, sprite)
    }
  }
  return {
    // Asked for its place only.
    place: area as Sprite,
    find(step: number): Sprite {
      const row = Math.floor(step / length)
      const known = rows.get(row)
      const sprites =
        known ??
        makeRoom(rows, mostRows) ??
        Array.from({ length }, () => allocSprite(stage.sharedMemory, area))
      // The one that was used last goes to the end, so that the first has waited longest.
      rows.delete(row)
      rows.set(row, sprites)
      if (!known) fill(row, sprites)
      return sprites[step % length] as Sprite
    },
  }
}

/** Takes the row that has waited longest, if there are as many as may be. */
function makeRoom(rows: Map<number, Sprite[]>, most: number): Sprite[] | undefined {
  const [oldest] = rows
  if (!oldest || rows.size < most) return undefined
  rows.delete(oldest[0])
  return oldest[1]
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
