// From painted RGBA to sprites and textures, and from planes back to RGB. Runs when something is painted.
import { Sprite, Texture, storeHalf, storeUpper } from "./target.as"

// BT.709, limited range, times 2^16. Premultiplied RGB goes through the linear part alone, so alpha needs no division.
const YR: i32 = 11966, YG: i32 = 40254, YB: i32 = 4064
const UR: i32 = -6596, UG: i32 = -22189, UB: i32 = 28785
const VR: i32 = 28785, VG: i32 = -26145, VB: i32 = -2640

/**
 * Turns `rows` rows (even) of premultiplied RGBA, from row `firstRow` (even) of the sprite on, into the sprite's planes.
 * Chroma is the 1 2 1 mean around even columns over two rows; at the column `edge` its left neighbour does not count.
 */
export function spriteRows(sprite: Sprite, rgba: usize, rgbaStride: i32, firstRow: i32, rows: i32, edge: i32): void {
  for (let y = 0; y < rows; y++) lumaRow(sprite, rgba + y * rgbaStride, <usize>((firstRow + y) * sprite.strideY))
  for (let y = 0; y < rows; y += 2) chromaRow(sprite, rgba + y * rgbaStride, rgbaStride, (firstRow + y) >> 1, edge)
}

/** Sixteen columns at once; where nothing is painted, which is most of many pictures, they are only cleared. */
function lumaRow(sprite: Sprite, src: usize, o: usize): void {
  const width = sprite.width, luma = sprite.planeY + o, alpha = sprite.planeA + o
  let x = 0
  for (; x + 16 <= width; x += 16) {
    const s = src + (<usize>x << 2)
    const a = v128.load(s), b = v128.load(s, 16), c = v128.load(s, 32), d = v128.load(s, 48)
    if (!v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) {
      v128.store(luma + x, i8x16.splat(16))
      v128.store(alpha + x, i8x16.splat(0))
      continue
    }
    // Red and green, blue and opacity of eight pixels each.
    const rgLow = v128.shuffle<i16>(a, b, 0, 2, 4, 6, 8, 10, 12, 14), baLow = v128.shuffle<i16>(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
    const rgHigh = v128.shuffle<i16>(c, d, 0, 2, 4, 6, 8, 10, 12, 14), baHigh = v128.shuffle<i16>(c, d, 1, 3, 5, 7, 9, 11, 13, 15)
    v128.store(luma + x, i8x16.narrow_i16x8_u(lumaOf(rgLow, baLow), lumaOf(rgHigh, baHigh)))
    v128.store(alpha + x, i8x16.narrow_i16x8_u(i16x8.shr_u(baLow, 8), i16x8.shr_u(baHigh, 8)))
  }
  for (; x < width; x++) {
    const p = load<u32>(src + (<usize>x << 2))
    store<u8>(luma + x, <u8>(16 + ((channel(p, 0) * YR + channel(p, 8) * YG + channel(p, 16) * YB + 32768) >> 16)))
    store<u8>(alpha + x, <u8>(p >> 24))
  }
}

/** Of eight pixels. */
@inline function lumaOf(rg: v128, ba: v128): v128 {
  const byte = i16x8.splat(255)
  const r = v128.and(rg, byte), g = i16x8.shr_u(rg, 8), b = v128.and(ba, byte)
  const yr = i16x8.splat(<i16>YR), yg = i16x8.splat(<i16>YG), yb = i16x8.splat(<i16>YB), half = i32x4.splat(32768)
  const low = i32x4.add(
    i32x4.add(i32x4.extmul_low_i16x8_u(r, yr), i32x4.extmul_low_i16x8_u(g, yg)), i32x4.add(i32x4.extmul_low_i16x8_u(b, yb), half))
  const high = i32x4.add(
    i32x4.add(i32x4.extmul_high_i16x8_u(r, yr), i32x4.extmul_high_i16x8_u(g, yg)), i32x4.add(i32x4.extmul_high_i16x8_u(b, yb), half))
  // The upper halves of the sums.
  const luma = v128.shuffle<i16>(low, high, 1, 3, 5, 7, 9, 11, 13, 15)
  return i16x8.add(luma, i16x8.splat(16))
}

/** Four samples of colour at once, except around the edge of the frame and at the end. */
function chromaRow(sprite: Sprite, a: usize, stride: i32, row: i32, edge: i32): void {
  const b = a + stride
  const o = <usize>(row * sprite.strideC), n = sprite.width >> 1
  const planeU = sprite.planeU + o, planeV = sprite.planeV + o, planeAC = sprite.planeAC + o
  const weightU = weights(UR, UG, UB), weightV = weights(VR, VG, VB)
  let i = 0
  if (n > 0) chromaAt(sprite, a, b, o, i++, edge)
  while (i < n) {
    const hasEdge = edge >= 2 * i && edge < 2 * i + 8
    if (hasEdge || i + 4 > n) {
      chromaAt(sprite, a, b, o, i++, edge)
      continue
    }
    const p = <usize>i << 3
    const a0 = v128.load(a + p), a1 = v128.load(a + p, 16), b0 = v128.load(b + p), b1 = v128.load(b + p, 16)
    const beforeA = v128.load32_zero(a + p - 4), beforeB = v128.load32_zero(b + p - 4)
    if (!v128.any_true(v128.or(v128.or(v128.or(a0, a1), v128.or(b0, b1)), v128.or(beforeA, beforeB)))) {
      store<u32>(planeU + i, 0x80808080)
      store<u32>(planeV + i, 0x80808080)
      store<u32>(planeAC + i, 0)
      i += 4
      continue
    }
    // Both rows of two pixels each: an even column and an odd one.
    const s0 = i16x8.add(i16x8.extend_low_i8x16_u(a0), i16x8.extend_low_i8x16_u(b0))
    const s1 = i16x8.add(i16x8.extend_high_i8x16_u(a0), i16x8.extend_high_i8x16_u(b0))
    const s2 = i16x8.add(i16x8.extend_low_i8x16_u(a1), i16x8.extend_low_i8x16_u(b1))
    const s3 = i16x8.add(i16x8.extend_high_i8x16_u(a1), i16x8.extend_high_i8x16_u(b1))
    const odd0 = v128.shuffle<i64>(s0, s1, 1, 3), odd1 = v128.shuffle<i64>(s2, s3, 1, 3)
    const last = i16x8.add(i16x8.extend_low_i8x16_u(beforeA), i16x8.extend_low_i8x16_u(beforeB))
    const before0 = v128.shuffle<i64>(last, odd0, 0, 2), before1 = v128.shuffle<i64>(odd0, odd1, 1, 2)
    const first = i16x8.add(i16x8.add(before0, odd0), i16x8.shl(v128.shuffle<i64>(s0, s1, 0, 2), 1))
    const second = i16x8.add(i16x8.add(before1, odd1), i16x8.shl(v128.shuffle<i64>(s2, s3, 0, 2), 1))
    store<u32>(planeU + i, chromaOf(first, second, weightU))
    store<u32>(planeV + i, chromaOf(first, second, weightV))
    // Opacity is the upper word of each half.
    const alpha = i32x4.shr_u(v128.shuffle<i32>(first, second, 1, 3, 5, 7), 16)
    store<u32>(planeAC + i, narrow(i32x4.shr_u(i32x4.add(alpha, i32x4.splat(4)), 3)))
    i += 4
  }
}

/** For two pixels; their opacity has no colour. */
@inline function weights(r: i32, g: i32, b: i32): v128 {
  return i64x2.splat((<i64>r & 0xffff) | ((<i64>g & 0xffff) << 16) | ((<i64>b & 0xffff) << 32))
}

@inline function chromaOf(first: v128, second: v128, weight: v128): u32 {
  const x = i32x4.dot_i16x8_s(first, weight), y = i32x4.dot_i16x8_s(second, weight)
  const sum = i32x4.add(v128.shuffle<i32>(x, y, 0, 2, 4, 6), v128.shuffle<i32>(x, y, 1, 3, 5, 7))
  return narrow(i32x4.add(i32x4.shr_s(i32x4.add(sum, i32x4.splat(262144)), 19), i32x4.splat(128)))
}

/** Four numbers from 0 to 255 as bytes. */
@inline function narrow(values: v128): u32 {
  const words = i16x8.narrow_i32x4_s(values, values)
  return i32x4.extract_lane(i8x16.narrow_i16x8_u(words, words), 0)
}

function chromaAt(sprite: Sprite, a: usize, b: usize, o: usize, i: i32, edge: i32): void {
  const p = <usize>i << 3
  const a0 = load<u32>(a + p), a1 = load<u32>(a + p, 4), b0 = load<u32>(b + p), b1 = load<u32>(b + p, 4)
  const isEdge = 2 * i == edge
  const beforeA = isEdge ? a0 : i > 0 ? load<u32>(a + p - 4) : 0
  const beforeB = isEdge ? b0 : i > 0 ? load<u32>(b + p - 4) : 0
  const R = sum121(beforeA, beforeB, a0, b0, a1, b1, 0), G = sum121(beforeA, beforeB, a0, b0, a1, b1, 8)
  const B = sum121(beforeA, beforeB, a0, b0, a1, b1, 16), A = sum121(beforeA, beforeB, a0, b0, a1, b1, 24)
  store<u8>(sprite.planeU + o + i, <u8>(128 + ((R * UR + G * UG + B * UB + 262144) >> 19)))
  store<u8>(sprite.planeV + o + i, <u8>(128 + ((R * VR + G * VG + B * VB + 262144) >> 19)))
  store<u8>(sprite.planeAC + o + i, <u8>((A + 4) >> 3))
}

@inline function sum121(beforeA: u32, beforeB: u32, a0: u32, b0: u32, a1: u32, b1: u32, shift: i32): i32 {
  return channel(beforeA, shift) + channel(beforeB, shift) + 2 * (channel(a0, shift) + channel(b0, shift))
    + channel(a1, shift) + channel(b1, shift)
}

@inline function channel(pixel: u32, shift: i32): i32 {
  return <i32>((pixel >> shift) & 255)
}

/** Halves a plane of bytes: each output byte is the mean of 2 x 2. Reads and writes up to 16 bytes past a row's end. */
export function halvePlane(src: usize, srcStride: i32, dst: usize, dstStride: i32, width: i32, height: i32): void {
  const two = i16x8.splat(2)
  for (let y = 0; y < height; y++) {
    const a = src + ((y * srcStride) << 1), b = a + srcStride, d = dst + y * dstStride
    for (let x = 0; x < width; x += 8) {
      const p = <usize>x << 1
      const sum = i16x8.add(i16x8.extadd_pairwise_i8x16_u(v128.load(a + p)), i16x8.extadd_pairwise_i8x16_u(v128.load(b + p)))
      const mean = i16x8.shr_u(i16x8.add(sum, two), 2)
      storeHalf(d + x, i8x16.narrow_i16x8_u(mean, mean))
    }
  }
}

/** Turns opaque RGBA into a texture; `gain`, `saturation` in Q8; `tint` colours relative to black in 1/128, mixed by `tintAmount` (Q8). */
export function textureFromRgba(
  texture: Texture, rgba: usize, rgbaStride: i32, gain: i32, saturation: i32, tintY: i32, tintU: i32, tintV: i32, tintAmount: i32,
): void {
  for (let y = 0; y < texture.height; y++) {
    const src = rgba + y * rgbaStride
    const d = texture.planeY + ((y * texture.stride) << 1)
    for (let x = 0; x < texture.width; x++) {
      const p = load<u32>(src + (<usize>x << 2))
      const value = (channel(p, 0) * YR + channel(p, 8) * YG + channel(p, 16) * YB) >> 9
      store<i16>(d + (<usize>x << 1), grade(value, gain, 256, tintY, tintAmount))
    }
  }
  for (let y = 0; y < texture.heightC; y++) {
    const a = rgba + min(2 * y, texture.height - 1) * rgbaStride, b = rgba + min(2 * y + 1, texture.height - 1) * rgbaStride
    const o = <usize>(y * texture.strideC) << 1
    for (let x = 0; x < texture.widthC; x++) {
      const i = <usize>min(2 * x, texture.width - 1) << 2
      const before = i > 0 ? i - 4 : i, after = <usize>min(2 * x + 1, texture.width - 1) << 2
      const R = around(a, b, before, i, after, 0), G = around(a, b, before, i, after, 8), B = around(a, b, before, i, after, 16)
      const u = (R * UR + G * UG + B * UB) >> 12, v = (R * VR + G * VG + B * VB) >> 12
      store<i16>(texture.planeU + o + (<usize>x << 1), grade(u, gain, saturation, tintU, tintAmount))
      store<i16>(texture.planeV + o + (<usize>x << 1), grade(v, gain, saturation, tintV, tintAmount))
    }
  }
}

/** One channel of six pixels, weighted 1 2 1 over two rows: eight times its mean. */
@inline function around(a: usize, b: usize, before: usize, at: usize, after: usize, shift: i32): i32 {
  return channel(load<u32>(a + before), shift) + channel(load<u32>(b + before), shift)
    + 2 * (channel(load<u32>(a + at), shift) + channel(load<u32>(b + at), shift))
    + channel(load<u32>(a + after), shift) + channel(load<u32>(b + after), shift)
}

@inline function grade(value: i32, gain: i32, saturation: i32, tint: i32, amount: i32): i16 {
  const graded = (((value * gain) >> 8) * saturation) >> 8
  return <i16>min(32767, max(-32768, graded + (((tint - graded) * amount) >> 8)))
}

/** Reads floats (R, G, B from 0 to 255 per cell) into a texture of the same size for all planes. */
export function textureFromFloats(texture: Texture, cells: usize): void {
  const yr = <f32>YR / 512, yg = <f32>YG / 512, yb = <f32>YB / 512
  const ur = <f32>UR / 512, ug = <f32>UG / 512, ub = <f32>UB / 512
  const vr = <f32>VR / 512, vg = <f32>VG / 512, vb = <f32>VB / 512
  for (let y = 0; y < texture.height; y++) {
    const o = <usize>(y * texture.stride) << 1
    for (let x = 0; x < texture.width; x++) {
      const c = cells + <usize>((y * texture.width + x) * 12)
      const r = clampByte(load<f32>(c)), g = clampByte(load<f32>(c, 4)), b = clampByte(load<f32>(c, 8))
      const p = o + (<usize>x << 1)
      store<i16>(texture.planeY + p, <i16>(r * yr + g * yg + b * yb))
      store<i16>(texture.planeU + p, <i16>(r * ur + g * ug + b * ub))
      store<i16>(texture.planeV + p, <i16>(r * vr + g * vg + b * vb))
    }
  }
}

@inline function clampByte(value: f32): f32 {
  return min<f32>(255, max<f32>(0, value))
}

/** A step of a ramp takes 16 bytes. */
const STEP_BITS: i32 = 4

/**
 * Colours the levels in a texture's first plane, 0 to 32767, by a ramp of 256 steps: for each of three planes its texture sample and that
 * of the next step (i16), and two of nothing. The levels are replaced.
 */
export function colourLevels(texture: Texture, ramp: usize): void {
  const width = texture.width
  for (let y = 0; y < texture.height; y++) {
    const o = <usize>(y * texture.stride) << 1
    const planeY = texture.planeY + o, planeU = texture.planeU + o, planeV = texture.planeV + o
    // Four at once; what is coloured behind the last one is a repeated edge, which is written afterwards.
    for (let x = 0; x < width; x += 4) {
      const p = <usize>x << 1
      const levels = i32x4.max_s(v128.load16x4_s(planeY + p), i32x4.splat(0))
      const steps = i32x4.shl(i32x4.shr_s(levels, 7), STEP_BITS), part = v128.and(levels, i32x4.splat(127))
      const weights = v128.or(i32x4.sub(i32x4.splat(128), part), i32x4.shl(part, 16))
      const c0 = colourAt(ramp + i32x4.extract_lane(steps, 0), v128.shuffle<i32>(weights, weights, 0, 0, 0, 0))
      const c1 = colourAt(ramp + i32x4.extract_lane(steps, 1), v128.shuffle<i32>(weights, weights, 1, 1, 1, 1))
      const c2 = colourAt(ramp + i32x4.extract_lane(steps, 2), v128.shuffle<i32>(weights, weights, 2, 2, 2, 2))
      const c3 = colourAt(ramp + i32x4.extract_lane(steps, 3), v128.shuffle<i32>(weights, weights, 3, 3, 3, 3))
      const upper = v128.shuffle<i32>(c0, c1, 0, 4, 1, 5), lower = v128.shuffle<i32>(c2, c3, 0, 4, 1, 5)
      const colours = i16x8.narrow_i32x4_s(v128.shuffle<i64>(upper, lower, 0, 2), v128.shuffle<i64>(upper, lower, 1, 3))
      const last = v128.shuffle<i64>(v128.shuffle<i32>(c0, c1, 2, 6, 3, 7), v128.shuffle<i32>(c2, c3, 2, 6, 3, 7), 0, 2)
      storeHalf(planeY + p, colours)
      storeUpper(planeU + p, colours)
      storeHalf(planeV + p, i16x8.narrow_i32x4_s(last, last))
    }
  }
}

/** A colour between a step of the ramp and the next one, as three numbers. */
@inline function colourAt(step: usize, weights: v128): v128 {
  return i32x4.shr_s(i32x4.dot_i16x8_s(v128.load(step), weights), 7)
}

/** Reduces a sprite's alpha by whole numbers into the first plane of a texture, placed at (offsetX, offsetY) of it. */
export function textureFromAlpha(texture: Texture, sprite: Sprite, reduction: i32, offsetX: i32, offsetY: i32): void {
  const across = (sprite.width + reduction - 1) / reduction, down = (sprite.height + reduction - 1) / reduction
  const area = reduction * reduction
  for (let y = 0; y < down; y++) {
    const rowsEnd = min(sprite.height, (y + 1) * reduction)
    const d = texture.planeY + ((((y + offsetY) * texture.stride) + offsetX) << 1)
    for (let x = 0; x < across; x++) {
      const colsEnd = min(sprite.width, (x + 1) * reduction)
      let sum = 0
      for (let j = y * reduction; j < rowsEnd; j++) {
        for (let i = x * reduction; i < colsEnd; i++) sum += <i32>load<u8>(sprite.planeA + j * sprite.strideY + i)
      }
      store<i16>(d + (<usize>x << 1), <i16>(sum * 128 / area))
    }
  }
}

/** Replaces every sample of a 16-bit plane by the mean of its surroundings, along both axes. Edges are repeated. */
export function blurPlane(plane: usize, stride: i32, width: i32, height: i32, radius: i32, line: usize): void {
  if (radius < 1) return
  for (let y = 0; y < height; y++) blurLine(plane + ((y * stride) << 1), 2, width, radius, line)
  for (let x = 0; x < width; x++) blurLine(plane + (<usize>x << 1), <usize>stride << 1, height, radius, line)
}

function blurLine(start: usize, step: usize, n: i32, radius: i32, line: usize): void {
  for (let i = 0; i < n; i++) store<i16>(line + (<usize>i << 1), load<i16>(start + <usize>i * step))
  const window = 2 * radius + 1
  const scale = <i64>((1 << 24) / window)
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += lineAt(line, i, n)
  for (let i = 0; i < n; i++) {
    store<i16>(start + <usize>i * step, <i16>((<i64>sum * scale + (1 << 23)) >> 24))
    sum += lineAt(line, i + radius + 1, n) - lineAt(line, i - radius, n)
  }
}

@inline function lineAt(line: usize, i: i32, n: i32): i32 {
  return <i32>load<i16>(line + (<usize>min(n - 1, max(0, i)) << 1))
}

/**
 * Doubles a 16-bit plane by the quadratic B-spline: smooth where plain interpolation would show creases. Each new sample
 * takes three quarters of its nearest and one quarter of its next neighbour, downward first. `line` is scratch for a row.
 */
export function doublePlane(src: usize, srcStride: i32, width: i32, height: i32, dst: usize, dstStride: i32, line: usize): void {
  for (let y = 0; y < height; y++) {
    const at = src + ((y * srcStride) << 1)
    const up = src + ((max(0, y - 1) * srcStride) << 1), down = src + ((min(height - 1, y + 1) * srcStride) << 1)
    const out = dst + ((2 * y * dstStride) << 1)
    doubleRow(at, up, width, out, line)
    doubleRow(at, down, width, out + (dstStride << 1), line)
  }
}

function doubleRow(at: usize, beside: usize, width: i32, out: usize, line: usize): void {
  const first = line + 16
  for (let x = 0; x < width; x += 8) {
    const o = <usize>x << 1
    v128.store(first + o, quarterTo(v128.load(at + o), v128.load(beside + o)))
  }
  store<i16>(first - 2, load<i16>(first))
  const last = first + (<usize>(width - 1) << 1)
  store<i16>(last, load<i16>(last), 2)
  for (let x = 0; x < width; x += 8) {
    const p = first + (<usize>x << 1)
    const here = v128.load(p)
    const even = quarterTo(here, v128.load(p - 2)), odd = quarterTo(here, v128.load(p, 2))
    const d = out + (<usize>x << 2)
    v128.store(d, i8x16.shuffle(even, odd, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23))
    if (x + 4 < width) v128.store(d, i8x16.shuffle(even, odd, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31), 16)
  }
}

/** A quarter of the way from one sample to another. */
@inline function quarterTo(from: v128, to: v128): v128 {
  return i16x8.add(from, i16x8.shr_s(i16x8.add(i16x8.sub(to, from), i16x8.splat(2)), 2))
}

/** Repeats the edge samples of a 16-bit plane outward: one column left, `pad` right, one row above, two below. */
export function extendPlane(plane: usize, stride: i32, width: i32, height: i32, pad: i32): void {
  for (let y = 0; y < height; y++) {
    const row = plane + ((y * stride) << 1)
    store<i16>(row - 2, load<i16>(row))
    const last = load<i16>(row + (<usize>(width - 1) << 1))
    for (let x = width; x < width + pad; x++) store<i16>(row + (<usize>x << 1), last)
  }
  const bytes = <usize>(width + pad + 1) << 1
  memory.copy(plane - 2 - (stride << 1), plane - 2, bytes)
  const lastRow = plane - 2 + (((height - 1) * stride) << 1)
  memory.copy(lastRow + (stride << 1), lastRow, bytes)
  memory.copy(lastRow + (stride << 2), lastRow, bytes)
}
