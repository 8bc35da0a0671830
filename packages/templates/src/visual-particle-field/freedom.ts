import { type Palette, tameRed } from '@songreel/kit'

/** Saturated red may not come and go as often as other colours (WCAG 2.3.1): of a red cover, its red pieces fly less far, and fewer of them. */
const RED_FREEDOM = 0.1
const RED_SHARE = 0.25

/** How freely a piece of the cover may fly that is at home at a place of the frame, 0 to 1. */
export function findFreedom(palette: Palette, colourAt: (x: number, y: number) => string) {
  if (!isRed(palette)) return () => 1
  return (x: number, y: number): number => {
    const colour = colourAt(x, y)
    return tameRed(colour) === colour ? 1 : RED_FREEDOM
  }
}

/** Whether much of a cover is a saturated red. */
export function isRed({ swatches }: Palette): boolean {
  const red = swatches.filter(({ colour }) => tameRed(colour) !== colour)
  return red.reduce((sum, { share }) => sum + share, 0) > RED_SHARE
}
