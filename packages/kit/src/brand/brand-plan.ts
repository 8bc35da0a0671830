import type { BrandColours } from '../paint/palette.ts'

/** The corners in which a logo may stand. */
export const LOGO_CORNERS = ['TOP_LEFT', 'TOP_RIGHT', 'BOTTOM_LEFT', 'BOTTOM_RIGHT'] as const

/** One of the corners in which a logo may stand. */
export type LogoCorner = (typeof LOGO_CORNERS)[number]

/** How a brand wants its logo shown. */
export type LogoWish = {
  /** AUTO: the corner that suits the template best. */
  place: LogoCorner | 'AUTO'
  size: 'SMALL' | 'MEDIUM' | 'LARGE'
  /** From 0 to 1. */
  opacity: number
  /** START and END: for the first or the last three seconds. */
  shows: 'ALWAYS' | 'START' | 'END'
}

/** What stands at the end of a video, from a bar on. */
export type EndCardWish = { text?: string; linkUrl?: string; secs?: number }

/** What a brand decides, as plain data; what is absent stays as the template and the cover have it. Its files are in the plan of the render. */
export type BrandPlan = {
  name: string
  colors?: BrandColours
  logo?: LogoWish
  endCard?: EndCardWish
}
