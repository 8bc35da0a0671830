import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Cover } from './create-cover.ts'
import { clamp01, smoothstep } from './easing.ts'
import type { Foreground } from './foreground.ts'
import { createBoxMean } from './guided-filter.ts'

/** What stands in front in a cover, cut out along its own edges; a canvas of the cover's size. */
export function paintCutOut(cover: Cover, foreground: Foreground): Canvas {
  const canvas = createCanvas(cover.width, cover.height)
  const ctx = canvas.getContext('2d')
  const mask = paintMask(cover, foreground)
  const core = paintCore(cover, mask)
  ctx.imageSmoothingQuality = 'high'
  for (const reduction of RIM_REDUCTIONS.toReversed())
    ctx.drawImage(fillOut(shrink(core, reduction)), 0, 0, cover.width, cover.height)
  ctx.drawImage(core, 0, 0)
  ctx.globalCompositeOperation = 'destination-in'
  ctx.drawImage(mask, 0, 0)
  return canvas
}

/** The rim is drawn on from pictures of the core this many times smaller. */
const RIM_REDUCTIONS = [2, 4, 8, 16, 32]
/** So often the mask is taken from itself: only what is certainly in front is left of it. */
const STRICTER = 3

/**
 * What certainly is in front. The pixels along an edge are mixed with what was behind, which would be a pale halo before anything
 * else; so the rim of a cut-out has the colours of its core, drawn on.
 */
function paintCore(cover: Cover, mask: Canvas): Canvas {
  const strict = createCanvas(mask.width, mask.height)
  const on = strict.getContext('2d')
  const rim = Math.max(1, RIM_SHARE * Math.min(mask.width, mask.height))
  on.drawImage(mask, 0, 0)
  on.globalCompositeOperation = 'destination-in'
  // A little smaller than the mask on every side.
  for (const [x, y] of [
    [rim, 0],
    [-rim, 0],
    [0, rim],
    [0, -rim],
  ] as const)
    on.drawImage(mask, x, y)
  for (let i = 0; i < STRICTER; i++) on.drawImage(strict, 0, 0)
  const core = createCanvas(cover.width, cover.height)
  const ctx = core.getContext('2d')
  ctx.drawImage(cover.image, 0, 0)
  ctx.globalCompositeOperation = 'destination-in'
  ctx.drawImage(strict, 0, 0)
  return core
}

/** How wide that rim is, of the cover's shorter side. */
const RIM_SHARE = 0.0022

/** Cells around the cut that are taken away from what is behind, too: they hold some of its colours. */
const SPARE_CELLS = 1
/** What is behind is drawn on from pictures this many times smaller, one after the other. */
const REDUCTIONS = [8, 16, 32, 64, 128, 256, 512]

/** A cover without what stands in front: what is around it goes on behind it, softly. */
export function paintBehind(cover: Cover, foreground: Foreground): Canvas {
  const { width, height } = cover
  const around = createCanvas(width, height)
  const on = around.getContext('2d')
  on.drawImage(cover.image, 0, 0)
  on.globalCompositeOperation = 'destination-out'
  on.imageSmoothingQuality = 'high'
  on.drawImage(paintWide(cover, foreground), 0, 0, width, height)
  const behind = createCanvas(width, height)
  const ctx = behind.getContext('2d')
  ctx.imageSmoothingQuality = 'high'
  // From the softest to the sharpest: each lies over all that it does not know.
  for (const reduction of REDUCTIONS.toReversed())
    ctx.drawImage(fillOut(shrink(around, reduction)), 0, 0, width, height)
  ctx.drawImage(around, 0, 0)
  return behind
}

/** A small picture knows a place from here on, of 255, and all of it so much later: what is fainter has hardly a colour, in steps of pink and green. */
const KNOWN = { from: 40, over: 20 }

/** Makes a small picture opaque wherever it knows more than a trace. */
function fillOut(picture: Canvas): Canvas {
  const ctx = picture.getContext('2d')
  const image = ctx.getImageData(0, 0, picture.width, picture.height)
  for (let i = 3; i < image.data.length; i += 4)
    image.data[i] = 255 * clamp01((image.data[i]! - KNOWN.from) / KNOWN.over)
  ctx.putImageData(image, 0, 0)
  return picture
}

/** Step by step, or most pixels would not count. */
function shrink(picture: Canvas, reduction: number): Canvas {
  let from = picture
  for (let part = 2; part <= reduction; part *= 2) {
    const half = createCanvas(Math.max(1, Math.ceil(from.width / 2)), Math.max(1, Math.ceil(from.height / 2)))
    const on = half.getContext('2d')
    on.imageSmoothingQuality = 'high'
    on.drawImage(from, 0, 0, half.width, half.height)
    from = half
  }
  return from
}

/** What the mask takes away, with a rim, as a small canvas. What it leaves where the matte is too large stays behind: nothing is lost between them. */
function paintWide(cover: Cover, foreground: Foreground): Canvas {
  const { columns, rows } = foreground.matte
  const small = createCanvas(columns, rows)
  const ctx = small.getContext('2d')
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(paintMask(cover, foreground), 0, 0, columns, rows)
  const { data } = ctx.getImageData(0, 0, columns, rows)
  const taken = Float32Array.from({ length: columns * rows }, (_, i) => (data[4 * i + 3]! > FAINT ? 1 : 0))
  const wide = createBoxMean({ columns, rows }, SPARE_CELLS)(taken)
  return paintAlpha(columns, rows, (i) => (wide[i]! > 0 ? 1 : 0))
}

/** Fainter than this, of 255, nothing has been taken. */
const FAINT = 16

/** Only so near to the matte's edge, in cells, is the edge looked for in the picture; else texture would make holes. */
const EDGE_CELLS = 2

/** The matte in the cover's own pixels; its edge follows the picture's. */
function paintMask({ picture }: Cover, { matte, fine }: Foreground): Canvas {
  const { width, height, pixels } = picture
  const near = createBoxMean(matte, EDGE_CELLS)(matte.values)
  const planes = [...fine.planes, near]
  const at = new Float32Array(planes.length)
  const read = createReader(matte, planes, width, height)
  return paintAlpha(width, height, (i) => {
    read(i % width, Math.floor(i / width), at)
    const inside = at[4]!
    if (inside <= 0.02) return 0
    if (inside >= 0.98) return 1
    const [red, green, blue] = [pixels[4 * i]!, pixels[4 * i + 1]!, pixels[4 * i + 2]!]
    const value = at[3]! + (at[0]! * red + at[1]! * green + at[2]! * blue) / 255
    // A careful cut lies a little inside of the edge.
    return smoothstep(0.46, 0.86, clamp01(value)) * smoothstep(0.02, 0.2, inside)
  })
}

/** Reads planes of a grid at pixels of a picture, between cells by all four. */
function createReader(
  { columns, rows }: { columns: number; rows: number },
  planes: readonly Float32Array[],
  width: number,
  height: number,
) {
  return (x: number, y: number, into: Float32Array) => {
    const across = Math.max(0, Math.min(columns - 1.001, ((x + 0.5) / width) * columns - 0.5))
    const down = Math.max(0, Math.min(rows - 1.001, ((y + 0.5) / height) * rows - 0.5))
    const [left, top] = [Math.floor(across), Math.floor(down)]
    const [right, below] = [across - left, down - top]
    const cell = top * columns + left
    for (let k = 0; k < planes.length; k++) {
      const plane = planes[k]!
      const upper = plane[cell]! * (1 - right) + plane[cell + 1]! * right
      const lower = plane[cell + columns]! * (1 - right) + plane[cell + columns + 1]! * right
      into[k] = upper * (1 - below) + lower * below
    }
  }
}

function paintAlpha(width: number, height: number, alpha: (i: number) => number): Canvas {
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  const image = ctx.createImageData(width, height)
  for (let i = 0; i < width * height; i++) image.data[4 * i + 3] = Math.round(255 * alpha(i))
  ctx.putImageData(image, 0, 0)
  return canvas
}
