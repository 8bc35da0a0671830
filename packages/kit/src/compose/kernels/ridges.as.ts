// Ridges behind each other: outlines that hide what lies behind them, lit along their crests.
import { Target, ditherAt, q15, touch } from "./target.as"

/**
 * How one ridge is coloured: plane values below the fade, at the crest, and of the line on it; lengths in 1/16 pixel. An
 * open one (1) hides nothing: only its line and its crest's light are drawn.
 */
@unmanaged class Ridge {
  baseY: i32
  baseU: i32
  baseV: i32
  crestY: i32
  crestU: i32
  crestV: i32
  lineY: i32
  lineU: i32
  lineV: i32
  fade: i32
  line: i32
  open: i32
}

const RIDGE_BYTES: usize = 48
/** Columns between which an outline is straight. */
const KNOT: i32 = 4
const LANES: i32 = 16
const BLOCK: i32 = 64
const STRIPS: i32 = 4

/**
 * Spreads the points of an outline over columns by the cubic B-spline: point 1 lies at `firstX`, each further one `pitch`
 * pixels on, and one point lies beyond either end. `width` is a multiple of 4.
 */
export function spreadOutline(points: usize, count: i32, firstX: f32, pitch: f32, out: usize, width: i32): void {
  let before = splineAt(points, count, -firstX / pitch)
  for (let x = 0; x < width; x += KNOT) {
    const after = splineAt(points, count, (<f32>(x + KNOT) - firstX) / pitch)
    const step: f32 = (after - before) * <f32>0.25
    const o = out + (<usize>x << 2)
    store<f32>(o, before)
    store<f32>(o, before + step, 4)
    store<f32>(o, before + <f32>2 * step, 8)
    store<f32>(o, before + <f32>3 * step, 12)
    before = after
  }
}

function splineAt(points: usize, count: i32, at: f32): f32 {
  const held = min<f32>(<f32>(count - 3) - 0.001, max<f32>(0, at))
  const i = <i32>held
  const t: f32 = held - <f32>i, s: f32 = <f32>1 - t
  const p = points + (<usize>i << 2)
  const outer = s * s * s * load<f32>(p) + t * t * t * load<f32>(p, 12)
  return (outer + inner(t) * load<f32>(p, 4) + inner(s) * load<f32>(p, 8)) * (<f32>1 / <f32>6)
}

/** Weight of the spline's inner points. */
@inline function inner(t: f32): f32 {
  return t * t * (<f32>3 * t - <f32>6) + <f32>4
}

/** Draws ridges, the farthest first. `outlines` holds a row of `width` f32 for each; `limits` is scratch for four i32 each. */
export function drawRidges(target: Target, ridges: usize, count: i32, outlines: usize, width: i32, limits: usize): void {
  drawPlane(target, target.y, 0, target.strideY, target.touchedY, target.width, target.clipTop, target.clipBottom, ridges, count, outlines, width, limits)
  const top = target.clipTop >> 1, bottom = target.clipBottom >> 1, twin = <isize>target.v - <isize>target.u
  drawPlane(target, target.u, twin, target.strideC, target.touchedC, target.width >> 1, top, bottom, ridges, count, outlines, width, limits)
}

/** The luma plane, or both chroma planes, of which the other lies `twin` further on: ridges have the same form there. */
function drawPlane(
  target: Target, plane: usize, twin: isize, stride: i32, touched: usize, columns: i32, clipTop: i32, clipBottom: i32,
  ridges: usize, count: i32, outlines: usize, width: i32, limits: usize,
): void {
  let highest = clipBottom
  const isChroma = twin != 0
  // Blocks as wide as a cache line: a ridge's rows are still at hand when its next strip is drawn.
  for (let block = 0; block < columns; block += BLOCK) {
    const end = min(columns, block + BLOCK)
    for (let x = block; x < end; x += LANES) {
      findLimits(ridges, count, outlines, width, x, isChroma, clipBottom, limits + (<usize>((x - block) / LANES) << 2))
    }
    for (let i = 0; i < count; i++) {
      const ridge = changetype<Ridge>(ridges + <usize>i * RIDGE_BYTES)
      for (let x = block; x < end; x += LANES) {
        const a = outlineAt(outlines, i, width, x, isChroma), b = outlineAt(outlines, i, width, x + 4, isChroma)
        const c = outlineAt(outlines, i, width, x + 8, isChroma), d = outlineAt(outlines, i, width, x + 12, isChroma)
        const top = <i32>Mathf.floor(lowestOf(f32x4.min(f32x4.min(a, b), f32x4.min(c, d))) - 1)
        const from = max(clipTop, top), to = min(clipBottom, load<i32>(limits + (<usize>(i * STRIPS + (x - block) / LANES) << 2)))
        if (from >= to) continue
        highest = min(highest, from)
        const deepest = <i32>Mathf.ceil(highestOf(f32x4.max(f32x4.max(a, b), f32x4.max(c, d))) + 1)
        const origin = f32x4.splat(<f32>top)
        drawStrip(target, plane, twin, stride, x, from, to, top, deepest, toSixteenths(a, b, origin), toSixteenths(c, d, origin), ridge)
      }
    }
  }
  for (let row = highest; row < clipBottom; row++) touch(touched, row, 0, columns)
}

/** For each ridge the row from which on nearer ones hide it in sixteen columns. */
function findLimits(
  ridges: usize, count: i32, outlines: usize, width: i32, x: i32, isChroma: bool, bottom: i32, limits: usize,
): void {
  let f0 = f32x4.splat(<f32>bottom), f1 = f0, f2 = f0, f3 = f0
  for (let i = count - 1; i >= 0; i--) {
    const hidden = f32x4.max(f32x4.max(f0, f1), f32x4.max(f2, f3))
    store<i32>(limits + (<usize>(i * STRIPS) << 2), <i32>Mathf.ceil(highestOf(hidden)) + 1)
    if (changetype<Ridge>(ridges + <usize>i * RIDGE_BYTES).open) continue
    f0 = f32x4.min(f0, outlineAt(outlines, i, width, x, isChroma))
    f1 = f32x4.min(f1, outlineAt(outlines, i, width, x + 4, isChroma))
    f2 = f32x4.min(f2, outlineAt(outlines, i, width, x + 8, isChroma))
    f3 = f32x4.min(f3, outlineAt(outlines, i, width, x + 12, isChroma))
  }
}

@inline function toSixteenths(a: v128, b: v128, origin: v128): v128 {
  const sixteen = f32x4.splat(16)
  return i16x8.narrow_i32x4_s(
    i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(a, origin), sixteen)),
    i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(b, origin), sixteen)),
  )
}

/** Sixteen columns of one ridge, down to what hides it: edge and line, then the crest's light alone, then the base. Distances are in 1/16 pixel. */
@inline function drawStrip(
  target: Target, plane: usize, twin: isize, stride: i32, x: i32, from: i32, to: i32, top: i32, deepest: i32, left: v128, right: v128,
  ridge: Ridge,
): void {
  const half = twin ? 1 : 0
  const fade = max(1, ridge.fade >> half), thickness = ridge.line >> half
  const FADE = i16x8.splat(<i16>fade), STEP = i16x8.splat(<i16>(32767 / fade)), EDGE = i16x8.splat(<i16>(thickness + 8))
  const base = twin ? ridge.baseU : ridge.baseY, crest = twin ? ridge.crestU : ridge.crestY, line = twin ? ridge.lineU : ridge.lineY
  const BASE = i16x8.splat(<i16>(base << 6)), GLOW = i16x8.splat(<i16>((crest - base) << 6)), LINE = i16x8.splat(<i16>(line << 6))
  const BASE2 = i16x8.splat(<i16>(ridge.baseV << 6)), GLOW2 = i16x8.splat(<i16>((ridge.crestV - ridge.baseV) << 6))
  const LINE2 = i16x8.splat(<i16>(ridge.lineV << 6))
  const isOpen = ridge.open != 0
  const dark = deepest + (fade >> 4) + 1
  const plain = isOpen ? min(to, dark) : min(to, deepest + (thickness >> 4) + 2)
  let p = plane + <usize>(from * stride) + x
  let row = from
  for (; row < plain; row++, p += stride) {
    const at = i16x8.splat(<i16>min(32767, ((row - top) << 4) + 8)), dither = ditherAt(target, x, row)
    const a = i16x8.sub_sat_s(at, left), b = i16x8.sub_sat_s(at, right)
    const lit = litAt(i16x8.max_s(a, i16x8.splat(0)), FADE, STEP), lit2 = litAt(i16x8.max_s(b, i16x8.splat(0)), FADE, STEP)
    const onLine = toQ15(i16x8.sub_sat_s(EDGE, a)), onLine2 = toQ15(i16x8.sub_sat_s(EDGE, b))
    const covered = coveredAt(a, lit, onLine, isOpen), covered2 = coveredAt(b, lit2, onLine2, isOpen)
    storeEdge(p, lit, lit2, onLine, onLine2, covered, covered2, BASE, GLOW, LINE, dither)
    if (twin) storeEdge(p + twin, lit, lit2, onLine, onLine2, covered, covered2, BASE2, GLOW2, LINE2, dither)
  }
  if (isOpen) return
  for (const end = min(to, dark); row < end; row++, p += stride) {
    const at = i16x8.splat(<i16>min(32767, ((row - top) << 4) + 8)), dither = ditherAt(target, x, row)
    const lit = litAt(i16x8.sub_sat_s(at, left), FADE, STEP), lit2 = litAt(i16x8.sub_sat_s(at, right), FADE, STEP)
    storeLit(p, lit, lit2, BASE, GLOW, dither)
    if (twin) storeLit(p + twin, lit, lit2, BASE2, GLOW2, dither)
  }
  for (; row < to; row++, p += stride) {
    const dither = ditherAt(target, x, row)
    storePlain(p, BASE, dither)
    if (twin) storePlain(p + twin, BASE2, dither)
  }
}

/** How much of the crest's light is left so deep below the outline. */
@inline function litAt(depth: v128, FADE: v128, STEP: v128): v128 {
  const light = i16x8.mul(i16x8.sub(FADE, i16x8.min_s(depth, FADE)), STEP)
  return q15(light, light)
}

@inline function coveredAt(depth: v128, lit: v128, onLine: v128, isOpen: bool): v128 {
  const covered = toQ15(i16x8.add_sat_s(depth, i16x8.splat(8)))
  return isOpen ? q15(covered, i16x8.max_s(onLine, i16x8.shr_s(lit, 1))) : covered
}

@inline function storeEdge(
  p: usize, lit: v128, lit2: v128, onLine: v128, onLine2: v128, covered: v128, covered2: v128, BASE: v128, GLOW: v128, LINE: v128,
  dither: v128,
): void {
  const ground = v128.load(p)
  v128.store(p, i8x16.narrow_i16x8_u(
    edgeEight(i16x8.extend_low_i8x16_u(ground), lit, onLine, covered, BASE, GLOW, LINE, dither),
    edgeEight(i16x8.extend_high_i8x16_u(ground), lit2, onLine2, covered2, BASE, GLOW, LINE, dither),
  ))
}

@inline function edgeEight(
  bytes: v128, lit: v128, onLine: v128, covered: v128, BASE: v128, GLOW: v128, LINE: v128, dither: v128,
): v128 {
  const glowing = i16x8.add(BASE, q15(GLOW, lit)), ground = i16x8.shl(bytes, 6)
  const colour = i16x8.add(glowing, q15(i16x8.sub(LINE, glowing), onLine))
  const mixed = i16x8.add(ground, q15(i16x8.sub(colour, ground), covered))
  return i16x8.shr_s(i16x8.add(mixed, dither), 6)
}

@inline function storeLit(p: usize, lit: v128, lit2: v128, BASE: v128, GLOW: v128, dither: v128): void {
  const base = i16x8.add(BASE, dither)
  const low = i16x8.add(base, q15(GLOW, lit)), high = i16x8.add(base, q15(GLOW, lit2))
  v128.store(p, i8x16.narrow_i16x8_u(i16x8.shr_s(low, 6), i16x8.shr_s(high, 6)))
}

@inline function storePlain(p: usize, BASE: v128, dither: v128): void {
  const bytes = i16x8.shr_s(i16x8.add(BASE, dither), 6)
  v128.store(p, i8x16.narrow_i16x8_u(bytes, bytes))
}

/** Sixteenths of a pixel as a share of one, held between 0 and 1. */
@inline function toQ15(sixteenths: v128): v128 {
  const pixel = i16x8.splat(16), held = i16x8.min_s(i16x8.max_s(sixteenths, i16x8.splat(0)), pixel)
  return v128.bitselect(i16x8.splat(32767), i16x8.shl(held, 11), i16x8.eq(held, pixel))
}

/** Four columns of an outline; chroma takes every second one, at half the height. */
@inline function outlineAt(outlines: usize, ridge: i32, width: i32, x: i32, isChroma: bool): v128 {
  const row = outlines + (<usize>(ridge * width) << 2)
  if (!isChroma) return v128.load(row + (<usize>x << 2))
  const at = row + (<usize>x << 3)
  const even = i8x16.shuffle(v128.load(at), v128.load(at, 16), 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27)
  return f32x4.mul(even, f32x4.splat(0.5))
}

@inline function highestOf(v: v128): f32 {
  return max(max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)), max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)))
}

@inline function lowestOf(v: v128): f32 {
  return min(min(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)), min(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)))
}
