import type { Box, Size } from '../geometry.ts'
import { insetBox, planFrame } from '../paint/frame-layout.ts'
import type { LogoCorner, LogoWish } from './brand-plan.ts'

/** How high a logo may be, at a short side of 1080. */
export const LOGO_HEIGHTS: Record<LogoWish['size'], number> = { SMALL: 90, MEDIUM: 130, LARGE: 180 }

/** No logo is wider than so many of its greatest heights, nor larger than so many of their squares: eyes go by the area. */
const MOST_WIDTH = 3.2
const MOST_AREA = 1.6

/** How large a logo is that may be so high: a long one is lower, so that all of them weigh alike. */
export function sizeLogo({ width, height }: Size, mostHeight: number): Size {
  const ratio = width / height
  const high = Math.min(
    mostHeight,
    mostHeight * Math.sqrt(MOST_AREA / ratio),
    (mostHeight * MOST_WIDTH) / ratio,
  )
  return { width: high * ratio, height: high }
}

/** A plate reaches so far around its logo, in parts of the logo's shorter side. */
export const PLATE_MARGIN = 0.22

/** A logo of which the corner is known. */
export type LogoPlace = {
  picture: Size
  corner: LogoCorner
  heightPx: number
  slide?: number
  plate?: string
}

/** Where a logo stands in a corner of the safe box. */
export function placeLogo(frame: Size, { picture, corner, heightPx, slide = 0, plate }: LogoPlace): Box {
  const { safe: whole, scale } = planFrame(frame)
  const { width, height } = sizeLogo(picture, scale(heightPx))
  // A plate stays inside of the safe box with all of its rim.
  const safe = plate ? insetBox(whole, PLATE_MARGIN * Math.min(width, height)) : whole
  const moved = slide * whole.height
  const isLeft = corner.endsWith('LEFT')
  const isTop = corner.startsWith('TOP')
  return {
    x: Math.round(isLeft ? safe.x : safe.x + safe.width - width),
    y: Math.round(isTop ? safe.y + moved : safe.y + safe.height - height - moved),
    width: Math.round(width),
    height: Math.round(height),
  }
}
