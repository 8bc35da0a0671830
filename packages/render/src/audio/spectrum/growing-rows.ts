type Numbers = Float32Array | Uint8Array | Uint16Array

/** Rows of numbers whose count is not known beforehand; memory doubles as needed. */
export type GrowingRows<T extends Numbers> = {
  /** The place to write the next row to; valid until the next call. */
  next(): T
  /** All rows, cut to length. */
  finish(): T
}

/** Rows of `width` numbers each. */
export function createGrowingRows<T extends Numbers>(
  create: (length: number) => T,
  width: number,
): GrowingRows<T> {
  let rows = create(1024 * width)
  let used = 0
  return {
    next() {
      if (used + width > rows.length) {
        const larger = create(rows.length * 2)
        larger.set(rows)
        rows = larger
      }
      used += width
      return rows.subarray(used - width, used) as T
    },
    finish: () => rows.slice(0, used) as T,
  }
}
