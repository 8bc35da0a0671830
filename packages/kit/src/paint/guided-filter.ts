/** A small picture that others are filtered along: three planes of the same length, 0 to 1 each. */
export type Guide = {
  readonly columns: number
  readonly rows: number
  readonly planes: readonly Float32Array[]
}

/** What a filtered map is at any place of the picture: `a` times its colour, plus `b`. Four planes: red, green, blue, `b`. */
export type GuidedMap = {
  readonly columns: number
  readonly rows: number
  readonly planes: readonly Float32Array[]
}

/** Makes a map smooth wherever its guide is, and lets it change only where the guide does. */
export type GuidedFilter = (map: Float32Array) => GuidedMap

/**
 * A guided filter (He, Sun and Tang 2013): in every small window the map becomes a linear function of the guide's colours. What
 * can be known of the guide alone is computed once. A larger `softness` tells fewer colours apart.
 */
export function createGuidedFilter(guide: Guide, radius: number, softness: number): GuidedFilter {
  const mean = createBoxMean(guide, radius)
  const means = guide.planes.map(mean)
  const inverses = invertCovariances(guide, means, mean, softness)
  return (map) => {
    const mapMean = mean(map)
    const shared = guide.planes.map((plane) => mean(multiply(plane, map)))
    const planes = [0, 1, 2, 3].map(() => new Float32Array(map.length))
    for (let i = 0; i < map.length; i++) {
      const own = mapMean[i]!
      const x = shared[0]![i]! - means[0]![i]! * own
      const y = shared[1]![i]! - means[1]![i]! * own
      const z = shared[2]![i]! - means[2]![i]! * own
      const red = inverses[0]![i]! * x + inverses[1]![i]! * y + inverses[2]![i]! * z
      const green = inverses[1]![i]! * x + inverses[3]![i]! * y + inverses[4]![i]! * z
      const blue = inverses[2]![i]! * x + inverses[4]![i]! * y + inverses[5]![i]! * z
      planes[0]![i] = red
      planes[1]![i] = green
      planes[2]![i] = blue
      planes[3]![i] = own - red * means[0]![i]! - green * means[1]![i]! - blue * means[2]![i]!
    }
    return { columns: guide.columns, rows: guide.rows, planes: planes.map(mean) }
  }
}

function multiply(one: Float32Array, other: Float32Array): Float32Array {
  const product = new Float32Array(one.length)
  for (let i = 0; i < one.length; i++) product[i] = one[i]! * other[i]!
  return product
}

/** The filtered map on the guide's own grid, held between 0 and 1. */
export function readGuided({ planes }: GuidedMap, guide: Guide): Float32Array {
  const values = new Float32Array(planes[3]!)
  for (let axis = 0; axis < 3; axis++) {
    const [colour, share] = [guide.planes[axis]!, planes[axis]!]
    for (let i = 0; i < values.length; i++) values[i]! += share[i]! * colour[i]!
  }
  for (let i = 0; i < values.length; i++) values[i] = Math.max(0, Math.min(1, values[i]!))
  return values
}

/** The entries of a symmetric 3x3 matrix, row by row. */
const ENTRIES = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 1],
  [1, 2],
  [2, 2],
] as const

/** The inverse of every window's colour covariance, one plane for each entry. */
function invertCovariances(
  { planes }: Guide,
  means: readonly Float32Array[],
  mean: (values: Float32Array) => Float32Array,
  softness: number,
): Float32Array[] {
  const inverses = ENTRIES.map(([one, other]) => {
    const covariance = mean(multiply(planes[one]!, planes[other]!))
    for (let i = 0; i < covariance.length; i++)
      covariance[i]! += (one === other ? softness : 0) - means[one]![i]! * means[other]![i]!
    return covariance
  })
  const [xxs, xys, xzs, yys, yzs, zzs] = inverses
  for (let i = 0; i < xxs!.length; i++) {
    const [xx, xy, xz] = [xxs![i]!, xys![i]!, xzs![i]!]
    const [yy, yz, zz] = [yys![i]!, yzs![i]!, zzs![i]!]
    const first = yy * zz - yz * yz
    const second = xz * yz - xy * zz
    const third = xy * yz - xz * yy
    const determinant = xx * first + xy * second + xz * third
    xxs![i] = first / determinant
    xys![i] = second / determinant
    xzs![i] = third / determinant
    yys![i] = (xx * zz - xz * xz) / determinant
    yzs![i] = (xy * xz - xx * yz) / determinant
    zzs![i] = (xx * yy - xy * xy) / determinant
  }
  return inverses
}

/** Means over squares, at the rim over what there is of them; the same work for any radius. */
export function createBoxMean({ columns, rows }: { columns: number; rows: number }, radius: number) {
  return (values: Float32Array): Float32Array => {
    const across = new Float32Array(values.length)
    for (let row = 0; row < rows; row++)
      slide(values, across, { from: row * columns, step: 1, count: columns, radius })
    const both = new Float32Array(values.length)
    for (let column = 0; column < columns; column++)
      slide(across, both, { from: column, step: columns, count: rows, radius })
    return both
  }
}

type Line = { from: number; step: number; count: number; radius: number }

function slide(values: Float32Array, into: Float32Array, { from, step, count, radius }: Line): void {
  let sum = 0
  for (let i = 0; i < Math.min(count, radius); i++) sum += values[from + i * step]!
  for (let i = 0; i < count; i++) {
    if (i + radius < count) sum += values[from + (i + radius) * step]!
    if (i - radius > 0) sum -= values[from + (i - radius - 1) * step]!
    into[from + i * step] = sum / (Math.min(count - 1, i + radius) - Math.max(0, i - radius) + 1)
  }
}
