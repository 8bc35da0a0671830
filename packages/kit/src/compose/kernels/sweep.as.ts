// A hand that goes around and leaves another colour behind it, over the whole frame.
import { Target, touch } from "./target.as"

/**
 * Fills the frame with two colours: `after` where the hand has been on its way from the top to its angle (given as sine
 * and cosine, clockwise; `isPastHalf` beyond half a turn), `before` elsewhere. Colours are y | u << 8 | v << 16.
 */
export function fillSweep(target: Target, x: f64, y: f64, sine: f64, cosine: f64, isPastHalf: i32, before: i32, after: i32): void {
  fillPlanes(
    target.y, 0, target.strideY, target.touchedY, target.hiddenY,
    target.clipLeft, target.clipTop, target.clipRight, target.clipBottom,
    x - 0.5, y - 0.5, sine, cosine, isPastHalf, before, after,
  )
  // Chroma lies over even columns and between two rows.
  fillPlanes(
    target.u, <isize>target.v - <isize>target.u, target.strideC, target.touchedC, target.hiddenC,
    target.clipLeft >> 1, target.clipTop >> 1, target.clipRight >> 1, target.clipBottom >> 1,
    (x - 0.5) * 0.5, (y - 1) * 0.5, sine, cosine, isPastHalf, before >> 8, after >> 8,
  )
}

/** One plane, or two of the same form, of which the other lies `twin` further on. */
function fillPlanes(
  plane: usize, twin: isize, stride: i32, touched: usize, hidden: usize, left: i32, top: i32, right: i32, bottom: i32,
  x: f64, y: f64, sine: f64, cosine: f64, isPastHalf: i32, before: i32, after: i32,
): void {
  // Along a row only two lines can be crossed: the one from the middle to the top, and the hand.
  const upFrom = column(x - 1, left, right), upTo = column(x + 2, left, right)
  const isUpright = cosine > 1e-6 || cosine < -1e-6, slant = isUpright ? 1 / cosine : 0, reach = 0.5 * abs(slant) + 1
  for (let row = top; row < bottom; row++) {
    const d = plane + row * stride
    touch(touched, row, left, right)
    hiddenFrom = hidden ? <i32>load<i16>(hidden + <usize>(row << 2)) : 0
    hiddenTo = hidden ? <i32>load<i16>(hidden + <usize>(row << 2), 2) : 0
    let handFrom = left, handTo = right
    const offset = -sine * (<f64>row - y)
    if (isUpright) {
      const at = x + offset * slant
      handFrom = column(at - reach, left, right)
      handTo = column(at + reach + 1, left, right)
    } else if (offset > 1 || offset < -1) handTo = left
    const first = min(upFrom, handFrom), second = max(first, min(max(upFrom, handFrom), min(upTo, handTo)))
    const third = max(second, min(max(upFrom, handFrom), right)), last = max(third, max(upTo, handTo))
    fillPart(d, twin, left, first, x, offset, cosine, isPastHalf, before, after)
    fillPart(d, twin, first, second, x, offset, cosine, isPastHalf, before, after)
    fillPart(d, twin, second, third, x, offset, cosine, isPastHalf, before, after)
    fillPart(d, twin, third, last, x, offset, cosine, isPastHalf, before, after)
    fillPart(d, twin, last, right, x, offset, cosine, isPastHalf, before, after)
  }
}

/** The columns of the row in work that a later layer covers. */
let hiddenFrom: i32 = 0
let hiddenTo: i32 = 0

@inline function column(at: f64, left: i32, right: i32): i32 {
  return <i32>Math.floor(max(<f64>left, min(<f64>right, at)))
}

/** How much of a pixel the hand has passed, 0 to 1. */
@inline function passedAt(dx: f64, offset: f64, cosine: f64, isPastHalf: i32): f64 {
  const side = offset - cosine * dx
  if (isPastHalf) return 1 - min(unit(0.5 - side), unit(0.5 - dx))
  return min(unit(0.5 + side), unit(0.5 + dx))
}

@inline function unit(value: f64): f64 {
  return max(0, min(1, value))
}

/** A part of a row: plain where both its ends are alike, else pixel by pixel. */
function fillPart(
  d: usize, twin: isize, from: i32, to: i32, x: f64, offset: f64, cosine: f64, isPastHalf: i32, before: i32, after: i32,
): void {
  if (to <= from) return
  const a = passedAt(<f64>from - x, offset, cosine, isPastHalf), b = passedAt(<f64>(to - 1) - x, offset, cosine, isPastHalf)
  if (to - from > 8 && a == b && (a == 0 || a == 1)) {
    const colour = a == 0 ? before : after
    fillSeen(d, from, to, colour)
    if (twin) fillSeen(d + twin, from, to, colour >> 8)
    return
  }
  for (let i = from; i < to; i++) {
    const passed = passedAt(<f64>i - x, offset, cosine, isPastHalf)
    store<u8>(d + i, mix(before, after, passed))
    if (twin) store<u8>(d + twin + i, mix(before >> 8, after >> 8, passed))
  }
}

/** Fills what no later layer covers. */
@inline function fillSeen(d: usize, from: i32, to: i32, colour: i32): void {
  if (hiddenTo > hiddenFrom && hiddenFrom < to && hiddenTo > from) {
    if (hiddenFrom > from) memory.fill(d + from, <u8>colour, hiddenFrom - from)
    if (to > hiddenTo) memory.fill(d + hiddenTo, <u8>colour, to - hiddenTo)
  } else memory.fill(d + from, <u8>colour, to - from)
}

@inline function mix(before: i32, after: i32, passed: f64): u8 {
  return <u8>(<f64>(before & 255) + <f64>((after & 255) - (before & 255)) * passed + 0.5)
}
