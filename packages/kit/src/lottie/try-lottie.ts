import { type Canvas, createCanvas, LottieAnimation } from '@napi-rs/canvas'
import type { Size } from '../geometry.ts'
import { fillLottie, type LottieFilling } from './fill-lottie.ts'
import type { Lottie } from './lottie-file.ts'

/** RGBA, rows without padding. */
export type LottiePixels = Size & { data: Uint8ClampedArray }

const TRIES = 8
/** So many pictures are drawn for each time that it is loaded. */
const IN_ROW = 8

/** The picture with which an animation ends, with a longer side of so many pixels; undefined if Skottie can't read it. */
export function drawRest(
  lottie: Lottie,
  maxSidePx: number,
  fill: (density: number) => LottieFilling = leaveUnbound,
): LottiePixels | undefined {
  const { canvas, text } = prepare(lottie, maxSidePx, fill)
  const animation = load(text)
  if (!animation) return undefined
  draw(animation, canvas, 1)
  const { width, height } = canvas
  return { data: canvas.getContext('2d').getImageData(0, 0, width, height).data, width, height }
}

/**
 * Milliseconds of one core that a picture of this size takes, the dearest of some left out; beyond the most it goes on no longer.
 * Undefined if Skottie can't read it.
 */
export function measureLottie(lottie: Lottie, maxSidePx: number, mostMs: number): number | undefined {
  const { canvas, text } = prepare(lottie, maxSidePx)
  fontsMs ??= timeCpu(() => load(NO_ANIMATION)).ms
  const { result: animation, ms: loadMs } = timeCpu(() => load(text))
  if (!animation) return undefined
  const costs: number[] = []
  for (let i = 1; i <= TRIES; i++) {
    const { ms } = timeCpu(() => draw(animation, canvas, i / TRIES))
    if (ms > 4 * mostMs) return ms
    costs.push(ms)
  }
  return costs.toSorted((a, b) => a - b)[TRIES - 2]! + Math.max(0, loadMs - fontsMs) / IN_ROW
}

/**
 * Whatever it loads, Skottie first looks through all fonts of the machine, 50 ms for 130 of them. A machine with many must not
 * make an animation dear, nor a measurement slow: so this is taken off, and one is loaded once.
 */
let fontsMs: number | undefined
const NO_ANIMATION = '{"v":"5.7.0","fr":30,"ip":0,"op":30,"w":8,"h":8,"layers":[]}'

const leaveUnbound = (density: number): LottieFilling => ({
  text: new Map(),
  colour: new Map(),
  image: new Map(),
  font: 'MODERN',
  density,
})

function prepare(lottie: Lottie, maxSidePx: number, fill = leaveUnbound) {
  const density = maxSidePx / Math.max(lottie.w, lottie.h)
  const px = (side: number) => Math.max(1, Math.round(side * density))
  return {
    canvas: createCanvas(px(lottie.w), px(lottie.h)),
    text: fillLottie(lottie, fill(density)),
  }
}

/** Draws one picture by a part of its time. */
function draw(animation: LottieAnimation, canvas: Canvas, part: number): void {
  animation.seekFrame(Math.max(0, animation.frames * part - 0.01))
  const ctx = canvas.getContext('2d')
  ctx.reset()
  animation.render(ctx, { x: 0, y: 0, width: canvas.width, height: canvas.height })
}

function load(text: string): LottieAnimation | undefined {
  try {
    return LottieAnimation.loadFromData(text)
  } catch {
    return undefined
  }
}

/** Time of this process alone: other work on the machine must not make an animation dear. */
function timeCpu<Result>(work: () => Result): { result: Result; ms: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, ms: (user + system) / 1000 }
}
