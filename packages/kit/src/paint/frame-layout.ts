import type { Box, Size } from '../geometry.ts'

/** The measures that every template shares, so that all of them stand on one grid. */
export type FrameLayout = {
  size: Size
  /** TALL is 9x16 and its like, WIDE is 4x3 and wider, SQUARE what lies between. */
  shape: 'TALL' | 'SQUARE' | 'WIDE'
  /** Where type and marks may stand: clear of the platform's own buttons and captions. */
  safe: Box
  /** Length of `px` pixels of a 1080-pixel short side in this frame. */
  scale(px: number): number
  /** The nearest line of the 8-pixel grid, as a position in this frame. */
  snap(position: number): number
}

/** Plans a frame of any size; a template designed at 1080 looks the same at 360 and at 2160. */
export function planFrame(size: Size): FrameLayout {
  const unit = Math.min(size.width, size.height) / DESIGN_SHORT_SIDE
  const grid = GRID_PX * unit
  const shape = findShape(size)
  return {
    size,
    shape,
    safe: findSafeBox(size, shape, unit),
    scale: (px) => px * unit,
    snap: (position) => Math.round(position / grid) * grid,
  }
}

/** A box with its four sides moved inwards. */
export function insetBox(box: Box, px: number): Box {
  return { x: box.x + px, y: box.y + px, width: box.width - 2 * px, height: box.height - 2 * px }
}

/** The largest box of a given ratio (width / height) inside another, at a place from 0 (left, top) to 1. */
export function placeInside(box: Box, ratio: number, alignX = 0.5, alignY = 0.5): Box {
  const width = Math.min(box.width, box.height * ratio)
  const height = width / ratio
  return { x: box.x + (box.width - width) * alignX, y: box.y + (box.height - height) * alignY, width, height }
}

const DESIGN_SHORT_SIDE = 1080
const GRID_PX = 8
/** What short-video platforms leave free of their own signs on 1080x1920, measured by the product's designers. */
const PLATFORM_SAFE = { left: 65, top: 270, right: 940, bottom: 1440, width: 1080, height: 1920 }
const SQUARE_MARGIN_PX = 72
const WIDE_MARGIN_PX = { x: 96, y: 72 }

function findShape({ width, height }: Size): FrameLayout['shape'] {
  const ratio = width / height
  if (ratio < 0.7) return 'TALL'
  return ratio > 1.3 ? 'WIDE' : 'SQUARE'
}

function findSafeBox({ width, height }: Size, shape: FrameLayout['shape'], unit: number): Box {
  if (shape === 'TALL') {
    const across = width / PLATFORM_SAFE.width
    const down = height / PLATFORM_SAFE.height
    return {
      x: PLATFORM_SAFE.left * across,
      y: PLATFORM_SAFE.top * down,
      width: (PLATFORM_SAFE.right - PLATFORM_SAFE.left) * across,
      height: (PLATFORM_SAFE.bottom - PLATFORM_SAFE.top) * down,
    }
  }
  const x = (shape === 'WIDE' ? WIDE_MARGIN_PX.x : SQUARE_MARGIN_PX) * unit
  const y = (shape === 'WIDE' ? WIDE_MARGIN_PX.y : SQUARE_MARGIN_PX) * unit
  return { x, y, width: width - 2 * x, height: height - 2 * y }
}

/** A box in larger or smaller pixels: from a design's to those of a frame. */
export function scaleBox({ x, y, width, height }: Box, by: number): Box {
  return { x: x * by, y: y * by, width: width * by, height: height * by }
}
