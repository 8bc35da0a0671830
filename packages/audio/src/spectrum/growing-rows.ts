type Numbers = Float32Array | Uint8Array | Uint16Array

/** Rows of numbers whose count is not known beforehand; memory doubles as needed. */
export type GrowingRows<T extends Numbers> = {
  /** The place to write the next row to; valid until the next call. */
  next(): T
  /** Adds whole rows, as many as are given. */
  append(rows: Numbers): void
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
  const take = (length: number): number => {
    while (used + length > rows.length) {
      const larger = create(rows.length * 2)
      larger.set(rows)
      rows = larger
    }
    used += length
    return used - length
  }
  return {
    next() {
      const at = take(width)
      return rows.subarray(at, used) as T
    },
    append(added) {
      const at = take(added.length)
      rows.set(added, at)
    },
    finish: () => rows.slice(0, used) as T,
  }
}
