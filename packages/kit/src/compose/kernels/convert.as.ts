// From painted RGBA to sprites and textures, and from planes back to RGB. Runs when something is painted.
import { Sprite, Texture, storeHalf } from "./target.as"

// BT.709, limited range, times 2^16. Premultiplied RGB goes through the linear part alone, so alpha needs no division.
const YR: i32 = 11966, YG: i32 = 40254, YB: i32 = 4064
const UR: i32 = -6596, UG: i32 = -22189, UB: i32 = 28785
const VR: i32 = 28785, VG: i32 = -26145, VB: i32 = -2640

/**
 * Turns `rows` rows (even) of premultiplied RGBA, from row `firstRow` (even) of the sprite on, into the sprite's planes.
 * Chroma is the 1 2 1 mean around even columns over two rows; at the column `edge` its left neighbour does not count.
 */
export function spriteRows(sprite: Sprite, rgba: usize, rgbaStride: i32, firstRow: i32, rows: i32, edge: i32): void {
  const width = sprite.width
  for (let y = 0; y < rows; y++) {
    const src = rgba + y * rgbaStride
    const o = <usize>((firstRow + y) * sprite.strideY)
    for (let x = 0; x < width; x++) {
      const p = load<u32>(src + (<usize>x << 2))
      const r = <i32>(p & 255), g = <i32>((p >> 8) & 255), b = <i32>((p >> 16) & 255)
      store<u8>(sprite.planeY + o + x, <u8>(16 + ((r * YR + g * YG + b * YB + 32768) >> 16)))
      store<u8>(sprite.planeA + o + x, <u8>(p >> 24))
    }
  }
  for (let y = 0; y < rows; y += 2) chromaRow(sprite, rgba + y * rgbaStride, rgbaStride, (firstRow + y) >> 1, edge)
}

function chromaRow(sprite: Sprite, a: usize, stride: i32, row: i32, edge: i32): void {
  const b = a + stride
  const o = <usize>(row * sprite.strideC), n = sprite.width >> 1
  let lastR = 0, lastG = 0, lastB = 0, lastA = 0
  for (let i = 0; i < n; i++) {
    const p = <usize>i << 3
    const a0 = load<u32>(a + p), a1 = load<u32>(a + p, 4), b0 = load<u32>(b + p), b1 = load<u32>(b + p, 4)
    if (2 * i == edge) {
      lastR = channel(a0, 0) + channel(b0, 0); lastG = channel(a0, 8) + channel(b0, 8)
      lastB = channel(a0, 16) + channel(b0, 16); lastA = channel(a0, 24) + channel(b0, 24)
    }
    const nextR = channel(a1, 0) + channel(b1, 0), nextG = channel(a1, 8) + channel(b1, 8)
    const nextB = channel(a1, 16) + channel(b1, 16), nextA = channel(a1, 24) + channel(b1, 24)
    const R = lastR + 2 * (channel(a0, 0) + channel(b0, 0)) + nextR
    const G = lastG + 2 * (channel(a0, 8) + channel(b0, 8)) + nextG
    const B = lastB + 2 * (channel(a0, 16) + channel(b0, 16)) + nextB
    const A = lastA + 2 * (channel(a0, 24) + channel(b0, 24)) + nextA
    store<u8>(sprite.planeU + o + i, <u8>(128 + ((R * UR + G * UG + B * UB + 262144) >> 19)))
    store<u8>(sprite.planeV + o + i, <u8>(128 + ((R * VR + G * VG + B * VB + 262144) >> 19)))
    store<u8>(sprite.planeAC + o + i, <u8>((A + 4) >> 3))
    lastR = nextR; lastG = nextG; lastB = nextB; lastA = nextA
  }
}

@inline function channel(pixel: u32, shift: i32): i32 {
  return <i32>((pixel >> shift) & 255)
}

/** Finds, per row, where paint starts and ends, and the longest stretch along which alpha does not change. */
export function findSpans(alpha: usize, stride: i32, width: i32, height: i32, spans: usize, evens: usize): void {
  for (let y = 0; y < height; y++) {
    const row = alpha + y * stride
    let start = 0, end = width
    while (start < end && !load<u8>(row + start)) start++
    while (end > start && !load<u8>(row + end - 1)) end--
    let best = start, bestEnd = start, run = start
    for (let x = start; x <= end; x++) {
      if (x < end && load<u8>(row + x) == load<u8>(row + run)) continue
      if (x - run > bestEnd - best && load<u8>(row + run)) { best = run; bestEnd = x }
      run = x
    }
    const span = spans + <usize>(y << 3)
    store<i16>(span, <i16>start)
    store<i16>(span, <i16>best, 2)
    store<i16>(span, <i16>bestEnd, 4)
    store<i16>(span, <i16>end, 6)
    store<u8>(evens + y, load<u8>(row + best))
  }
}

/** Distance from the sprite's middle to its nearest pixel that is not opaque. */
export function findOpaqueRadius(sprite: Sprite): f32 {
  const midX = <f32>sprite.width * 0.5, midY = <f32>sprite.height * 0.5
  let nearest = min(midX * midX, midY * midY)
  for (let y = 0; y < sprite.height; y++) {
    const dy = <f32>y + 0.5 - midY
    if (dy * dy >= nearest) continue
    for (let x = 0; x < sprite.width; x++) {
      if (load<u8>(sprite.planeA + y * sprite.strideY + x) == 255) continue
      const dx = <f32>x + 0.5 - midX
      nearest = min(nearest, dx * dx + dy * dy)
    }
  }
  return Mathf.sqrt(nearest)
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

/**
 * Colours the levels in a texture's first plane, 0 to 32767, by a ramp of 256 steps: three i16 each, as texture samples.
 * The levels are replaced.
 */
export function colourLevels(texture: Texture, ramp: usize): void {
  for (let y = 0; y < texture.height; y++) {
    const o = <usize>(y * texture.stride) << 1
    for (let x = 0; x < texture.width; x++) {
      const p = o + (<usize>x << 1)
      const level = <i32>max<i16>(0, load<i16>(texture.planeY + p))
      const step = level >> 7, part = level & 127
      const a = ramp + <usize>(step * 6), b = ramp + <usize>(min(255, step + 1) * 6)
      store<i16>(texture.planeY + p, blend(load<i16>(a), load<i16>(b), part))
      store<i16>(texture.planeU + p, blend(load<i16>(a, 2), load<i16>(b, 2), part))
      store<i16>(texture.planeV + p, blend(load<i16>(a, 4), load<i16>(b, 4), part))
    }
  }
}

@inline function blend(a: i16, b: i16, part: i32): i16 {
  return <i16>(<i32>a + (((<i32>b - <i32>a) * part) >> 7))
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
