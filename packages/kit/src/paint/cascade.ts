/**
 * A detector that looks at small windows of a grey picture, stage by stage, and gives most of them up early (Viola and Jones
 * 2001). Each of its features compares the mean brightness of eight cells with the one in their middle (Liao 2007).
 */
export type Cascade = {
  readonly width: number
  readonly height: number
  readonly stages: readonly Stage[]
}

type Stage = {
  readonly threshold: number
  readonly count: number
  /** Four for each feature: place and size of the upper left one of its nine cells. */
  readonly cells: Uint8Array
  /** Eight for each feature: one bit for each of the 256 patterns that it tells apart. */
  readonly patterns: Int32Array
  /** Two for each feature: what it says of a pattern whose bit is set, and of any other. */
  readonly votes: Float32Array
}

/** Sums of all pixels above and left of each place, with one more row and column than the picture has. */
export type SummedGrey = { readonly width: number; readonly height: number; readonly sums: Int32Array }

/** Reads a cascade out of its packed form: window and stages, in each of them a threshold and its features. */
export function parseCascade(packed: string): Cascade {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0))
  const view = new DataView(bytes.buffer)
  const stages: Stage[] = []
  let at = 4
  for (let stage = 0; stage < view.getUint16(2, true); stage++) {
    const threshold = view.getFloat32(at, true)
    const count = view.getUint32(at + 4, true)
    at += 8
    const cells = new Uint8Array(4 * count)
    const patterns = new Int32Array(8 * count)
    const votes = new Float32Array(2 * count)
    for (let i = 0; i < count; i++, at += 44) {
      cells.set(bytes.subarray(at, at + 4), 4 * i)
      for (let j = 0; j < 8; j++) patterns[8 * i + j] = view.getInt32(at + 4 + 4 * j, true)
      for (let j = 0; j < 2; j++) votes[2 * i + j] = view.getFloat32(at + 36 + 4 * j, true)
    }
    stages.push({ threshold, count, cells, patterns, votes })
  }
  return { width: view.getUint8(0), height: view.getUint8(1), stages }
}

/** The same detector for the picture's mirror image. */
export function mirrorCascade({ width, height, stages }: Cascade): Cascade {
  const mirrored = stages.map((stage) => {
    const cells = stage.cells.map((value, i) =>
      i % 4 === 0 ? width - value - 3 * (stage.cells[i + 2] ?? 0) : value,
    )
    const patterns = new Int32Array(stage.patterns.length)
    for (let i = 0; i < 256 * stage.count; i++) {
      const [feature, pattern] = [i >> 8, i & 255]
      const from = mirrorPattern(pattern)
      const isSet = (stage.patterns[8 * feature + (from >> 5)]! >>> (from & 31)) & 1
      patterns[8 * feature + (pattern >> 5)]! |= isSet << (pattern & 31)
    }
    return { ...stage, cells, patterns }
  })
  return { width, height, stages: mirrored }
}

/** The bits of the left and of the right change places. */
function mirrorPattern(pattern: number): number {
  const swap = (a: number, b: number) => (pattern & a ? b : 0) | (pattern & b ? a : 0)
  return (pattern & 0b01000100) | swap(128, 32) | swap(1, 16) | swap(2, 8)
}

/** Sums up a grey picture, so that the brightness of any box in it is read from four places. */
export function sumGrey(grey: Uint8Array, width: number, height: number): SummedGrey {
  const stride = width + 1
  const sums = new Int32Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += grey[y * width + x]!
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row
    }
  }
  return { width, height, sums }
}

/** How many stages the window passes whose upper left corner is here: all of them where it shows what is looked for. */
export function countPassed({ stages }: Cascade, { sums, width }: SummedGrey, x: number, y: number): number {
  const stride = width + 1
  const corner = y * stride + x
  for (let stage = 0; stage < stages.length; stage++) {
    const { threshold, count, cells, patterns, votes } = stages[stage]!
    let sum = 0
    for (let i = 0; i < count; i++) {
      const at = corner + cells[4 * i + 1]! * stride + cells[4 * i]!
      const pattern = readPattern(sums, at, cells[4 * i + 2]!, cells[4 * i + 3]! * stride)
      const isSet = (patterns[8 * i + (pattern >> 5)]! >>> (pattern & 31)) & 1
      sum += votes[2 * i + 1 - isSet]!
    }
    if (sum < threshold) return stage
  }
  return stages.length
}

/** One bit for each of eight cells around a ninth that is at least as bright, clockwise from the upper left one. */
function readPattern(sums: Int32Array, at: number, across: number, down: number): number {
  const twice = 2 * across
  const thrice = 3 * across
  const a1 = sums[at + across]!
  const a2 = sums[at + twice]!
  const a3 = sums[at + thrice]!
  const b = at + down
  const b0 = sums[b]!
  const b1 = sums[b + across]!
  const b2 = sums[b + twice]!
  const b3 = sums[b + thrice]!
  const c = b + down
  const c0 = sums[c]!
  const c1 = sums[c + across]!
  const c2 = sums[c + twice]!
  const c3 = sums[c + thrice]!
  const d = c + down
  const d0 = sums[d]!
  const d1 = sums[d + across]!
  const d2 = sums[d + twice]!
  const d3 = sums[d + thrice]!
  const middle = c2 - c1 - b2 + b1
  return (
    (b1 - b0 - a1 + sums[at]! >= middle ? 128 : 0) |
    (b2 - b1 - a2 + a1 >= middle ? 64 : 0) |
    (b3 - b2 - a3 + a2 >= middle ? 32 : 0) |
    (c3 - c2 - b3 + b2 >= middle ? 16 : 0) |
    (d3 - d2 - c3 + c2 >= middle ? 8 : 0) |
    (d2 - d1 - c2 + c1 >= middle ? 4 : 0) |
    (d1 - d0 - c1 + c0 >= middle ? 2 : 0) |
    (c1 - c0 - b1 + b0 >= middle ? 1 : 0)
  )
}
