import { chance, contrast, fromOklch, hexToOklch, mixColours, type Palette } from '@songreel/kit'

/** What the wall of words is made of: its ground, type on it, and type that is not sung yet. */
export type BlockColours = { ground: string; type: string; waiting: string }

/** Words that wait are as faint as can be read. */
const LEAST_WAITING = 4.6
const FAINTNESS = [0.55, 0.5, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15, 0.1]

/** As a book is printed: paper with a breath of the cover's colour and ink in a deep tone of it, or the other way about. A brand has its own two. */
export function chooseColours(palette: Palette, seed: number): BlockColours {
  if (palette.hasBrandGround) return withWaiting(palette.background, palette.text)
  const { hue, chroma } = hexToOklch(palette.grounds[0])
  const own = palette.isMonochrome ? 0 : chroma
  const paper = fromOklch({ lightness: 0.945, chroma: Math.min(0.03, 0.25 * own), hue })
  const ink = fromOklch({ lightness: 0.27, chroma: Math.min(0.1, own), hue })
  return chance(seed, 'paper') < 0.65 ? withWaiting(paper, ink) : withWaiting(ink, paper)
}

function withWaiting(ground: string, type: string): BlockColours {
  const faint = FAINTNESS.map((share) => mixColours(type, ground, share))
  return { ground, type, waiting: faint.find((each) => contrast(each, ground) >= LEAST_WAITING) ?? type }
}
