// Written by `npm run build:kernels` from the AssemblyScript beside it. Do not edit.

/** A place in the kernels' memory. */
export type Address = number

/** The compiled kernels. */
export type KernelFunctions = {
  drawSprite(target: Address, sprite: Address, x: number, y: number, scaleX: number, scaleY: number, opacity: number, tintY: number, tintU: number, tintV: number, axis: number, from: number, to: number): void
  drawRotated(target: Address, sprite: Address, x: number, y: number, pivotX: number, pivotY: number, cosine: number, sine: number, scale: number, opacity: number, tintY: number, tintU: number, tintV: number): void
  fillDisc(target: Address, x: number, y: number, radius: number, hole: number, colourY: number, colourU: number, colourV: number): void
  lightDisc(target: Address, keys: Address, gains: Address, spans: Address, side: number, x: number, y: number, table: Address): void
  fillSweep(target: Address, x: number, y: number, sine: number, cosine: number, isPastHalf: number, before: number, after: number): void
  printPlates(target: Address, sprite: Address, x: number, y: number, spread: number, other: Address, otherX: number, otherY: number, otherSpread: number, sharpness: number, edgeRow: number, wet: number, wetness: number, paper: number, ink: number, otherInk: number, both: number, oldInk: number, oldOtherInk: number, oldBoth: number): void
  drawFace(target: Address, sprite: Address, columns: Address, room: number, from: number, count: number, fromC: number, countC: number, top: number, bottom: number, opaque: number): void
  drawTexture(target: Address, texture: Address, u0: number, v0: number, du: number, dv: number, rowGains: Address, alpha: number): void
  drawLight(target: Address, texture: Address, u0: number, v0: number, du: number, dv: number, alpha: number, y: number, u: number, v: number): void
  drawVeiled(target: Address, sprite: Address, x: number, y: number, scaleX: number, scaleY: number, texture: Address, u0: number, v0: number, du: number, dv: number, alpha: number, colourY: number, colourU: number, colourV: number): void
  clearMask(mask: Address, byteCount: number): void
  maskBars(mask: Address, stride: number, height: number, bars: Address, count: number, firstX: number, pitch: number, width: number, radius: number, column: Address): void
  drawMask(target: Address, mask: Address, stride: number, x: number, y: number, width: number, height: number, gain: number, colourY: number, colourU: number, colourV: number, rowY: Address, rowU: Address, rowV: Address): void
  drawStrokes(target: Address, mask: Address, stride: number, x: number, y: number, width: number, height: number, marksOfRows: Address, strokes: Address, count: number, gain: number, colourY: number, colourU: number, colourV: number, rowY: Address, rowU: Address, rowV: Address): void
  restore(target: Address, keptY: Address, keptU: Address, keptV: Address, top: number, bottom: number): void
  hideBehind(target: Address, sprite: Address, x: number, y: number, scale: number, tableY: Address, tableC: Address): void
  addGrain(target: Address, tile: Address, side: number, offsetX: number, offsetY: number, strength: number): void
  frameToRgb(target: Address, rgb: Address): void
  sumEdges(target: Address, noise: number): number
  spriteRows(sprite: Address, rgba: Address, rgbaStride: number, firstRow: number, rows: number, edge: number): void
  halvePlane(src: Address, srcStride: number, dst: Address, dstStride: number, width: number, height: number): void
  textureFromRgba(texture: Address, rgba: Address, rgbaStride: number, gain: number, saturation: number, tintY: number, tintU: number, tintV: number, tintAmount: number): void
  textureFromFloats(texture: Address, cells: Address): void
  textureFromAlpha(texture: Address, sprite: Address, reduction: number, offsetX: number, offsetY: number): void
  blurPlane(plane: Address, stride: number, width: number, height: number, radius: number, line: Address): void
  doublePlane(src: Address, srcStride: number, width: number, height: number, dst: Address, dstStride: number, line: Address): void
  extendPlane(plane: Address, stride: number, width: number, height: number, pad: number): void
  colourLevels(texture: Address, ramp: Address): void
  findSpans(alpha: Address, stride: number, width: number, height: number, spans: Address, evens: Address): void
  findOpaqueRadius(sprite: Address): number
  turnPlane(src: Address, stride: number, width: number, height: number, dst: Address, dstStride: number, degrees: number): void
  turnPlaneOver(src: Address, stride: number, width: number, height: number, dst: Address, dstStride: number): void
  gradePicture(y: Address, strideY: number, u: Address, v: Address, strideC: number, width: number, height: number, gain: number, offset: number, saturation: number, toneU: number, slopeU: number, toneV: number, slopeV: number): void
  softFill(into: Address, source: Address, u0: number, v0: number, du: number, dv: number, rowGains: Address, scratch: Address): void
  softLight(into: Address, mask: Address, u0: number, v0: number, du: number, dv: number, opacity: number, y: number, u: number, v: number, scratch: Address): void
  drawWarped(target: Address, sprite: Address, nodes: Address, columns: number, cellBits: number, fades: number): void
  drawPieces(target: Address, sprite: Address, pieces: Address, count: number): void
  spreadOutline(points: Address, count: number, firstX: number, pitch: number, out: Address, width: number): void
  drawRidges(target: Address, ridges: Address, count: number, outlines: Address, width: number, limits: Address): void
  drawLetterRow(target: Address, tone: Address, inkY: Address, inkU: Address, inkV: Address, letters: Address, stride: number, shift: number, y: number, height: number, weight: number, gain: number, under: number, ground: number): void
}
