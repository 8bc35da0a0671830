import {
  type AudioTrack,
  type Cover,
  defineTemplate,
  drawFilling,
  type Frame,
  fromOklch,
  glow,
  hexToOklch,
  insetBox,
  type Layer,
  mixColours,
  ownLogo,
  type Painting,
  type Palette,
  paint,
  pieces,
  type SetupInput,
  type Size,
  sprite,
  toGroundTone,
  typeColumn,
  z,
} from '@songreel/kit'
import { type Layout, planLayout } from './layout.ts'
import { planShatter } from './shatter.ts'

const DENSITIES = ['LOW', 'MID', 'HIGH'] as const
/** Pieces along the cover's side. */
const GRIDS = { LOW: 24, MID: 36, HIGH: 48 }

/** The cover, made of thousands of pieces of itself. */
export const template = defineTemplate({
  contentId: 'VISUAL_PARTICLE_FIELD',
  version: 8,
  title: 'Particle field',
  description:
    'The cover in thousands of pieces: on sections and strong bars a gust takes the edge that its subject needs least, it comes together again, and every beat runs through it.',
  requiredData: z.object({ density: z.enum(DENSITIES).optional() }),
  example: { customText: 'Out now', density: 'MID' },
  defaults: { fontStyle: 'GROTESK' },

  setup(input) {
    const { size, data, cover, audio, seed, motion } = input
    const { palette } = cover
    const layout = planField(input)
    const grid = GRIDS[data.density ?? 'MID']
    const picture = paint(layout.cover, (ctx, { width, height }) =>
      drawFilling(ctx, cover, { x: 0, y: 0, width, height }),
    )
    const colours = [
      mixColours(palette.accent, palette.text, 0.3),
      palette.text,
      mixColours(palette.muted, palette.text, 0.6),
    ]
    const isReduced = motion === 'REDUCED'
    const shatter = planShatter({ size, layout, cover, audio, seed, grid, isReduced })
    return [
      drawGround(size, cover),
      lightGround(picture, layout, { audio, palette, whole: shatter.whole }),
      sprite(picture, { opacity: shatter.whole }),
      pieces(picture, shatter.pieces),
      lightPicture(picture, layout, { audio, isReduced }),
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

function planField({ size, data, song, fontStyle, logo }: SetupInput<object>): Layout {
  const words = { label: data.customText ?? '', title: song.title, artist: song.artist }
  return planLayout(size, words, fontStyle, logo?.size)
}

/** Type stands on the light around the cover: it is no brighter than type allows. */
const GROUND_LIGHT = { contrast: 9, spreadPx: 250, rest: 0.14, glow: 0.26, beat: 0.56 }

/** Light from behind the cover, which swells with the bass and rises on every beat; while pieces fly, the ground is darker. */
function lightGround(
  picture: Painting,
  { unit }: Layout,
  { audio, palette, whole }: { audio: AudioTrack; palette: Palette; whole: (frame: Frame) => number },
): Layer {
  const { contrast, spreadPx, rest, glow: bass, beat } = GROUND_LIGHT
  return glow(picture.shape, {
    colour: toGroundTone(palette.accent, palette.text, contrast),
    strength: (frame) =>
      (0.35 + 0.65 * whole(frame)) * (rest + bass * audio.glow(frame) + beat * audio.beat(frame)),
    spread: spreadPx * unit,
  })
}

/** So much light falls on the cover on a beat: seen all over it, and far from a flash. */
const PICTURE_LIGHT = { FULL: 0.13, REDUCED: 0.03, spreadPx: 24 }

function lightPicture(
  { box }: Painting,
  { unit }: Layout,
  { audio, isReduced }: { audio: AudioTrack; isReduced: boolean },
): Layer {
  const spread = PICTURE_LIGHT.spreadPx * unit
  const lamp = paint(insetBox(box, spread), (ctx, { width, height }) => ctx.fillRect(0, 0, width, height))
  const most = PICTURE_LIGHT[isReduced ? 'REDUCED' : 'FULL']
  return glow(lamp.shape, { strength: (frame) => most * audio.beat(frame), spread })
}

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
