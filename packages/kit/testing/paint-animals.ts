import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Cover } from '../src/paint/create-cover.ts'
import { paintCover } from './paint-cover.ts'

/** What a cover shows, in its own pixels. */
export type Draw = (ctx: SKRSContext2D, width: number, height: number) => void

/** Two animals on grass, at both sides of the picture. */
export const ANIMALS: Draw = (ctx, width, height) => {
  drawLand(ctx, width, height)
  drawAnimal(ctx, 0.2 * width, height)
  drawAnimal(ctx, 0.8 * width, height)
}

/** A bird before a wall, its thin beak towards the left, its wing cut by the right edge. */
export const BIRD: Draw = (ctx, width, height) => {
  fill(ctx, '#77706a', [0, 0, width, height])
  ctx.fillStyle = '#208070'
  ctx.beginPath()
  ctx.ellipse(0.56 * width, 0.52 * height, 0.14 * width, 0.3 * height, 0.3, 0, 7)
  ctx.fill()
  for (let i = 0; i < 9; i++) {
    const feather = (0.34 + 0.03 * i) * height
    fill(ctx, i % 2 ? '#4a3a44' : '#a090a0', [0.56 * width, feather, 0.44 * width, 0.03 * height])
  }
  fill(ctx, '#2c2826', [0.16 * width, 0.4 * height, 0.3 * width, 0.016 * height])
}

/** A sky and grass. */
export function drawLand(ctx: SKRSContext2D, width: number, height: number): void {
  fill(ctx, '#9fb4d4', [0, 0, width, height])
  fill(ctx, '#b09a70', [0, 0.4 * height, width, 0.6 * height])
  for (let i = 0; i < 900; i++)
    fill(ctx, i % 2 ? '#a68f64' : '#baa57c', [
      (i * 37) % width,
      0.4 * height + ((i * 53) % (0.6 * height)),
      3,
      2,
    ])
}

/** An animal without a face that anybody would find. */
export function drawAnimal(ctx: SKRSContext2D, x: number, height: number): void {
  fill(ctx, '#2c2420', [x - 0.2 * height, 0.44 * height, 0.4 * height, 0.24 * height])
  for (const leg of [-0.17, 0.13])
    fill(ctx, '#2c2420', [x + leg * height, 0.68 * height, 0.04 * height, 0.16 * height])
}

/** Fills a box. */
export function fill(ctx: SKRSContext2D, colour: string, box: [number, number, number, number]): void {
  ctx.fillStyle = colour
  ctx.fillRect(...box)
}

/** A cover of that, as wide as a photograph unless told otherwise. */
export function paintScene(draw: Draw, width = 480, height = 320): Cover {
  return paintCover({ width, height }, (ctx) => draw(ctx, width, height))
}
