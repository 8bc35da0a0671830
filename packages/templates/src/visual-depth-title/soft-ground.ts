import {
  type Box,
  backdrop,
  type Cover,
  findScrimOpacity,
  fromOklch,
  glow,
  hexToOklch,
  type Layer,
  type Palette,
  paint,
  type Size,
  sprite,
  toGroundTone,
} from '@songreel/kit'
import type { DepthMotion } from './motion.ts'

/** What the ground lies behind. */
export type GroundPlan = { print: Box; design: Size; unit: number; motion: DepthMotion }

/** Far out of focus; type has `CONTRAST` to the light on it. */
const BLUR_PX = 64
const LEAST_TINT = 0.5
const CONTRAST = 7.4
/** How near it comes, and how far it is from the cover at rest. */
const ZOOM = { rest: 1.16, near: 0.16 }
/** Beats light it up by so much; a pale ground stays as it is. */
const DIMMED = 0.26
const GLOW = { spreadPx: 300, rest: 0.18, beat: 0.7, lightness: 0.62 }

/** The cover's own colours, far away: they come nearer and lighter with every beat, and a light rises behind the print. */
export function layGround(cover: Cover, { print, design, unit, motion }: GroundPlan): Layer[] {
  const { palette } = cover
  const lamp = paint(print, (ctx, { width, height }) => ctx.fillRect(0, 0, width, height), { unit })
  const light = glow(lamp.shape, {
    colour: chooseLight(palette),
    strength: (frame) => GLOW.rest + GLOW.beat * motion.open(frame),
    spread: GLOW.spreadPx * unit,
  })
  if (palette.hasBrandGround) return [fillGround(palette.background, design, unit), light]
  const dimmed = palette.theme === 'DARK' ? DIMMED : 0
  return [
    backdrop(cover, {
      blur: BLUR_PX,
      tint: palette.background,
      tintAmount: Math.max(LEAST_TINT, findScrimOpacity(palette)),
      zoom: (frame) => ZOOM.rest + ZOOM.near * motion.open(frame),
      panX: (frame) => 0.6 * motion.aside(frame),
      brightness: (frame) => 1 - dimmed * (1 - motion.open(frame)),
    }),
    light,
  ]
}

/** A tone of the cover's accent before which type can be read. */
function chooseLight({ accent, text, theme }: Palette): string {
  const { chroma, hue } = hexToOklch(accent)
  const bright = fromOklch({ lightness: theme === 'DARK' ? GLOW.lightness : 0.97, chroma, hue })
  return toGroundTone(bright, text, CONTRAST)
}

function fillGround(colour: string, design: Size, unit: number): Layer {
  const painting = paint(
    { x: 0, y: 0, ...design },
    (ctx) => {
      ctx.fillStyle = colour
      ctx.fillRect(0, 0, design.width, design.height)
    },
    { unit },
  )
  return sprite(painting)
}
