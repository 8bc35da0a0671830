// Where the paint of a sprite lies. Runs when something is painted.
import { Sprite } from "./target.as"

/** Finds, per row, where paint starts and ends, and the longest stretch along which alpha does not change. */
export function findSpans(alpha: usize, stride: i32, width: i32, height: i32, spans: usize, evens: usize): void {
  for (let y = 0; y < height; y++) {
    const row = alpha + y * stride
    let start = 0, end = width
    while (start + 16 <= end && !v128.any_true(v128.load(row + start))) start += 16
    while (start < end && !load<u8>(row + start)) start++
    while (end - 16 >= start && !v128.any_true(v128.load(row + end - 16))) end -= 16
    while (end > start && !load<u8>(row + end - 1)) end--
    let best = start, bestEnd = start, run = start
    while (run < end) {
      const x = endOfRun(row, run, end)
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

/** Where the value at `from` ends; long stretches are walked in sixteens. */
@inline function endOfRun(row: usize, from: i32, end: i32): i32 {
  const value = load<u8>(row + from)
  let x = from + 1
  const near = min(end, from + 8)
  while (x < near && load<u8>(row + x) == value) x++
  if (x < near) return x
  const all = i8x16.splat(value)
  while (x + 16 <= end && i8x16.all_true(i8x16.eq(v128.load(row + x), all))) x += 16
  while (x < end && load<u8>(row + x) == value) x++
  return x
}

/** Distance from the sprite's middle to its nearest pixel that is not opaque: rows and columns next to the middle come first. */
export function findOpaqueRadius(sprite: Sprite): f32 {
  const midX = <f32>sprite.width * 0.5, midY = <f32>sprite.height * 0.5
  const halfX = sprite.width >> 1, halfY = sprite.height >> 1
  let nearest = min(midX * midX, midY * midY)
  for (let away = 0; away < halfY; away++) {
    const dy = <f32>away + 0.5
    if (dy * dy >= nearest) break
    nearest = min(nearest, nearestClear(sprite.planeA + (halfY + away) * sprite.strideY, halfX, dy, nearest))
    nearest = min(nearest, nearestClear(sprite.planeA + (halfY - 1 - away) * sprite.strideY, halfX, dy, nearest))
  }
  return Mathf.sqrt(nearest)
}

/** Of one row, the squared distance of its nearest pixel that is not opaque, if that is below `nearest`. */
function nearestClear(row: usize, halfX: i32, dy: f32, nearest: f32): f32 {
  for (let away = 0; away < halfX; away++) {
    const dx = <f32>away + 0.5
    const distance = dx * dx + dy * dy
    if (distance >= nearest) return nearest
    if (load<u8>(row + halfX + away) != 255 || load<u8>(row + halfX - 1 - away) != 255) return distance
  }
  return nearest
}
