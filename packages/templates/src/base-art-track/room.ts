import {
  type Cover,
  drawCardShadow,
  drawFilling,
  drawText,
  fromOklch,
  hexToOklch,
  type Layer,
  mixColours,
  type Palette,
  paint,
  sprite,
  wipe,
} from '@songreel/kit'
import type { TrackLayout } from './layout.ts'

/** The colours of a room. */
export type RoomColours = {
  wall: string
  shadow: string
  paper: string
  ink: string
  quiet: string
}

/** A gallery's wall: deep enough for light to be seen on it, or plaster, nearly white. */
const WALLS = { DARK: { lightness: 0.69, chroma: 0.06 }, LIGHT: { lightness: 0.93, chroma: 0.026 } }

/** On a darker wall no light is seen, whosever colour it has. */
const LEAST_WALL = 0.3

/** Takes the wall's colour from the cover; paper and ink are the same on all walls. */
export function mixRoom(palette: Palette): RoomColours {
  const { background, theme, isMonochrome, hasBrandGround } = palette
  const { hue, ...own } = hexToOklch(background)
  const tint = (lightness: number, chroma: number) =>
    fromOklch({ hue, lightness, chroma: isMonochrome ? 0 : chroma })
  const { lightness, chroma } = WALLS[theme]
  const wall = hasBrandGround
    ? { lightness: Math.max(LEAST_WALL, own.lightness), chroma: own.chroma }
    : { lightness, chroma }
  if (hasBrandGround) return wearRoom(palette, tint(wall.lightness, wall.chroma))
  return {
    wall: tint(wall.lightness, wall.chroma),
    shadow: tint(0.13, 0.035),
    paper: '#f7f5f0',
    ink: '#16161a',
    quiet: '#3c3c42',
  }
}

/** A brand's room: shadows are its wall in less light, and its labels are printed in its own colours. */
function wearRoom({ theme, text, surface, background, muted }: Palette, wall: string): RoomColours {
  const own = hexToOklch(wall)
  const isDark = theme === 'DARK'
  return {
    wall,
    shadow: fromOklch({ ...own, lightness: (isDark ? 0.35 : 0.78) * own.lightness }),
    paper: isDark ? text : surface,
    ink: isDark ? background : text,
    quiet: isDark ? mixColours(background, text, 0.2) : mixColours(muted, text, 0.5),
  }
}

/** What never moves: the wall, the print on it and its label. */
export function hangPrint(cover: Cover, layout: TrackLayout, colours: RoomColours): Layer[] {
  const { frame, sheet, cover: picture, label, texts } = layout
  const { size, scale } = frame
  const room = paint({ x: 0, y: 0, ...size }, (ctx) => {
    ctx.fillStyle = colours.wall
    ctx.fillRect(0, 0, size.width, size.height)
    drawCardShadow(ctx, sheet, 0, { heightPx: scale(20), strength: 0.55 })
    if (label.height > 0) drawCardShadow(ctx, label, 0, { heightPx: scale(5), strength: 0.5 })
    ctx.fillStyle = colours.paper
    ctx.fillRect(sheet.x, sheet.y, sheet.width, sheet.height)
    ctx.fillRect(label.x, label.y, label.width, label.height)
    drawFilling(ctx, cover, picture)
  })
  const inks = [colours.ink, colours.ink, colours.quiet]
  return [
    sprite(room),
    ...texts.map(({ box, layout: text }, i) =>
      sprite(paint(box, (ctx) => drawText(ctx, text, 0, 0, inks[i] ?? colours.quiet), { bleed: scale(6) })),
    ),
  ]
}

/** How far the song is. */
export function drawLine({ line }: TrackLayout, { ink, paper }: RoomColours): Layer[] {
  if (line.width === 0) return []
  const stroke = (colour: string, alpha: number) =>
    paint(line, (ctx) => {
      ctx.fillStyle = paper
      ctx.fillRect(0, 0, line.width, line.height)
      ctx.globalAlpha = alpha
      ctx.fillStyle = colour
      ctx.fillRect(0, 0, line.width, line.height)
    })
  return [wipe(stroke(ink, 0.16), stroke(ink, 1), { edge: (frame) => frame.position })]
}
