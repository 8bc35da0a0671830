import type { Lottie } from '@songreel/kit/input'
import { cutLogo, type Logo, type LogoPixels } from './read-logo.ts'

/** As large as it is ever drawn: on an end card of the finest quality. */
export const LOGO_SIDE_PX = 1400

/** What is seen of the last picture of an animation is the logo; or why it is none. */
export function cutSting(lottie: Lottie, rest: LogoPixels): Logo | string {
  const logo = cutLogo(rest)
  if (typeof logo === 'string') return logo
  const { left, top, right, bottom } = logo.ink
  const unit = lottie.w / rest.width
  const ink = { x: left * unit, y: top * unit, width: (right - left) * unit, height: (bottom - top) * unit }
  return { picture: logo.picture, kind: 'LOTTIE', sting: { lottie, ink }, ...logo.facts }
}
