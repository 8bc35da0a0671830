import {
  type Box,
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
  const { background, grounds, theme, hasBrandGround } = palette
  if (hasBrandGround) {
    const own = hexToOklch(background)
    return wearRoom(palette, fromOklch({ ...own, lightness: Math.max(LEAST_WALL, own.lightness) }))
  }
  const { hue, chroma } = hexToOklch(grounds[0])
  const wall = WALLS[theme]
  return {
    wall: fromOklch({ hue, lightness: wall.lightness, chroma: Math.min(wall.chroma, chroma) }),
    shadow: fromOklch({ hue, lightness: 0.13, chroma: Math.min(0.035, chroma) }),
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

/** The wall, on which the light falls. */
export function paintWall({ frame: { size } }: TrackLayout, { wall }: RoomColours): Layer[] {
  const room = paint({ x: 0, y: 0, ...size }, (ctx) => {
    ctx.fillStyle = wall
    ctx.fillRect(0, 0, size.width, size.height)
  })
  return [sprite(room)]
}

/** How high sheets hang before the wall, and how deep their shadow is. */
const HANG = { heightPx: 11, strength: 0.62 }

/** What hangs before the lit wall, and has the only sharp edges in the room: the print and its label. */
export function hangPrint(cover: Cover, layout: TrackLayout, colours: RoomColours): Layer[] {
  const { frame, sheet, cover: picture, label, texts } = layout
  const { scale } = frame
  const hang = (box: Box) => {
    const own = { ...box, x: 0, y: 0 }
    return sprite(
      paint(
        box,
        (ctx) => {
          drawCardShadow(ctx, own, 0, { heightPx: scale(HANG.heightPx), strength: HANG.strength })
          ctx.fillStyle = colours.paper
          ctx.fillRect(0, 0, box.width, box.height)
          if (box === sheet)
            drawFilling(ctx, cover, { ...picture, x: picture.x - box.x, y: picture.y - box.y })
        },
        { bleed: scale(5 * HANG.heightPx) },
      ),
    )
  }
  const inks = [colours.ink, colours.ink, colours.quiet]
  return [
    hang(sheet),
    ...(label.height > 0 ? [hang(label)] : []),
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
