/** Dark ground with light type, or the reverse. */
export type Theme = 'DARK' | 'LIGHT'

/** A colour of the cover and how much of the cover it fills, 0 to 1. */
export type Swatch = { colour: string; share: number }

/** The colours of a video by role, all as `#rrggbb`. Contrast is WCAG 2 against background and surface alike. */
export type Palette = {
  theme: Theme
  /** The ground of the frame, tinted by the cover. */
  background: string
  /** A card or panel on the background. */
  surface: string
  /** Hairlines and empty tracks; decoration only, never text. */
  line: string
  /** Type, at least 7:1. */
  text: string
  /** Second-rank type, at least 4.5:1. */
  muted: string
  /** The one accent, at least 4.5:1. */
  accent: string
  /** A second colour of the cover, at least 4.5:1. */
  accent2: string
  /** Type on an accent fill, at least 4.5:1 against `accent`. */
  accentText: string
  /** Five stops from the background through the cover's colours to the brightest. */
  gradient: string[]
  /** What the cover is made of, largest share first. */
  swatches: Swatch[]
  /** True when the cover has no colour to speak of. */
  isMonochrome: boolean
}
