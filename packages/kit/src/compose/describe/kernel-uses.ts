import type { KernelFunctions } from '../kernels/kernel-functions.ts'

/** Notes what one kernel call would read and write; each returns the same object. */
export type KernelUse = {
  /** It draws into the frame, inside of the clip box. */
  frame(target: number): KernelUse
  values(...values: readonly number[]): KernelUse
  sprite(address: number): KernelUse
  texture(address: number): KernelUse
  /** Only a texture's first plane. */
  levels(texture: number): KernelUse
  /** It reads these bytes; 0 for none. */
  reads(address: number, byteCount: number): KernelUse
  /** It reads a table whose length no argument tells. */
  readsAll(address: number): KernelUse
  /** It writes all of a piece of memory; nothing of what it held is left. */
  writes(address: number): KernelUse
  /** It writes a part of it. */
  changes(address: number): KernelUse
  writesTexture(address: number): KernelUse
  changesTexture(address: number): KernelUse
  writesSprite(address: number): KernelUse
  changesSprite(address: number): KernelUse
  /** It cannot be told what comes out: such a frame has no description. */
  fails(): KernelUse
  /** Rows of the frame or of a texture. */
  rowsOf(address: number, kind: 'FRAME' | 'TEXTURE'): number
  /** Bytes of the frame's planes of brightness and of each colour. */
  measurePlanes(target: number): { lumaBytes: number; chromaBytes: number }
  /** Samples of a texture. */
  samplesOf(texture: number): number
  findOffset(address: number): number
}

type Uses = {
  [Name in keyof KernelFunctions]: (
    use: KernelUse,
    ...args: Parameters<KernelFunctions[Name]>
  ) => KernelUse | undefined
}

const GRAIN_SLACK = 16
const RIDGE_BYTES = 48
const RAMP_BYTES = 256 * 16
const NODE_BYTES = 16
const PIECE_BYTES = 32
/** 16 for luma, and half as many for chroma. */
const FACE_COLUMN_BYTES = 24

/**
 * What every kernel reads and writes. All that is ever drawn goes through them, so this is all that a description has to know: a layer
 * can't forget to tell something. A new kernel doesn't compile until it stands here. Memory for the work of one call doesn't count, nor
 * does what only says what may be left out (hideBehind), or follows from the pixels (findSpans, extendPlane).
 */
export const KERNEL_USES: Uses = {
  drawSprite: (use, target, sprite, ...values) =>
    use
      .frame(target)
      .sprite(sprite)
      .values(...values),
  drawRotated: (use, target, sprite, ...values) =>
    use
      .frame(target)
      .sprite(sprite)
      .values(...values),
  fillDisc: (use, target, ...values) => use.frame(target).values(...values),
  lightDisc: (use, target, keys, gains, spans, side, x, y, table) =>
    use
      .frame(target)
      .values(side, x, y)
      .reads(keys, (side * side) / 2)
      .reads(gains, side * side)
      .reads(spans, side * 8)
      .readsAll(table),
  fillSweep: (use, target, ...values) => use.frame(target).values(...values),
  printPlates: (use, target, sprite, x, y, spread, other, ...values) =>
    use
      .frame(target)
      .sprite(sprite)
      .values(x, y, spread)
      .sprite(other)
      .values(...values),
  drawFace: (use, target, sprite, columns, room, ...values) =>
    use
      .frame(target)
      .sprite(sprite)
      .reads(columns, room * FACE_COLUMN_BYTES)
      .values(room, ...values),
  drawTexture: (use, target, texture, u0, v0, du, dv, rowGains, alpha) =>
    use
      .frame(target)
      .texture(texture)
      .values(u0, v0, du, dv, alpha)
      .reads(rowGains, 2 * use.rowsOf(target, 'FRAME')),
  drawLight: (use, target, texture, ...values) =>
    use
      .frame(target)
      .texture(texture)
      .values(...values),
  drawVeiled: (use, target, sprite, x, y, scaleX, scaleY, texture, ...values) =>
    use
      .frame(target)
      .sprite(sprite)
      .values(x, y, scaleX, scaleY)
      .texture(texture)
      .values(...values),
  clearMask: (use, mask, byteCount) => use.values(use.findOffset(mask), byteCount).writes(mask),
  maskBars: (use, mask, stride, height, bars, count, firstX, pitch, width, radius) =>
    use
      .values(stride, height, count, firstX, pitch, width, radius)
      .reads(bars, count * 8)
      .changes(mask),
  drawMask: (use, target, mask, stride, x, y, width, height, gain, colourY, colourU, colourV, ...rows) =>
    use
      .frame(target)
      .values(use.findOffset(mask), stride, x, y, width, height, gain, colourY, colourU, colourV)
      .reads(mask, 0)
      .reads(rows[0], width)
      .reads(rows[1], width / 2)
      .reads(rows[2], width / 2),
  drawStrokes: (use, target, _mask, stride, x, y, width, height, _marks, strokes, count, ...more) => {
    const [rowY, rowU, rowV] = more.slice(-3)
    return use
      .frame(target)
      .values(stride, x, y, width, height, count, ...more.slice(0, -3))
      .reads(strokes, count * 20)
      .reads(rowY!, width)
      .reads(rowU!, width / 2)
      .reads(rowV!, width / 2)
  },
  restore: (use, target, keptY, keptU, keptV, top, bottom) => {
    const { lumaBytes, chromaBytes } = use.measurePlanes(target)
    return use
      .frame(target)
      .values(top, bottom)
      .reads(keptY, lumaBytes)
      .reads(keptU, chromaBytes)
      .reads(keptV, chromaBytes)
  },
  hideBehind: () => undefined,
  addGrain: (use, target, tile, side, offsetX, offsetY, strength) =>
    use
      .frame(target)
      .values(side, offsetX, offsetY, strength)
      .reads(tile, (side + GRAIN_SLACK) * side),
  frameToRgb: (use) => use.fails(),
  sumEdges: (use) => use.fails(),
  spriteRows: (use, sprite, rgba, rgbaStride, firstRow, rows, edge) => {
    use.values(rgbaStride, firstRow, rows, edge).reads(rgba, rgbaStride * rows)
    return firstRow === 0 ? use.writesSprite(sprite) : use.changesSprite(sprite)
  },
  findSpans: () => undefined,
  findOpaqueRadius: () => undefined,
  halvePlane: (use, src, srcStride, dst, dstStride, width, height) =>
    use
      .values(srcStride, dstStride, width, height, use.findOffset(dst))
      .reads(src, srcStride * height * 2)
      .writes(dst),
  textureFromRgba: (use) => use.fails(),
  textureFromFloats: (use, texture, cells) =>
    use.reads(cells, 12 * use.samplesOf(texture)).writesTexture(texture),
  textureFromAlpha: (use) => use.fails(),
  blurPlane: (use) => use.fails(),
  doublePlane: (use, src, srcStride, width, height, dst, dstStride) =>
    use
      .values(srcStride, width, height, dstStride)
      .reads(src, srcStride * height * 2)
      .writes(dst),
  extendPlane: () => undefined,
  colourLevels: (use, texture, ramp) => use.levels(texture).reads(ramp, RAMP_BYTES).writesTexture(texture),
  turnPlane: (use) => use.fails(),
  turnPlaneOver: (use) => use.fails(),
  gradePicture: (use) => use.fails(),
  softFill: (use, into, source, u0, v0, du, dv, rowGains) =>
    use
      .texture(source)
      .values(u0, v0, du, dv)
      .reads(rowGains, 2 * use.rowsOf(into, 'TEXTURE'))
      .writesTexture(into),
  softLight: (use, into, mask, u0, v0, du, dv, opacity, y, u, v) =>
    use.texture(mask).values(u0, v0, du, dv, opacity, y, u, v).changesTexture(into),
  drawWarped: (use, target, sprite, nodes, columns, cellBits, fades) => {
    const rows = Math.ceil(use.rowsOf(target, 'FRAME') / 2 ** cellBits) + 1
    return use
      .frame(target)
      .sprite(sprite)
      .values(columns, cellBits, fades)
      .reads(nodes, columns * rows * NODE_BYTES)
  },
  drawPieces: (use, target, sprite, pieces, count) =>
    use
      .frame(target)
      .sprite(sprite)
      .values(count)
      .reads(pieces, count * PIECE_BYTES),
  spreadOutline: (use, points, count, firstX, pitch, out, width) => {
    const offset = use.findOffset(out)
    use.values(count, firstX, pitch, width, offset).reads(points, count * 4)
    return offset === 0 ? use.writes(out) : use.changes(out)
  },
  drawRidges: (use, target, ridges, count, outlines, width) =>
    use
      .frame(target)
      .values(count, width)
      .reads(ridges, count * RIDGE_BYTES)
      .reads(outlines, 0),
  drawLetterRow: (use, target, tone, inkY, inkU, inkV, letters, stride, shift, y, height, ...values) => {
    const { lumaBytes, chromaBytes } = use.measurePlanes(target)
    const rows = use.rowsOf(target, 'FRAME')
    const chroma = (chromaBytes / rows) * height
    return use
      .frame(target)
      .values(stride, shift, y, height, ...values)
      .reads(tone, (lumaBytes / rows) * height)
      .reads(inkY, (lumaBytes / rows) * height)
      .reads(inkU, chroma)
      .reads(inkV, chroma)
      .reads(letters, stride * height)
  },
}
