// The power of a frame's frequencies, by a real Fourier transform of half the size (real samples go in as pairs).
// Frames have 32 samples or more, and a power of two.

/** Where a transform's tables lie: the words of its record. */
const SIZE = 0, SCALE = 4, WINDOW = 8, ORDER = 12, TURNS = 16, LAST_TURNS = 20, WORK = 24, POWER = 28

/**
 * `frame`: as many floats as the transform's size. Its record: size (i32), scale of the result (f32), and places: a window of
 * `size` floats, the first size / 8 bit-reversed indices (u16), for each stage from length 4 on its cosines, then its sines,
 * size / 4 + 1 cosines of the last stage, then as many sines, `size` floats to work in, and size / 2 + 1 floats that come out.
 */
export function powerSpectrum(frame: usize, record: usize): void {
  const half = load<i32>(record, SIZE) >> 1
  const re = load<usize>(record, WORK), im = re + ((half as usize) << 2)
  firstStages(frame, load<usize>(record, WINDOW), load<usize>(record, ORDER), re, im, half)
  let table = load<usize>(record, TURNS), length = 4
  for (; length << 1 < half; length <<= 2) {
    stagePair(re, im, table, length, half)
    table += (length as usize) * 24
  }
  if (length < half) stage(re, im, table, length, half)
  separate(re, im, load<usize>(record, LAST_TURNS), load<usize>(record, POWER), half, load<f32>(record, SCALE))
}

/** Where a transform leaves its result. */
@inline export function powerOf(record: usize): usize {
  return load<usize>(record, POWER)
}

/**
 * Windows, reorders and does the first two stages, whose turns are quarter turns. Four neighbours in reversed order lie a
 * quarter of the frame apart, and four neighbours in the frame belong to four such groups: these are done at once.
 */
function firstStages(frame: usize, window: usize, order: usize, re: usize, im: usize, half: i32): void {
  const quarter = (half as usize) << 1
  for (let i: usize = 0; i < quarter; i += 32) {
    const a = f32x4.mul(v128.load(frame + i), v128.load(window + i))
    const aEnd = f32x4.mul(v128.load(frame + i, 16), v128.load(window + i, 16))
    const b = f32x4.mul(v128.load(frame + 2 * quarter + i), v128.load(window + 2 * quarter + i))
    const bEnd = f32x4.mul(v128.load(frame + 2 * quarter + i, 16), v128.load(window + 2 * quarter + i, 16))
    const c = f32x4.mul(v128.load(frame + quarter + i), v128.load(window + quarter + i))
    const cEnd = f32x4.mul(v128.load(frame + quarter + i, 16), v128.load(window + quarter + i, 16))
    const d = f32x4.mul(v128.load(frame + 3 * quarter + i), v128.load(window + 3 * quarter + i))
    const dEnd = f32x4.mul(v128.load(frame + 3 * quarter + i, 16), v128.load(window + 3 * quarter + i, 16))
    const r0 = evens(a, aEnd), i0 = odds(a, aEnd), r1 = evens(b, bEnd), i1 = odds(b, bEnd)
    const r2 = evens(c, cEnd), i2 = odds(c, cEnd), r3 = evens(d, dEnd), i3 = odds(d, dEnd)
    const ar = f32x4.add(r0, r1), ai = f32x4.add(i0, i1), br = f32x4.sub(r0, r1), bi = f32x4.sub(i0, i1)
    const cr = f32x4.add(r2, r3), ci = f32x4.add(i2, i3), dr = f32x4.sub(r2, r3), di = f32x4.sub(i2, i3)
    const at = order + (i >> 2)
    storeGroups(re, at, f32x4.add(ar, cr), f32x4.add(br, di), f32x4.sub(ar, cr), f32x4.sub(br, di))
    storeGroups(im, at, f32x4.add(ai, ci), f32x4.sub(bi, dr), f32x4.sub(ai, ci), f32x4.add(bi, dr))
  }
}

@inline function evens(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 2, 4, 6)
}

@inline function odds(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 1, 3, 5, 7)
}

/** Each lane of the four is a group, which goes where the order says. */
@inline function storeGroups(to: usize, order: usize, first: v128, second: v128, third: v128, fourth: v128): void {
  const low = v128.shuffle<f32>(first, second, 0, 4, 1, 5), lowEnd = v128.shuffle<f32>(third, fourth, 0, 4, 1, 5)
  const high = v128.shuffle<f32>(first, second, 2, 6, 3, 7), highEnd = v128.shuffle<f32>(third, fourth, 2, 6, 3, 7)
  v128.store(to + ((load<u16>(order) as usize) << 2), v128.shuffle<f64>(low, lowEnd, 0, 2))
  v128.store(to + ((load<u16>(order, 2) as usize) << 2), v128.shuffle<f64>(low, lowEnd, 1, 3))
  v128.store(to + ((load<u16>(order, 4) as usize) << 2), v128.shuffle<f64>(high, highEnd, 0, 2))
  v128.store(to + ((load<u16>(order, 6) as usize) << 2), v128.shuffle<f64>(high, highEnd, 1, 3))
}

/** Joins neighbouring blocks of `length` values, four turns at a time. */
function stage(re: usize, im: usize, table: usize, length: i32, half: i32): void {
  const bytes = (length as usize) << 2
  for (let start = 0; start < half; start += length << 1) {
    const lowRe = re + ((start as usize) << 2), lowIm = im + ((start as usize) << 2)
    const highRe = lowRe + bytes, highIm = lowIm + bytes
    for (let at: usize = 0; at < bytes; at += 16) {
      const cos = v128.load(table + at), sin = v128.load(table + bytes + at)
      const hr = v128.load(highRe + at), hi = v128.load(highIm + at)
      const tr = turnRe(hr, hi, cos, sin), ti = turnIm(hr, hi, cos, sin)
      const lr = v128.load(lowRe + at), li = v128.load(lowIm + at)
      v128.store(highRe + at, f32x4.sub(lr, tr))
      v128.store(highIm + at, f32x4.sub(li, ti))
      v128.store(lowRe + at, f32x4.add(lr, tr))
      v128.store(lowIm + at, f32x4.add(li, ti))
    }
  }
}

/** Two stages at once: four blocks become one, and every value is read and written only once for both. */
function stagePair(re: usize, im: usize, table: usize, length: i32, half: i32): void {
  const bytes = (length as usize) << 2, next = table + 2 * bytes
  for (let start = 0; start < half; start += length << 2) {
    const blockRe = re + ((start as usize) << 2), blockIm = im + ((start as usize) << 2)
    for (let at: usize = 0; at < bytes; at += 16) {
      const atRe = blockRe + at, atIm = blockIm + at
      const cos = v128.load(table + at), sin = v128.load(table + bytes + at)
      const r1 = v128.load(atRe + bytes), i1 = v128.load(atIm + bytes)
      const r3 = v128.load(atRe + 3 * bytes), i3 = v128.load(atIm + 3 * bytes)
      const r0 = v128.load(atRe), i0 = v128.load(atIm), r2 = v128.load(atRe + 2 * bytes), i2 = v128.load(atIm + 2 * bytes)
      const tr = turnRe(r1, i1, cos, sin), ti = turnIm(r1, i1, cos, sin)
      const ur = turnRe(r3, i3, cos, sin), ui = turnIm(r3, i3, cos, sin)
      const ar = f32x4.add(r0, tr), ai = f32x4.add(i0, ti), br = f32x4.sub(r0, tr), bi = f32x4.sub(i0, ti)
      const cr = f32x4.add(r2, ur), ci = f32x4.add(i2, ui), dr = f32x4.sub(r2, ur), di = f32x4.sub(i2, ui)
      const cosC = v128.load(next + at), sinC = v128.load(next + 2 * bytes + at)
      const cosD = v128.load(next + bytes + at), sinD = v128.load(next + 3 * bytes + at)
      const vr = turnRe(cr, ci, cosC, sinC), vi = turnIm(cr, ci, cosC, sinC)
      const wr = turnRe(dr, di, cosD, sinD), wi = turnIm(dr, di, cosD, sinD)
      v128.store(atRe, f32x4.add(ar, vr))
      v128.store(atIm, f32x4.add(ai, vi))
      v128.store(atRe + bytes, f32x4.add(br, wr))
      v128.store(atIm + bytes, f32x4.add(bi, wi))
      v128.store(atRe + 2 * bytes, f32x4.sub(ar, vr))
      v128.store(atIm + 2 * bytes, f32x4.sub(ai, vi))
      v128.store(atRe + 3 * bytes, f32x4.sub(br, wr))
      v128.store(atIm + 3 * bytes, f32x4.sub(bi, wi))
    }
  }
}

@inline function turnRe(re: v128, im: v128, cos: v128, sin: v128): v128 {
  return f32x4.sub(f32x4.mul(re, cos), f32x4.mul(im, sin))
}

@inline function turnIm(re: v128, im: v128, cos: v128, sin: v128): v128 {
  return f32x4.add(f32x4.mul(re, sin), f32x4.mul(im, cos))
}

/** Takes the pairs apart again: bins k and half - k come from the same two values. */
function separate(re: usize, im: usize, turns: usize, power: usize, half: i32, scale: f32): void {
  const r0 = load<f32>(re), i0 = load<f32>(im)
  store<f32>(power, (r0 + i0) * (r0 + i0) * scale)
  store<f32>(power + ((half as usize) << 2), (r0 - i0) * (r0 - i0) * scale)
  const sines = turns + ((((half >> 1) + 1) as usize) << 2)
  const halves = f32x4.splat(0.5), scales = f32x4.splat(scale)
  for (let a: usize = 4; a <= ((half >> 1) as usize) << 2; a += 16) {
    const b = ((half as usize) << 2) - a - 12
    const ra = v128.load(re + a), ia = v128.load(im + a), rb = reversed(v128.load(re + b)), ib = reversed(v128.load(im + b))
    const evenRe = f32x4.mul(halves, f32x4.add(ra, rb)), evenIm = f32x4.mul(halves, f32x4.sub(ia, ib))
    const oddRe = f32x4.mul(halves, f32x4.add(ia, ib)), oddIm = f32x4.mul(halves, f32x4.sub(rb, ra))
    const cos = v128.load(turns + a), sin = v128.load(sines + a)
    const tr = turnRe(oddRe, oddIm, cos, sin), ti = turnIm(oddRe, oddIm, cos, sin)
    const xr = f32x4.add(evenRe, tr), xi = f32x4.add(evenIm, ti), yr = f32x4.sub(evenRe, tr), yi = f32x4.sub(evenIm, ti)
    v128.store(power + a, f32x4.mul(f32x4.add(f32x4.mul(xr, xr), f32x4.mul(xi, xi)), scales))
    v128.store(power + b, reversed(f32x4.mul(f32x4.add(f32x4.mul(yr, yr), f32x4.mul(yi, yi)), scales)))
  }
}

@inline function reversed(four: v128): v128 {
  return v128.shuffle<f32>(four, four, 3, 2, 1, 0)
}
