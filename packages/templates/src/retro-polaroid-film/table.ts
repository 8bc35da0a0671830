import { type Box, type drawText, fromOklch, hexToOklch, type Palette } from '@songreel/kit'

type Canvas = Parameters<typeof drawText>[0]

/** How light the table is under each theme, and how much colour it may have: prints must stand out on it. */
const TONE = { DARK: { lightness: 0.4, chroma: 0.07 }, LIGHT: { lightness: 0.84, chroma: 0.045 } }
const LEAST_PAINT = 0.27
const LEAST_CHROMA = 0.015

/** A plain table top in the cover's own colour, or in a brand's; on black nobody would see that it is a table. */
export function chooseTable({
  theme,
  background,
  grounds,
  gradient,
  isMonochrome,
  hasBrandGround,
}: Palette): string {
  if (hasBrandGround) {
    const paint = hexToOklch(background)
    return fromOklch({ ...paint, lightness: Math.max(LEAST_PAINT, paint.lightness) })
  }
  // A charcoal is no colour: here the next one of the cover counts.
  const colours = [...grounds, ...gradient.slice(1, 4)].map(hexToOklch)
  const { hue, chroma } = (!isMonochrome && colours.find((each) => each.chroma > LEAST_CHROMA)) || colours[0]!
  const tone = TONE[theme]
  return fromOklch({ hue, chroma: Math.min(tone.chroma, chroma), lightness: tone.lightness })
}

/** Light from a window at the upper left: soft, and gone towards the opposite corner. */
export function drawTable(ctx: Canvas, { width, height }: Box, table: string): void {
  ctx.fillStyle = table
  ctx.fillRect(0, 0, width, height)
  const reach = Math.hypot(width, height)
  const light = ctx.createRadialGradient(0.16 * width, 0.1 * height, 0, 0.16 * width, 0.1 * height, reach)
  light.addColorStop(0, 'rgba(255, 255, 255, 0.7)')
  light.addColorStop(0.45, 'rgba(255, 255, 255, 0.1)')
  light.addColorStop(0.55, 'rgba(0, 0, 0, 0.06)')
  light.addColorStop(1, 'rgba(0, 0, 0, 0.7)')
  ctx.globalCompositeOperation = 'soft-light'
  ctx.fillStyle = light
  ctx.fillRect(0, 0, width, height)
  ctx.globalCompositeOperation = 'source-over'
}
