// A hand that goes around and leaves another colour behind it, over the whole frame.
import { Target, touch } from "./target.as"

/**
 * Fills the frame with two colours: `after` where the hand has been on its way from the top to its angle (given as sine
 * and cosine, clockwise; `isPastHalf` beyond half a turn), `before` elsewhere. Colours are y | u << 8 | v << 16.
 */
export function fillSweep(target: Target, x: f64, y: f64, sine: f64, cosine: f64, isPastHalf: i32, before: i32, after: i32): void {
  fillPlane(
    target.y, target.strideY, target.touchedY, target.clipLeft, target.clipTop, target.clipRight, target.clipBottom,
    x - 0.5, y - 0.5, sine, cosine, isPastHalf, before & 255, after & 255,
  )
  // Chroma lies over even columns and between two rows.
  const cx = (x - 0.5) * 0.5, cy = (y - 1) * 0.5
  const left = target.clipLeft >> 1, top = target.clipTop >> 1, right = target.clipRight >> 1, bottom = target.clipBottom >> 1
  fillPlane(
    target.u, target.strideC, target.touchedC, left, top, right, bottom,
    cx, cy, sine, cosine, isPastHalf, (before >> 8) & 255, (after >> 8) & 255,
  )
  fillPlane(
    target.v, target.strideC, target.touchedC, left, top, right, bottom,
    cx, cy, sine, cosine, isPastHalf, (before >> 16) & 255, (after >> 16) & 255,
  )
}

function fillPlane(
  plane: usize, stride: i32, touched: usize, left: i32, top: i32, right: i32, bottom: i32,
  x: f64, y: f64, sine: f64, cosine: f64, isPastHalf: i32, before: i32, after: i32,
): void {
  for (let row = top; row < bottom; row++) {
    const d = plane + row * stride
    touch(touched, row, left, right)
    // Along a row only two lines can be crossed: the one from the middle to the top, and the hand.
    const upFrom = column(x - 1, left, right), upTo = column(x + 2, left, right)
    let handFrom = left, handTo = right
    const offset = -sine * (<f64>row - y)
    if (cosine > 1e-6 || cosine < -1e-6) {
      const at = x + offset / cosine, reach = 0.5 / abs(cosine) + 1
      handFrom = column(at - reach, left, right)
      handTo = column(at + reach + 1, left, right)
    } else if (offset > 1 || offset < -1) handTo = left
    const first = min(upFrom, handFrom), second = max(first, min(max(upFrom, handFrom), min(upTo, handTo)))
    const third = max(second, min(max(upFrom, handFrom), right)), last = max(third, max(upTo, handTo))
    fillPart(d, left, first, x, offset, cosine, isPastHalf, before, after)
    fillPart(d, first, second, x, offset, cosine, isPastHalf, before, after)
    fillPart(d, second, third, x, offset, cosine, isPastHalf, before, after)
    fillPart(d, third, last, x, offset, cosine, isPastHalf, before, after)
    fillPart(d, last, right, x, offset, cosine, isPastHalf, before, after)
  }
}

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
  d: usize, from: i32, to: i32, x: f64, offset: f64, cosine: f64, isPastHalf: i32, before: i32, after: i32,
): void {
  if (to <= from) return
  const a = passedAt(<f64>from - x, offset, cosine, isPastHalf), b = passedAt(<f64>(to - 1) - x, offset, cosine, isPastHalf)
  if (to - from > 8 && a == b && (a == 0 || a == 1)) {
    memory.fill(d + from, <u8>(a == 0 ? before : after), to - from)
    return
  }
  for (let i = from; i < to; i++) {
    const passed = passedAt(<f64>i - x, offset, cosine, isPastHalf)
    store<u8>(d + i, <u8>(<f64>before + <f64>(after - before) * passed + 0.5))
  }
}
