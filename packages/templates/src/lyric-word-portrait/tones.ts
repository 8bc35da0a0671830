import { clamp01, type Size } from '@songreel/kit'

/** Strong colours are darker than they look: so much of the way to their strongest channel they are lifted. */
const COLOUR_WEIGHT = 0.4
/** Tiles along the longer side, in each of which tones are spread by themselves. */
const TILES = 7
/** No tone of a tile gets more than so many times its fair share of the range: sky and walls stay calm. */
const CLIP = 2.2
/** How much of the tones come from their tiles, and how much from the whole picture. */
const LOCAL = 0.42
const PLAIN = 0.4
const LEVELS = 64

/** Brightness of all pixels from 0 to 1, spread over the whole range, in each part of the picture for itself (CLAHE): a dark half has its lights, too. */
export function spreadTones(pixels: Uint8ClampedArray, size: Size): Float32Array {
  const tones = liftDark(readTones(pixels, size))
  const whole = equalise(tones, size, { x: 0, y: 0, ...size })
  const { low, span } = findRange(whole)
  const side = Math.max(size.width, size.height) / TILES
  const [columns, rows] = [size.width, size.height].map((length) => Math.max(1, Math.round(length / side)))
  const [stepX, stepY] = [size.width / columns!, size.height / rows!]
  const tiles = Array.from({ length: columns! * rows! }, (_, i) =>
    equalise(tones, size, {
      x: (i % columns!) * stepX,
      y: Math.floor(i / columns!) * stepY,
      width: stepX,
      height: stepY,
    }),
  )
  const spread = new Float32Array(tones.length)
  for (let y = 0, i = 0; y < size.height; y++) {
    const down = Math.max(0, Math.min(rows! - 1, y / stepY - 0.5))
    const [row, partY] = [Math.floor(down), down - Math.floor(down)]
    const below = Math.min(rows! - 1, row + 1)
    for (let x = 0; x < size.width; x++, i++) {
      const across = Math.max(0, Math.min(columns! - 1, x / stepX - 0.5))
      const [column, partX] = [Math.floor(across), across - Math.floor(across)]
      const beside = Math.min(columns! - 1, column + 1)
      const level = Math.min(LEVELS - 1, Math.floor(tones[i]! * LEVELS))
      const at = (r: number, c: number) => tiles[r * columns! + c]![level]!
      const upper = at(row, column) * (1 - partX) + at(row, beside) * partX
      const lower = at(below, column) * (1 - partX) + at(below, beside) * partX
      const local = upper * (1 - partY) + lower * partY
      const plain = (tones[i]! - low) / span
      spread[i] = clamp01(LOCAL * local + PLAIN * plain + (1 - LOCAL - PLAIN) * whole[level]!)
    }
  }
  return spread
}

function readTones(pixels: Uint8ClampedArray, { width, height }: Size): Float32Array {
  const tones = new Float32Array(width * height)
  for (let i = 0; i < tones.length; i++) {
    const red = pixels[4 * i]!
    const green = pixels[4 * i + 1]!
    const blue = pixels[4 * i + 2]!
    const luma = 0.3 * red + 0.59 * green + 0.11 * blue
    tones[i] = (luma + COLOUR_WEIGHT * (Math.max(red, green, blue) - luma)) / 255
  }
  return tones
}

/** A picture is dark whose upper quartile is below this part of its lights; that one is lifted to it. */
const UPPER = 0.75
const LIT = 0.5
/** Its lights begin here: what is brighter is a glint or two. */
const GLINTS = 0.98
/** A black picture is not torn open: what it has for lights is at least so bright, and its curve bends so far at most. */
const LEAST_LIGHTS = 0.3
const MOST_BENT = 0.45

/** Of a dark picture the middle tones are lifted, before its few glints take the range for themselves: what it shows lies in between. */
function liftDark(tones: Float32Array): Float32Array {
  const sorted = tones.slice().sort()
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0
  const lights = Math.max(LEAST_LIGHTS, at(GLINTS))
  const upper = at(UPPER) / lights
  if (upper >= LIT || upper <= 0) return tones
  const bend = Math.max(MOST_BENT, Math.log(LIT) / Math.log(upper))
  return tones.map((tone) => clamp01(tone / lights) ** bend)
}

/** What each level of brightness becomes if those of a box take the whole range, as far as they may. */
function equalise(tones: Float32Array, { width }: Size, box: { x: number; y: number } & Size): Float32Array {
  const counts = new Float64Array(LEVELS)
  let all = 0
  for (let y = Math.floor(box.y); y < Math.floor(box.y + box.height); y += 2) {
    for (let x = Math.floor(box.x); x < Math.floor(box.x + box.width); x += 2, all++)
      counts[Math.min(LEVELS - 1, Math.floor(tones[y * width + x]! * LEVELS))]! += 1
  }
  const most = (CLIP * Math.max(1, all)) / LEVELS
  let excess = 0
  for (let level = 0; level < LEVELS; level++) {
    excess += Math.max(0, counts[level]! - most)
    counts[level] = Math.min(most, counts[level]!)
  }
  let sum = 0
  return Float32Array.from(counts, (count) => {
    const own = count + excess / LEVELS
    sum += own
    return (sum - own / 2) / Math.max(1, all)
  })
}

/** What is darker or brighter than these parts of the picture counts like them; a picture of one tone is not torn into black and white. */
const TAILS = 0.02
const LEAST_SPAN = 0.3

/** Where a picture's tones begin, and how far they go, from what its levels become. */
function findRange(levels: Float32Array): { low: number; span: number } {
  const low = levels.findIndex((value) => value >= TAILS) / LEVELS
  const high = (levels.findLastIndex((value) => value <= 1 - TAILS) + 1) / LEVELS
  return { low, span: Math.max(LEAST_SPAN, high - low) }
}
