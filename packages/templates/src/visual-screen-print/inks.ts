import {
  chance,
  contrast,
  fromOklch,
  hexToOklch,
  type Inks,
  mixColours,
  type Palette,
  parseHex,
  toHex,
} from '@songreel/kit'

/** Two inks as they come out of the tin; the first is the one that takes more red out of the light. */
type Pair = readonly [string, string]

/** Tins that print shops have, in pairs whose overprint is dark enough for type. */
const PAIRS: readonly Pair[] = [
  ['#0078bf', '#ff48b0'],
  ['#00959c', '#ff5a3c'],
  ['#2f6fd0', '#ffcf33'],
  ['#7a5cc8', '#ff7a52'],
  ['#00a06a', '#ff6fb5'],
  ['#3b3a44', '#f5504f'],
]

const PAPER = { LIGHT: '#f3eee2', DARK: '#17151a' } as const
const TYPE_CONTRAST = 7
const FRINGE_CONTRAST = 4.8

/** The sheet: its paper, and a pair of inks for each chapter of a song in turn. */
export type Sheet = { paper: string; isDark: boolean; inks: Inks[] }

/** The first pair is made of the cover's own colours, the others come from the shelf; every video of a set begins elsewhere on it. */
export function chooseSheet(palette: Palette, theme: 'LIGHT' | 'DARK', seed: number): Sheet {
  const paper = palette.hasBrandGround ? palette.background : PAPER[theme]
  const isDark = theme === 'DARK'
  const start = Math.floor(chance(seed, 'shelf') * PAIRS.length)
  const shelf = PAIRS.map((_, i) => PAIRS[(start + i) % PAIRS.length]!)
  const own = mixOwn(palette)
  // A brand prints in its own two colours, in turns.
  const others: Pair[] = palette.hasBrandGround && own ? [[own[1], palette.accent]] : shelf
  const pairs = [...(own ? [own] : []), ...others]
  return { paper, isDark, inks: pairs.map((pair) => print(order(pair), paper, isDark)) }
}

/** A deep ink and a bright one in the cover's two hues; a cover without colour has none of its own. */
function mixOwn({ accent, accent2, isMonochrome }: Palette): Pair | undefined {
  if (isMonochrome) return undefined
  const bright = hexToOklch(accent)
  const other = hexToOklch(accent2)
  return [
    fromOklch({ lightness: 0.56, chroma: Math.max(0.15, other.chroma), hue: part(bright.hue, other.hue) }),
    fromOklch({ lightness: 0.73, chroma: Math.max(0.18, bright.chroma), hue: bright.hue }),
  ]
}

/** Two inks of one hue would print one picture: the second keeps this distance, in radians. */
const LEAST_TURN = 1.2

function part(hue: number, other: number): number {
  const turn = Math.atan2(Math.sin(other - hue), Math.cos(other - hue))
  return Math.abs(turn) >= LEAST_TURN ? other : hue + Math.sign(turn || 1) * LEAST_TURN * 1.6
}

function order(pair: Pair): Pair {
  return parseHex(pair[0])[0] <= parseHex(pair[1])[0] ? pair : [pair[1], pair[0]]
}

/** On white paper inks take light away, on black paper they are opaque and add up. */
function print([first, second]: Pair, paper: string, isDark: boolean): Inks {
  if (isDark) {
    const lit = (ink: string) => lighten(ink, 0.66)
    return {
      first: lit(first),
      second: lit(second),
      both: reach(screen(lit(first), lit(second)), '#ffffff', [[paper, TYPE_CONTRAST]]),
    }
  }
  const on = (ink: string) => multiply(paper, ink)
  const both = multiply(on(first), second)
  // A fringe of the second ink shows beside the letters.
  const grounds = [
    [paper, TYPE_CONTRAST],
    [on(second), FRINGE_CONTRAST],
  ] as const
  return { first: on(first), second: on(second), both: reach(both, '#000000', grounds) }
}

function lighten(ink: string, lightness: number): string {
  const colour = hexToOklch(ink)
  return fromOklch({ ...colour, lightness: Math.max(lightness, colour.lightness) })
}

/** Type is printed in both inks, so they must part from what lies around them far enough. */
function reach(colour: string, end: string, grounds: readonly (readonly [string, number])[]): string {
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mixColours(colour, end, share)
    if (grounds.every(([ground, ratio]) => contrast(tried, ground) >= ratio)) return tried
  }
  return end
}

function multiply(a: string, b: string): string {
  const [first, second] = [parseHex(a), parseHex(b)]
  const times = (axis: 0 | 1 | 2) => (first[axis] * second[axis]) / 255
  return toHex([times(0), times(1), times(2)])
}

function screen(a: string, b: string): string {
  const [first, second] = [parseHex(a), parseHex(b)]
  const add = (axis: 0 | 1 | 2) => 255 - ((255 - first[axis]) * (255 - second[axis])) / 255
  return toHex([add(0), add(1), add(2)])
}
