import { contrast, fromOklch, hexToOklch } from '../paint/colour.ts'
import { toGroundTone } from '../paint/ground-tone.ts'
import type { Palette } from '../paint/palette.ts'

/** What type on a film is made of, and the ground that it stands on or the dark that a film melts into. */
export type FilmInk = { type: string; veil: string }

/** White and near-black with a breath of the cover's colour. */
function findPaperAndInk({ isMonochrome, grounds }: Palette): { paper: string; ink: string } {
  const { hue, chroma } = hexToOklch(grounds[0])
  const own = isMonochrome ? 0 : chroma
  const tint = (lightness: number, most: number) =>
    fromOklch({ lightness, chroma: Math.min(most, 0.4 * own), hue })
  return { paper: tint(0.985, 0.012), ink: tint(0.17, 0.04) }
}

/** A little over 7:1, since video rounds colours. */
const RATIO = 7.3

/** Light type on the cover's deepest tone, as films begin and end. A brand has its own type and ground. */
export function chooseFilmNight(palette: Palette): FilmInk {
  if (palette.hasBrandGround) return { type: palette.text, veil: palette.background }
  const { paper, ink } = findPaperAndInk(palette)
  return { type: paper, veil: ink }
}

/** A ground in the cover's accent, where that is strongest: bright below dark type, or deep below light type. */
function chooseStrongAccent(palette: Palette): FilmInk {
  const { paper, ink } = findPaperAndInk(palette)
  const [bright, deep] = [ink, paper].map((type) => ({
    type,
    veil: toGroundTone(palette.accent, type, RATIO),
  })) as [FilmInk, FilmInk]
  const chroma = ({ veil }: FilmInk) => hexToOklch(veil).chroma
  return chroma(deep) > chroma(bright) ? deep : bright
}

/** The inks of a poster, in the order of its changes: the cover's accent, its night and its paper. A brand has its own two, either way. */
export function choosePosterInks(palette: Palette): readonly [FilmInk, ...FilmInk[]] {
  const night = chooseFilmNight(palette)
  const paper = { type: night.veil, veil: night.type }
  if (palette.hasBrandGround) return [night, paper]
  const accent = chooseStrongAccent(palette)
  const isBright = contrast(palette.accent, night.veil) >= RATIO
  return [accent, isBright ? { ...night, type: palette.accent } : night, paper]
}
