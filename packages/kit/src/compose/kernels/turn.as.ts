// Quarter turns of a plane of bytes, in blocks of 8 x 8.

/**
 * Turns a plane clockwise by 90 or 270 degrees. `width` and `height` are those of the source; the result is `height`
 * wide. Rows and columns beyond the last whole block are turned one by one.
 */
export function turnPlane(src: usize, stride: i32, width: i32, height: i32, dst: usize, dstStride: i32, degrees: i32): void {
  const wholeX = width & ~7, wholeY = height & ~7
  for (let y = 0; y < wholeY; y += 8) {
    for (let x = 0; x < wholeX; x += 8) turnBlock(src + y * stride + x, stride, x, y, width, height, dst, dstStride, degrees)
  }
  for (let y = 0; y < height; y++) {
    for (let x = y < wholeY ? wholeX : 0; x < width; x++) {
      const value = load<u8>(src + y * stride + x)
      if (degrees == 90) store<u8>(dst + x * dstStride + (height - 1 - y), value)
      else store<u8>(dst + (width - 1 - x) * dstStride + y, value)
    }
  }
}

/** Turns a plane upside down. */
export function turnPlaneOver(src: usize, stride: i32, width: i32, height: i32, dst: usize, dstStride: i32): void {
  for (let y = 0; y < height; y++) {
    const from = src + y * stride, into = dst + (height - 1 - y) * dstStride
    let x = 0
    for (; x + 16 <= width; x += 16) {
      const v = v128.load(from + x)
      v128.store(into + width - 16 - x, i8x16.shuffle(v, v, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0))
    }
    for (; x < width; x++) store<u8>(into + width - 1 - x, load<u8>(from + x))
  }
}

@inline function turnBlock(
  p: usize, stride: i32, x: i32, y: i32, width: i32, height: i32, dst: usize, dstStride: i32, degrees: i32,
): void {
  // For 90 degrees the block's lowest row becomes the leftmost column.
  const first = degrees == 90 ? p + 7 * stride : p
  const step = degrees == 90 ? -stride : stride
  const r01 = pair(first, step), r23 = pair(first + 2 * step, step)
  const r45 = pair(first + 4 * step, step), r67 = pair(first + 6 * step, step)
  const a = i8x16.shuffle(r01, r23, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23)
  const b = i8x16.shuffle(r01, r23, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31)
  const c = i8x16.shuffle(r45, r67, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23)
  const d = i8x16.shuffle(r45, r67, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31)
  let out: usize, down: i32
  if (degrees == 90) {
    out = dst + x * dstStride + (height - 8 - y)
    down = dstStride
  } else {
    out = dst + (width - 1 - x) * dstStride + y
    down = -dstStride
  }
  twoRows(out, down, i8x16.shuffle(a, c, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23))
  twoRows(out + 2 * down, down, i8x16.shuffle(a, c, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31))
  twoRows(out + 4 * down, down, i8x16.shuffle(b, d, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23))
  twoRows(out + 6 * down, down, i8x16.shuffle(b, d, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31))
}

/** Eight bytes of two rows, interleaved. */
@inline function pair(p: usize, step: i32): v128 {
  return i8x16.shuffle(v128.load64_zero(p), v128.load64_zero(p + step), 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
}

@inline function twoRows(out: usize, down: i32, value: v128): void {
  v128.store64_lane(out, value, 0)
  v128.store64_lane(out + down, value, 1)
}
