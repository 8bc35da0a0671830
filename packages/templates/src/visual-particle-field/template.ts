import {
  type Cover,
  defineTemplate,
  drawFilling,
  fromOklch,
  hexToOklch,
  type Layer,
  mixColours,
  paint,
  pieces,
  type Size,
  sprite,
  typeColumn,
  z,
} from '@songreel/kit'
import { planLayout } from './layout.ts'
import { planShatter } from './shatter.ts'

const DENSITIES = ['LOW', 'MID', 'HIGH'] as const
/** Pieces along the cover's side. */
const GRIDS = { LOW: 24, MID: 36, HIGH: 48 }

/** The cover, made of thousands of pieces of itself. */
export const template = defineTemplate({
  contentId: 'VISUAL_PARTICLE_FIELD',
  version: 3,
  title: 'Particle field',
  description:
    'The cover in thousands of pieces: sections and strong bars burst it apart, it comes together again, and every beat runs through it.',
  requiredData: z.object({ density: z.enum(DENSITIES).optional() }),
  example: { customText: 'Out now', density: 'MID' },
  defaults: { fontStyle: 'GROTESK' },

  setup({ size, data, cover, audio, song, fontStyle, seed, motion }) {
    const { palette } = cover
    const words = { label: data.customText ?? '', title: song.title, artist: song.artist }
    const layout = planLayout(size, words, fontStyle)
    const grid = GRIDS[data.density ?? 'MID']
    const picture = paint(layout.cover, (ctx, { width, height }) =>
      drawFilling(ctx, cover, { x: 0, y: 0, width, height }),
    )
    const colours = [
      mixColours(palette.accent, palette.text, 0.3),
      palette.text,
      mixColours(palette.muted, palette.text, 0.6),
    ]
    return [
      drawGround(size, cover),
      pieces(
        picture,
        planShatter({ size, layout, audio, seed, grid, palette, isReduced: motion === 'REDUCED' }),
      ),
      ...typeColumn(layout.texts, { audio, colours, align: layout.align }),
    ]
  },
})

/** Darker than the palette's ground, or lighter: every piece stands out. */
function drawGround(size: Size, { palette: { background, theme, hasBrandGround } }: Cover): Layer {
  const ground = hexToOklch(background)
  const made = fromOklch(theme === 'DARK' ? { ...ground, lightness: 0.13 } : { ...ground, lightness: 0.975 })
  const colour = hasBrandGround ? background : made
  return sprite(
    paint({ x: 0, y: 0, ...size }, (ctx) => {
      ctx.fillStyle = colour
      ctx.fillRect(0, 0, size.width, size.height)
    }),
  )
}
