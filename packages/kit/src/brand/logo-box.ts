import type { Box, Size } from '../geometry.ts'
import { insetBox, planFrame } from '../paint/frame-layout.ts'
import type { Picture } from '../paint/picture.ts'
import type { LogoCorner, LogoWish } from './brand-plan.ts'

/** How high a logo may be, at a short side of 1080. */
export const LOGO_HEIGHTS: Record<LogoWish['size'], number> = { SMALL: 90, MEDIUM: 130, LARGE: 180 }

/** No logo is wider than so many of its greatest heights, nor larger than so many of their squares: eyes go by the area. */
const MOST_WIDTH = 3.2
const MOST_AREA = 1.6
/** And a high one is so much higher at most. */
const MOST_HEIGHT = 1.3

/** What a logo's size goes by: its form, and how much of that is ink, 0 to 1; without that it is as heavy as most are. */
export type LogoMeasure = Size & { ink?: number }

/** A logo with less ink than this weighs less than others of its size, and grows, but only so much. */
const USUAL_INK = 0.3
const MOST_GROWTH = 1.4

/** How large a logo is that may be so high: a long one is lower, and a high one or one of lines higher, so that all of them weigh alike. */
export function sizeLogo({ width, height, ink = 1 }: LogoMeasure, mostHeight: number): Size {
  const ratio = width / height
  const most = mostHeight * Math.min(MOST_GROWTH, Math.max(1, Math.cbrt(USUAL_INK / Math.max(0.01, ink))))
  const high = Math.min(
    most * Math.min(MOST_HEIGHT, Math.max(1, Math.sqrt(1 / ratio))),
    most * Math.sqrt(MOST_AREA / ratio),
    (most * MOST_WIDTH) / ratio,
  )
  return { width: high * ratio, height: high }
}

/** Form and ink of a picture of a logo. */
export function measureLogo({ width, height, pixels }: Picture): Required<LogoMeasure> {
  let ink = 0
  for (let at = 3; at < pixels.length; at += 4) ink += pixels[at]!
  return { width, height, ink: ink / (255 * width * height) }
}

/** A plate reaches so far around its logo, in parts of the logo's shorter side. */
export const PLATE_MARGIN = 0.22

/** A logo of which the corner is known. */
export type LogoPlace = {
  picture: LogoMeasure
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
