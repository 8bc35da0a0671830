import {
  type Cover,
  defineTemplate,
  drawFilling,
  type Frame,
  fromOklch,
  hexToOklch,
  type Layer,
  mixColours,
  ownLogo,
  paint,
  pieces,
  type SetupInput,
  type Size,
  shapeForPeople,
  sprite,
  tameRed,
  typeColumn,
  z,
} from '@songreel/kit'
import { type Layout, planLayout } from './layout.ts'
import type { Part } from './open-ways.ts'
import { ANCHOR, planShatter } from './shatter.ts'

const DENSITIES = ['LOW', 'MID', 'HIGH'] as const
/** Pieces along the cover's side. */
const GRIDS = { LOW: 20, MID: 30, HIGH: 42 }

/** The cover, made of thousands of pieces of itself. */
export const template = defineTemplate({
  contentId: 'VISUAL_PARTICLE_FIELD',
  version: 11,
  title: 'Particle field',
  description:
    'The cover fills the frame and comes apart into pieces that fly around its title: every bar throws them farther, on sections and strong bars they burst off the cover and come together again, and it swells with every beat.',
  requiredData: z.object({ density: z.enum(DENSITIES).optional() }),
  example: { customText: 'Out now', density: 'MID' },
  defaults: { fontStyle: 'GROTESK' },

  setup(input) {
    const { size, data, cover, audio, seed, motion } = input
    const { palette } = cover
    const layout = planField(input)
    const grid = GRIDS[data.density ?? 'MID']
    const colours = [
      mixColours(palette.accent, palette.text, 0.3),
      palette.text,
      mixColours(palette.muted, palette.text, 0.6),
    ]
    const isReduced = motion === 'REDUCED'
    const ground = chooseGround(cover)
    const shatter = planShatter({ size, layout, cover, ground, audio, seed, grid, isReduced })
    const draw = (ctx: Parameters<typeof drawFilling>[0]) =>
      drawFilling(ctx, cover, { ...layout.cover, x: 0, y: 0 })
    const picture = paint(layout.cover, draw)
    const drawWithout = (missing: readonly Part[]) =>
      paint(layout.cover, (ctx) => {
        draw(ctx)
        for (const { fromX, fromY, width, height } of missing) ctx.clearRect(fromX, fromY, width, height)
        shatter.soft.wear(ctx)
      })
    // What no gust takes always rests; what one does take lies over it while the pieces are at home.
    const { swell, whole } = shatter
    const isApart = (frame: Frame) => (whole(frame) < 1 ? 1 : 0)
    return [
      fill(size, ground),
      sprite(drawWithout(shatter.taken), { anchor: ANCHOR, scale: swell, opacity: isApart }),
      sprite(drawWithout(shatter.eaten), { anchor: ANCHOR, scale: swell, opacity: whole }),
      pieces(picture, shatter.pieces),
      ...typeColumn(layout.texts, { audio, colours, align: layout.align }),
      ...(layout.logo ? ownLogo(input, LOGO, layout.logo) : []),
    ]
  },

  // A wide frame has a corner for it; in others the picture and what flies out of it take all of them.
  placeLogos: (input) => {
    const { logo } = planField(input)
    return logo ? { [LOGO]: logo } : {}
  },
})

/** The name of the logo's place. */
const LOGO: string = 'names'

function planField({ size, data, song, cover, fontStyle: font, logo }: SetupInput<object>): Layout {
  const words = { label: data.customText ?? '', title: song.title, artist: song.artist }
  // A square's pieces would not be all of a group.
  const picture = shapeForPeople(cover, { width: 1, height: 1 })
  return planLayout(size, words, { font, picture, logo: logo?.size })
}

/** How dark or light the ground is, which part of the colour it has that fills the cover, and how much at most: in the dark, it looks stronger. */
const GROUND = { dark: 0.195, light: 0.975, share: 0.6, most: 0.05 }

/** The room around the cover, in what fills it: deeper than the palette's ground, or lighter, so that every piece stands out, and a near-black cover has no edge. */
function chooseGround({ palette }: Cover): string {
  const { background, grounds, theme, hasBrandGround } = palette
  const { hue, chroma } = hexToOklch(grounds[0])
  const deep = fromOklch({
    hue,
    chroma: Math.min(GROUND.most, GROUND.share * chroma),
    lightness: GROUND.dark,
  })
  const pale = fromOklch({ ...hexToOklch(background), lightness: GROUND.light })
  if (hasBrandGround) return background
  return theme === 'DARK' ? tameRed(deep) : pale
}

function fill(size: Size, colour: string): Layer {
  return sprite(
    paint({ x: 0, y: 0, ...size }, (ctx) => {
      ctx.fillStyle = colour
      ctx.fillRect(0, 0, size.width, size.height)
    }),
  )
}
