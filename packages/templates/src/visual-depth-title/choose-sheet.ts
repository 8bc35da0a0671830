import {
  type Box,
  type Cover,
  findDarkColour,
  fromOklch,
  hexToOklch,
  parseHex,
  type Swatch,
  type Theme,
  toGroundTone,
  toHex,
} from '@songreel/kit'

/** The colours of a poster: its ground, and the type on it. */
export type Sheet = { ground: string; type: string }

/** So strong it has to be, and may be. */
const STRENGTH = { COOL: { least: 0.12, most: 0.15 }, RED: { least: 0.15, most: 0.18 } }
const LIGHTNESS = 0.42
/** Type has this contrast to what fills the frame. */
const CONTRAST = 8
const PAPER = { lightness: 0.92, chroma: 0.035 }
const INK = { lightness: 0.2, chroma: 0.05 }

/** Darker than this all is black to the eye, whatever its hue. */
const BLACK = 0.2
/** What is hardly a colour stays so, in the dark: the green-grey of a wall, the blue of a fog. From pink to here, in degrees, it would be brown or olive. */
const QUIET = { lightness: 0.37, least: 0.025, most: 0.045 }
const BROWN_END = 125

/**
 * One colour of the cover for a whole poster: of what fills it around people's faces, whose skin and lips say nothing about a place.
 * What would be brown or olive as a dark ground becomes pale paper with dark type, as a designer would do it.
 */
export function chooseSheet(cover: Cover, theme: Theme | undefined): Sheet {
  const { background, text, hasBrandGround, isMonochrome, theme: own } = cover.palette
  if (hasBrandGround || own === 'LIGHT') return { ground: background, type: text }
  if (isMonochrome) {
    // The palette of a portrait before the dark is black, and its skin would be brown far behind that.
    const { hue, chroma } = hexToOklch(averagePicture(cover))
    return chroma > GREY && theme !== 'DARK' ? layPaper(hue) : { ground: background, type: text }
  }
  const around = weighAround(cover)
  const found = findDarkColour(around.filter(({ colour }) => hexToOklch(colour).lightness > BLACK))
  if (found) {
    const { least, most } = STRENGTH[found.kind]
    const chroma = Math.max(least, Math.min(most, found.chroma))
    const colour = fromOklch({ hue: found.hue, chroma, lightness: LIGHTNESS })
    return { ground: toGroundTone(colour, text, CONTRAST), type: text }
  }
  const { hue, chroma } = findUsual(around)
  if (chroma < QUIET.most && !isBrown(hue)) {
    const quiet = { hue, chroma: Math.max(QUIET.least, chroma), lightness: QUIET.lightness }
    return { ground: toGroundTone(fromOklch(quiet), text, CONTRAST), type: text }
  }
  if (theme === 'DARK') return { ground: background, type: text }
  return layPaper(hue)
}

/** Pink paper is sweet and a breath of green on it looks old: what is brown lies on cream. In degrees. */
const CREAM = { from: 58, to: 86 }

function layPaper(found: number): Sheet {
  const degrees = Math.max(CREAM.from, Math.min(CREAM.to, toDegrees(found)))
  const hue = isBrown(found) ? (degrees * Math.PI) / 180 : found
  return { ground: fromOklch({ ...PAPER, hue }), type: fromOklch({ ...INK, hue }) }
}

/** From -10 on, so that reds lie beside each other. */
function toDegrees(hue: number): number {
  return (((hue * 180) / Math.PI + 370) % 360) - 10
}

/** A picture with less chroma on the whole is black and white. */
const GREY = 0.016

function averagePicture({ picture: { pixels, width, height } }: Cover): string {
  const sums = [0, 0, 0]
  for (let i = 0; i < POINTS * POINTS; i++) {
    const [column, row] = [((i % POINTS) + 0.5) / POINTS, (Math.floor(i / POINTS) + 0.5) / POINTS]
    const pixel = Math.floor(row * height) * width + Math.floor(column * width)
    for (const axis of [0, 1, 2]) sums[axis]! += pixels[4 * pixel + axis]! / POINTS ** 2
  }
  const [red = 0, green = 0, blue = 0] = sums
  return toHex([red, green, blue])
}

function isBrown(hue: number): boolean {
  return toDegrees(hue) < BROWN_END
}

/** A finder's box of a face is wider by so much with its hair and neck. */
const HEAD = 0.2
/** The cover is looked at in so many points along each side. */
const POINTS = 40

/** The cover's colours by how much of it each fills outside of heads. */
function weighAround({ palette, picture, salience }: Cover): Swatch[] {
  const heads = (salience.faces ?? []).map(({ x, y, width, height }) => ({
    x: x - HEAD * width,
    y: y - HEAD * height,
    width: (1 + 2 * HEAD) * width,
    height: (1 + 2 * HEAD) * height,
  }))
  const counts = palette.swatches.map(() => 0)
  let all = 0
  for (let i = 0; heads.length > 0 && i < POINTS * POINTS; i++) {
    const [across, down] = [((i % POINTS) + 0.5) / POINTS, (Math.floor(i / POINTS) + 0.5) / POINTS]
    if (heads.some((head) => isIn(head, across, down))) continue
    const pixel = Math.floor(down * picture.height) * picture.width + Math.floor(across * picture.width)
    counts[findNearest(palette.swatches, picture.pixels, 4 * pixel)]!++
    all++
  }
  // A head that fills the picture leaves too little to say.
  if (all < LEAST_AROUND * POINTS * POINTS) return [...palette.swatches]
  return palette.swatches.map((swatch, i) => ({ ...swatch, share: counts[i]! / all }))
}

const LEAST_AROUND = 0.1

function isIn({ x, y, width, height }: Box, across: number, down: number): boolean {
  return across > x && across < x + width && down > y && down < y + height
}

function findNearest(swatches: readonly Swatch[], pixels: ArrayLike<number>, at: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY]
  for (const [i, { colour }] of swatches.entries()) {
    const rgb = parseHex(colour)
    const apart = rgb.reduce((sum, value, axis) => sum + (value - pixels[at + axis]!) ** 2, 0)
    if (apart < least) [best, least] = [i, apart]
  }
  return best
}

/** The hue that most of the colours share, by how much of it they have, and how strong they are on the whole. */
function findUsual(swatches: readonly Swatch[]): { hue: number; chroma: number } {
  let [x, y] = [0, 0]
  for (const { colour, share } of swatches) {
    const { hue, chroma } = hexToOklch(colour)
    x += share * chroma * Math.cos(hue)
    y += share * chroma * Math.sin(hue)
  }
  return { hue: Math.atan2(y, x), chroma: Math.hypot(x, y) }
}
