// The power of a frame's frequencies, by a real Fourier transform of half the size (real samples go in as pairs).

/**
 * `frame`, `window`: `size` floats. `order`: size / 2 bit-reversed indices (u16). `turns`: for each stage from length 4 on
 * its cosines, then its sines. `lastTurns`: size / 4 + 1 cosines, then as many sines. `work`: `size` floats.
 * `power`: size / 2 + 1 floats come out, multiplied by `scale`.
 */
export function powerSpectrum(
  frame: usize, window: usize, order: usize, turns: usize, lastTurns: usize, work: usize, power: usize, size: i32, scale: f32,
): void {
  const half = size >> 1
  const re = work, im = work + ((half as usize) << 2)
  firstStages(frame, window, order, re, im, half)
  let table = turns
  for (let length = 4; length < half; length <<= 1) {
    stage(re, im, table, length, half)
    table += (length as usize) << 3
  }
  separate(re, im, lastTurns, power, half, scale)
}

/** Windows, reorders and does the first two stages, whose turns are quarter turns. */
function firstStages(frame: usize, window: usize, order: usize, re: usize, im: usize, half: i32): void {
  for (let i = 0; i < half; i += 4) {
    const r0 = real(frame, window, order, i), i0 = imaginary(frame, window, order, i)
    const r1 = real(frame, window, order, i + 1), i1 = imaginary(frame, window, order, i + 1)
    const r2 = real(frame, window, order, i + 2), i2 = imaginary(frame, window, order, i + 2)
    const r3 = real(frame, window, order, i + 3), i3 = imaginary(frame, window, order, i + 3)
    const ar = r0 + r1, ai = i0 + i1, br = r0 - r1, bi = i0 - i1
    const cr = r2 + r3, ci = i2 + i3, dr = r2 - r3, di = i2 - i3
    const to = (i as usize) << 2
    store<f32>(re + to, ar + cr)
    store<f32>(re + to, br + di, 4)
    store<f32>(re + to, ar - cr, 8)
    store<f32>(re + to, br - di, 12)
    store<f32>(im + to, ai + ci)
    store<f32>(im + to, bi - dr, 4)
    store<f32>(im + to, ai - ci, 8)
    store<f32>(im + to, bi + dr, 12)
  }
}

@inline function real(frame: usize, window: usize, order: usize, i: i32): f32 {
  const at = (load<u16>(order + ((i as usize) << 1)) as usize) << 3
  return load<f32>(frame + at) * load<f32>(window + at)
}

@inline function imaginary(frame: usize, window: usize, order: usize, i: i32): f32 {
  const at = (load<u16>(order + ((i as usize) << 1)) as usize) << 3
  return load<f32>(frame + at, 4) * load<f32>(window + at, 4)
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
      const tr = f32x4.sub(f32x4.mul(hr, cos), f32x4.mul(hi, sin))
      const ti = f32x4.add(f32x4.mul(hr, sin), f32x4.mul(hi, cos))
      const lr = v128.load(lowRe + at), li = v128.load(lowIm + at)
      v128.store(highRe + at, f32x4.sub(lr, tr))
      v128.store(highIm + at, f32x4.sub(li, ti))
      v128.store(lowRe + at, f32x4.add(lr, tr))
      v128.store(lowIm + at, f32x4.add(li, ti))
    }
  }
}

/** Takes the pairs apart again: bins k and half - k come from the same two values. */
function separate(re: usize, im: usize, turns: usize, power: usize, half: i32, scale: f32): void {
  const r0 = load<f32>(re), i0 = load<f32>(im)
  store<f32>(power, (r0 + i0) * (r0 + i0) * scale)
  store<f32>(power + ((half as usize) << 2), (r0 - i0) * (r0 - i0) * scale)
  const sines = turns + ((((half >> 1) + 1) as usize) << 2)
  for (let k = 1; k <= half >> 1; k++) {
    const a = (k as usize) << 2, b = ((half - k) as usize) << 2
    const ra = load<f32>(re + a), rb = load<f32>(re + b), ia = load<f32>(im + a), ib = load<f32>(im + b)
    const evenRe: f32 = 0.5 * (ra + rb), evenIm: f32 = 0.5 * (ia - ib)
    const oddRe: f32 = 0.5 * (ia + ib), oddIm: f32 = 0.5 * (rb - ra)
    const cos = load<f32>(turns + a), sin = load<f32>(sines + a)
    const tr = oddRe * cos - oddIm * sin, ti = oddRe * sin + oddIm * cos
    const xr = evenRe + tr, xi = evenIm + ti, yr = evenRe - tr, yi = evenIm - ti
    store<f32>(power + a, (xr * xr + xi * xi) * scale)
    store<f32>(power + b, (yr * yr + yi * yi) * scale)
  }
}
