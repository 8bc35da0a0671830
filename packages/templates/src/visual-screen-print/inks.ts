import {
  chance,
  cleanGround,
  contrast,
  fromOklch,
  hexToOklch,
  type Inks,
  mixColours,
  type Palette,
  parseHex,
  toGroundTone,
  toHex,
  turnTo,
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

/**
 * All pairs are mixed from the cover's colours, the first from those of its subject and its ground, so that the one parts from the other; a cover without colour is printed from the shelf, and
 * every video of a set begins elsewhere on it.
 */
export function chooseSheet(
  palette: Palette,
  theme: 'LIGHT' | 'DARK',
  { seed, subject }: { seed: number; subject?: string | undefined },
): Sheet {
  const paper = palette.hasBrandGround ? palette.background : PAPER[theme]
  const isDark = theme === 'DARK'
  if (palette.hasBrandGround) return { paper, isDark, inks: wearInks(palette, isDark) }
  const pairs = palette.isMonochrome ? turnShelf(seed) : mixPairs(palette, subject)
  return { paper, isDark, inks: pairs.map((pair) => print(order(pair), paper, isDark)) }
}

function turnShelf(seed: number): readonly Pair[] {
  const start = Math.floor(chance(seed, 'shelf') * PAIRS.length)
  return PAIRS.map((_, i) => PAIRS[(start + i) % PAIRS.length]!)
}

/** A second ink is told from the paper by so much. */
const SEEN_INK = 1.5

/** A brand prints in its own two colours, in turns, and where both lie, in the colour of its type. Letters have a fringe of the second ink. */
function wearInks({ accent, accent2, grounds, background, text }: Palette, isDark: boolean): Inks[] {
  // On black paper the fringe of letters is faint by itself.
  if (isDark)
    return [[accent, accent2] as const, [accent2, accent] as const].map(([first, second]) => ({
      first,
      second,
      both: text,
    }))
  const isSecond = (ink: string) =>
    contrast(ink, text) >= FRINGE_CONTRAST && contrast(ink, background) >= SEEN_INK
  const second =
    [accent2, grounds[1], grounds[0]].find(isSecond) ?? toGroundTone(accent, text, FRINGE_CONTRAST)
  const first = second === accent ? accent2 : accent
  const turned = isSecond(first) ? [{ first: second, second: first, both: text }] : []
  return [{ first, second, both: text }, ...turned]
}

/** Colours that are hardly any give no hue to an ink. */
const LEAST_CHROMA = 0.06
type Tin = { lightness: number; chroma: number }
const DEEP: Tin = { lightness: 0.56, chroma: 0.15 }
const BRIGHT: Tin = { lightness: 0.73, chroma: 0.18 }
/** A cover of one hue is printed in it and in a black with a breath of it: an ink of another hue would be one that it does not have. */
const SHADOW: Tin = { lightness: 0.29, chroma: 0.022 }
/** Yellow is sold bright: as dark as the other inks it would be mustard. */
const SUN = { from: 1.25, to: 2.1, lightness: 0.86 }
/** Hues of brown and olive where they are deep: printers take a black for them. */
const EARTH = { from: 0.75, to: 2.1 }

/** The cover's two hues as a deep and a bright ink and the other way about, or with black where they are neighbours; then its bright hue with others that it has. */
function mixPairs({ accent, accent2, swatches = [] }: Palette, subject?: string): Pair[] {
  const [first, second] = chooseHues(accent, accent2, subject)
  const own: Pair[] = isApart(first.hue, second.hue)
    ? [
        [mixInk(second, DEEP), mixInk(first, BRIGHT)],
        [mixInk(first, DEEP), mixInk(second, BRIGHT)],
      ]
    : [first, second].map(
        ({ hue, chroma }): Pair => [
          cleanGround(fromOklch({ ...SHADOW, hue })),
          mixInk({ hue, chroma }, BRIGHT),
        ],
      )
  const further = swatches
    .map(({ colour }) => hexToOklch(colour))
    .filter(
      ({ chroma, hue }) => chroma >= LEAST_CHROMA && isApart(hue, first.hue) && isApart(hue, second.hue),
    )
  return [...own, ...further.slice(0, 1).map((each): Pair => [mixInk(each, DEEP), mixInk(first, BRIGHT)])]
}

/** The bright ink is the subject's where it has a colour of its own. */
function chooseHues(accent: string, accent2: string, subject = accent) {
  const [own, first, second] = [subject, accent, accent2].map((each) => hexToOklch(each))
  if (own!.chroma < LEAST_CHROMA / 2) return [first!, second!] as const
  const ground =
    Math.abs(turnTo(own!.hue, first!.hue)) >= Math.abs(turnTo(own!.hue, second!.hue)) ? first : second
  return [own!, ground!] as const
}

/** An ink in the hue of a colour, and at least as strong as inks are. */
function mixInk({ hue, chroma }: { hue: number; chroma: number }, tin: Tin): string {
  if (tin === DEEP && hue > EARTH.from && hue < EARTH.to) return cleanGround(fromOklch({ ...SHADOW, hue }))
  const isSun = tin === BRIGHT && hue > SUN.from && hue < SUN.to
  const lightness = isSun ? SUN.lightness : tin.lightness
  return cleanGround(fromOklch({ lightness, chroma: Math.max(tin.chroma, chroma), hue }))
}

function isApart(hue: number, other: number): boolean {
  return Math.abs(turnTo(hue, other)) >= LEAST_TURN
}

/** Two inks of one hue would print one picture: from this distance on, in radians, they are two. */
const LEAST_TURN = 1.2

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
  return { first: on(first), second: on(second), both: reach(cleanGround(both), '#000000', grounds) }
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
