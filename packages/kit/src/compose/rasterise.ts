import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Box } from '../geometry.ts'
import type { Painting } from './painting.ts'
import { allocSprite, fitBand, type Sprite, setOpaqueRadius } from './sprite-layout.ts'
import type { Stage } from './stage.ts'

/** Transparent pixels around the paint, so that edges stay soft wherever the sprite moves. */
const RIM = 2

/** Paints on a canvas and converts the picture for the compositor. */
export function rasterise(stage: Stage, painting: Painting): Sprite {
  const area = paintedArea(painting)
  const canvas = createCanvas(area.width, area.height)
  drawOn(canvas, painting, area)
  return spriteFromCanvas(stage, canvas, area)
}

/** Whole even pixels around box, bleed and rim. */
export function paintedArea({ box, bleed }: Painting): Box {
  const x = floorEven(box.x - bleed - RIM)
  const y = floorEven(box.y - bleed - RIM)
  const right = ceilEven(box.x + box.width + bleed + RIM)
  const bottom = ceilEven(box.y + box.height + bleed + RIM)
  return { x, y, width: right - x, height: bottom - y }
}

/** Clears the canvas and draws the painting on it, never into the rim. */
export function drawOn(canvas: Canvas, painting: Painting, area: Box): void {
  const ctx = canvas.getContext('2d')
  ctx.reset()
  ctx.beginPath()
  ctx.rect(RIM, RIM, area.width - 2 * RIM, area.height - 2 * RIM)
  ctx.clip()
  ctx.translate(painting.box.x - area.x, painting.box.y - area.y)
  painting.draw(ctx, painting.box)
}

/** Converts a canvas that covers `area`; empty margins are cut off. */
function spriteFromCanvas(stage: Stage, canvas: Canvas, area: Box): Sprite {
  const pixels = canvas.data()
  const used = usedArea(pixels, area.width, area.height)
  const sprite = allocSprite(stage.sharedMemory, {
    x: area.x + used.x,
    y: area.y + used.y,
    width: used.width,
    height: used.height,
  })
  fillSprite(stage, sprite, pixels, area.width, used)
  dropPixels(pixels)
  return sprite
}

/**
 * Gives back what a canvas handed out. Left to the garbage collector, every picture would lie in fresh memory,
 * whose first touch takes longer than drawing most animations.
 */
export function dropPixels(pixels: Buffer): void {
  const { buffer } = pixels
  if (buffer instanceof ArrayBuffer && buffer.byteLength === pixels.byteLength) buffer.transfer(0)
}

/** Fills a sprite's planes from premultiplied RGBA, a band of rows at a time. */
export function fillSprite(
  stage: Stage,
  sprite: Sprite,
  pixels: Buffer,
  pixelWidth: number,
  used: Box = { x: 0, y: 0, width: sprite.width, height: sprite.height },
): void {
  const { sharedMemory, kernels } = stage
  const rowBytes = used.width * 4
  const bandRows = fitBand(rowBytes)
  const band = stage.pixelMemory(bandRows * rowBytes)
  for (let row = 0; row < used.height; row += bandRows) {
    const rows = Math.min(bandRows, used.height - row)
    const into = sharedMemory.bytes(band, rows * rowBytes)
    const start = ((used.y + row) * pixelWidth + used.x) * 4
    if (used.width === pixelWidth) into.set(pixels.subarray(start, start + rows * rowBytes))
    else
      for (let y = 0; y < rows; y++) {
        const rowStart = start + y * pixelWidth * 4
        into.set(pixels.subarray(rowStart, rowStart + rowBytes), y * rowBytes)
      }
    // Chroma is a mean over neighbours, but the neighbours left of the frame's first column are never seen.
    kernels.spriteRows(sprite.address, band, rowBytes, row, rows, -sprite.x)
  }
  finishSprite(stage, sprite)
}

/** Notes where a filled sprite is painted and where it is opaque. */
export function finishSprite({ sharedMemory, kernels }: Stage, sprite: Sprite): void {
  const { width, height } = sprite
  kernels.findSpans(sprite.planeA, sprite.strideY, width, height, sprite.spansY, sprite.evenY)
  kernels.findSpans(sprite.planeAC, sprite.strideC, width / 2, height / 2, sprite.spansC, sprite.evenC)
  setOpaqueRadius(sharedMemory, sprite, kernels.findOpaqueRadius(sprite.address))
}

/** The even rectangle that holds all paint, with its rim; at least 8 x 8. */
function usedArea(pixels: Buffer, width: number, height: number): Box {
  const view = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height)
  let top = 0
  while (top < height && isEmptyRow(view, top, width)) top++
  if (top === height) return { x: 0, y: 0, width: Math.min(8, width), height: Math.min(8, height) }
  let bottom = height
  while (isEmptyRow(view, bottom - 1, width)) bottom--
  let left = width
  let right = 0
  for (let y = top; y < bottom; y++) {
    const row = y * width
    let x = 0
    while (x < left && view[row + x] === 0) x++
    left = Math.min(left, x)
    let end = width
    while (end > right && view[row + end - 1] === 0) end--
    right = Math.max(right, end)
  }
  const x = Math.max(0, floorEven(left - RIM))
  const y = Math.max(0, floorEven(top - RIM))
  return {
    x,
    y,
    width: Math.min(width, ceilEven(right + RIM)) - x,
    height: Math.min(height, ceilEven(bottom + RIM)) - y,
  }
}

function isEmptyRow(view: Uint32Array, y: number, width: number): boolean {
  for (let i = y * width; i < (y + 1) * width; i++) if (view[i] !== 0) return false
  return true
}

function floorEven(value: number): number {
  return Math.floor(value / 2) * 2
}

function ceilEven(value: number): number {
  return Math.ceil(value / 2) * 2
}
