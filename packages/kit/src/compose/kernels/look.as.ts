// Looks at a finished frame: its colours as RGB, and how much is drawn in it.
import { Target, storeHalf } from "./target.as"

/** Writes the frame as RGB bytes; chroma is interpolated from its place left of centre. */
export function frameToRgb(target: Target, rgb: usize): void {
  const lastC = (target.height >> 1) - 1, lastX = (target.width >> 1) - 1
  for (let y = 0; y < target.height; y++) {
    const near = y >> 1, far = min(lastC, max(0, y & 1 ? near + 1 : near - 1))
    const n = near * target.strideC, f = far * target.strideC
    const luma = target.y + y * target.strideY, out = rgb + <usize>(y * target.width * 3)
    let x = 0
    // The last pixels have no neighbour in their row: one by one.
    for (; x + 8 < target.width; x += 8) eightToRgb(target, luma + x, n + (x >> 1), f + (x >> 1), out + <usize>(x * 3))
    for (; x < target.width; x++) {
      const i = x >> 1, j = x & 1 ? min(lastX, i + 1) : i
      pixelToRgb(luma + x, chromaAt(target.u, n, f, i, j), chromaAt(target.v, n, f, i, j), out + <usize>(x * 3))
    }
  }
}

@inline function pixelToRgb(luma: usize, u: f32, v: f32, out: usize): void {
  const l = (<f32>load<u8>(luma) - 16) * LUMA
  store<u8>(out, toByte(l + RED_V * v))
  store<u8>(out, toByte(l - GREEN_U * u - GREEN_V * v), 1)
  store<u8>(out, toByte(l + BLUE_U * u), 2)
}

// BT.709, limited range.
const LUMA: f32 = 1.16438356
const RED_V: f32 = 1.79274107, GREEN_U: f32 = 0.21324861, GREEN_V: f32 = 0.53290933, BLUE_U: f32 = 2.11240179

@inline function chromaAt(plane: usize, near: i32, far: i32, i: i32, j: i32): f32 {
  const a = 3 * (<i32>load<u8>(plane + near + i) + <i32>load<u8>(plane + near + j))
  const b = <i32>load<u8>(plane + far + i) + <i32>load<u8>(plane + far + j)
  return <f32>(a + b) * 0.125 - 128
}

@inline function toByte(value: f32): u8 {
  return <u8>min<f32>(255, max<f32>(0, value + 0.5))
}

/** The same sums as for one pixel; `near` and `far` are where their chroma begins. */
@inline function eightToRgb(target: Target, luma: usize, near: i32, far: i32, out: usize): void {
  const L = v128.load_ext<u8>(luma), U = eightChroma(target.u + near, target.u + far), V = eightChroma(target.v + near, target.v + far)
  const l0 = lumaLight(i32x4.extend_low_i16x8_u(L)), l1 = lumaLight(i32x4.extend_high_i16x8_u(L))
  const u0 = chromaLight(i32x4.extend_low_i16x8_u(U)), u1 = chromaLight(i32x4.extend_high_i16x8_u(U))
  const v0 = chromaLight(i32x4.extend_low_i16x8_u(V)), v1 = chromaLight(i32x4.extend_high_i16x8_u(V))
  const red = toWords(f32x4.add(l0, times(v0, RED_V)), f32x4.add(l1, times(v1, RED_V)))
  const green = toWords(
    f32x4.sub(f32x4.sub(l0, times(u0, GREEN_U)), times(v0, GREEN_V)),
    f32x4.sub(f32x4.sub(l1, times(u1, GREEN_U)), times(v1, GREEN_V)),
  )
  const blue = toWords(f32x4.add(l0, times(u0, BLUE_U)), f32x4.add(l1, times(u1, BLUE_U)))
  const RG = i8x16.narrow_i16x8_u(red, green), B = i8x16.narrow_i16x8_u(blue, blue)
  v128.store(out, i8x16.shuffle(RG, B, 0, 8, 16, 1, 9, 17, 2, 10, 18, 3, 11, 19, 4, 12, 20, 5))
  storeHalf(out + 16, i8x16.shuffle(RG, B, 13, 21, 6, 14, 22, 7, 15, 23, 0, 0, 0, 0, 0, 0, 0, 0))
}

/** Eight times the chroma of eight pixels: every second one lies between two samples. */
@inline function eightChroma(near: usize, far: usize): v128 {
  const N = v128.load_ext<u8>(near), F = v128.load_ext<u8>(far)
  const S = i16x8.add(i16x8.add(i16x8.shl(N, 1), N), F)
  return i16x8.add(i16x8.shuffle(S, S, 0, 0, 1, 1, 2, 2, 3, 3), i16x8.shuffle(S, S, 0, 1, 1, 2, 2, 3, 3, 4))
}

@inline function lumaLight(values: v128): v128 {
  return times(f32x4.sub(f32x4.convert_i32x4_s(values), f32x4.splat(16)), LUMA)
}

@inline function chromaLight(sums: v128): v128 {
  return f32x4.sub(times(f32x4.convert_i32x4_s(sums), 0.125), f32x4.splat(128))
}

@inline function times(values: v128, factor: f32): v128 {
  return f32x4.mul(values, f32x4.splat(factor))
}

/** Rounded; what is no byte becomes one when words are narrowed. */
@inline function toWords(low: v128, high: v128): v128 {
  const half = f32x4.splat(0.5)
  return i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(f32x4.add(low, half)), i32x4.trunc_sat_f32x4_s(f32x4.add(high, half)))
}

/** The sum of all edges of the luma plane, to the right and below, in every second row; those up to `noise` don't count. */
export function sumEdges(target: Target, noise: i32): f64 {
  const N = i16x8.splat(<i16>noise)
  let sum: f64 = 0
  for (let y = 0; y < target.height - 1; y += 2) {
    const row = target.y + y * target.strideY
    let x = 0, S = i32x4.splat(0)
    // The last pixel has none to its right.
    for (; x + 8 < target.width; x += 8) {
      const E = edgesAt(row + x, target.strideY)
      S = i32x4.add(S, i32x4.extadd_pairwise_i16x8_u(v128.and(E, i16x8.gt_s(E, N))))
    }
    sum += <f64>(i32x4.extract_lane(S, 0) + i32x4.extract_lane(S, 1) + i32x4.extract_lane(S, 2) + i32x4.extract_lane(S, 3))
    for (; x < target.width - 1; x++) {
      const value = <i32>load<u8>(row + x)
      const edge = abs(<i32>load<u8>(row + x, 1) - value) + abs(<i32>load<u8>(row + x + target.strideY) - value)
      if (edge > noise) sum += <f64>edge
    }
  }
  return sum
}

@inline function edgesAt(p: usize, stride: i32): v128 {
  const V = v128.load_ext<u8>(p)
  return i16x8.add(i16x8.abs(i16x8.sub(v128.load_ext<u8>(p, 1), V)), i16x8.abs(i16x8.sub(v128.load_ext<u8>(p + stride), V)))
}
