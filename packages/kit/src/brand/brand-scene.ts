import type { ClipFile } from '../compose/clip-file.ts'
import type { Box } from '../geometry.ts'
import type { Lottie } from '../lottie/lottie-file.ts'
import type { BrandFonts } from '../paint/brand-voice.ts'
import type { Picture } from '../paint/picture.ts'
import type { EndCardWish, LogoCorner, LogoWish } from './brand-plan.ts'
import type { LogoMeasure } from './logo-box.ts'

/** A logo that plays: what of the animation is seen at its end is the logo, in units of the animation. */
export type LogoSting = { lottie: Lottie; ink: Box }

/** A logo as it is drawn on one ground. */
export type LogoForm = {
  picture: Picture
  /** It plays before it rests as this picture. */
  sting?: LogoSting
  /** Its shape in this `#rrggbb` colour instead of its own. */
  tint?: string
  /** It stands on a plate of this `#rrggbb` colour. */
  plate?: string
}

/** A logo in its place. */
export type PlacedLogo = LogoForm & {
  corner: LogoCorner
  /** How high it may be, at a short side of 1080. */
  heightPx: number
  /** How far it has moved along its side, in parts of the safe box's height, to be clear of what stands in the corner. */
  slide: number
} & Pick<LogoWish, 'opacity' | 'shows'>

/** A logo for which a look has places of its own: its form in each of them, by their names. One without a form keeps its place, and is not drawn. */
export type OwnLogo = {
  size: LogoMeasure
  opacity: number
  forms: Readonly<Record<string, LogoForm>>
  /** From when on one plays that does: after an intro. Default 0. */
  startSecs?: number
  /** The line of the end card, which one that plays may say. */
  words?: string | undefined
}

/** What of a brand a scene wears besides its colours, which are in the cover's palette; plain data. */
export type BrandScene = {
  fonts: BrandFonts
  logo?: PlacedLogo
  /** Where the look shows it itself. */
  ownLogo?: OwnLogo
  endCard?: EndCardWish & { logo?: LogoForm; animation?: Lottie }
  intro?: ClipFile
  outro?: ClipFile
}
