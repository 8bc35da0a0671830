// Bytes to words and back by putting them side by side. Processors widen, shift and narrow in one of their two vector units;
// what only moves bytes goes through both.

/** The first eight bytes as words. */
@inline export function lowWords(bytes: v128): v128 {
  return v128.shuffle<i8>(bytes, i8x16.splat(0), 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
}

/** The last eight bytes as words. */
@inline export function highWords(bytes: v128): v128 {
  return v128.shuffle<i8>(bytes, i8x16.splat(0), 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
}

/** The lower halves of alphas as Q15, which `alphaQ15` gives as 128 a + (a >> 1); their upper halves are `a >> 1`. */
@inline export function lowerHalves(alpha: v128): v128 {
  return v128.or(i8x16.shr_u(alpha, 1), i8x16.shl(alpha, 7))
}

/** The first eight alphas as Q15, out of both halves. */
@inline export function firstPairs(lower: v128, upper: v128): v128 {
  return v128.shuffle<i8>(lower, upper, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
}

/** The last eight alphas as Q15, out of both halves. */
@inline export function lastPairs(lower: v128, upper: v128): v128 {
  return v128.shuffle<i8>(lower, upper, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
}

/** Words that are known to be bytes; `narrow` would look for others. */
@inline export function lowBytes(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
}

/** The upper bytes of words. */
@inline export function highBytes(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
}
