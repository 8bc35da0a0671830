import { readFileSync } from 'node:fs'

/** The compiled kernels; kernels.as.ts describes each. Addresses and numbers only. */
export type Kernels = {
  drawSprite(
    target: number,
    sprite: number,
    x: number,
    y: number,
    scaleX: number,
    scaleY: number,
    opacity: number,
    tintY: number,
    tintU: number,
    tintV: number,
    fadeAxis: number,
    fadeFrom: number,
    fadeTo: number,
  ): void
  drawRotated(
    target: number,
    sprite: number,
    x: number,
    y: number,
    pivotX: number,
    pivotY: number,
    cosine: number,
    sine: number,
    scale: number,
    opacity: number,
    tintY: number,
    tintU: number,
    tintV: number,
  ): void
  drawTexture(
    target: number,
    texture: number,
    u0: number,
    v0: number,
    du: number,
    dv: number,
    rowGains: number,
    opacity: number,
  ): void
  drawLight(
    target: number,
    texture: number,
    u0: number,
    v0: number,
    du: number,
    dv: number,
    opacity: number,
    y: number,
    u: number,
    v: number,
  ): void
  clearMask(mask: number, byteCount: number): void
  maskBars(
    mask: number,
    stride: number,
    height: number,
    bars: number,
    count: number,
    firstX: number,
    pitch: number,
    width: number,
    radius: number,
    scratch: number,
  ): void
  softFill(
    into: number,
    source: number,
    u0: number,
    v0: number,
    du: number,
    dv: number,
    rowGains: number,
    scratch: number,
  ): void
  softLight(
    into: number,
    mask: number,
    u0: number,
    v0: number,
    du: number,
    dv: number,
    opacity: number,
    y: number,
    u: number,
    v: number,
    scratch: number,
  ): void
  maskStrokes(
    mask: number,
    stride: number,
    width: number,
    height: number,
    strokes: number,
    count: number,
  ): void
  drawMask(
    target: number,
    mask: number,
    stride: number,
    x: number,
    y: number,
    width: number,
    height: number,
    opacity: number,
    colourY: number,
    colourU: number,
    colourV: number,
    rowY: number,
    rowU: number,
    rowV: number,
  ): void
  restore(target: number, keptY: number, keptU: number, keptV: number, top: number, bottom: number): void
  hideBehind(
    target: number,
    sprite: number,
    x: number,
    y: number,
    scale: number,
    tableY: number,
    tableC: number,
  ): void
  addGrain(
    target: number,
    tile: number,
    side: number,
    offsetX: number,
    offsetY: number,
    strength: number,
  ): void
  frameToRgb(target: number, rgb: number): void
  spriteRows(
    sprite: number,
    rgba: number,
    rgbaStride: number,
    firstRow: number,
    rows: number,
    edge: number,
  ): void
  findSpans(alpha: number, stride: number, width: number, height: number, spans: number, evens: number): void
  findOpaqueRadius(sprite: number): number
  halvePlane(
    src: number,
    srcStride: number,
    dst: number,
    dstStride: number,
    width: number,
    height: number,
  ): void
  textureFromRgba(
    texture: number,
    rgba: number,
    rgbaStride: number,
    gain: number,
    saturation: number,
    tintY: number,
    tintU: number,
    tintV: number,
    tintAmount: number,
  ): void
  textureFromFloats(texture: number, cells: number): void
  textureFromAlpha(texture: number, sprite: number, reduction: number, offsetX: number, offsetY: number): void
  blurPlane(plane: number, stride: number, width: number, height: number, radius: number, line: number): void
  doublePlane(
    src: number,
    srcStride: number,
    width: number,
    height: number,
    dst: number,
    dstStride: number,
    line: number,
  ): void
  turnPlane(
    src: number,
    stride: number,
    width: number,
    height: number,
    dst: number,
    dstStride: number,
    degrees: number,
  ): void
  turnPlaneOver(
    src: number,
    stride: number,
    width: number,
    height: number,
    dst: number,
    dstStride: number,
  ): void
  extendPlane(plane: number, stride: number, width: number, height: number, pad: number): void
}

/** Compiles the kernels; once per render, the module travels to the other threads. */
export function compileKernels(): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)))
}

/** The kernels at work on a memory; every thread has its own instance. */
export function instantiateKernels(module: WebAssembly.Module, memory: WebAssembly.Memory): Kernels {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernels
}
