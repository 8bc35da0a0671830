import {
  type Box,
  type Cover,
  cropToFill,
  defineTemplate,
  drawExtended,
  guessDepth,
  LIVING_STYLES,
  livingPicture,
  loopAir,
  paint,
  planFrame,
  type Size,
  z,
} from '@songreel/kit'

/** How far things move, in pixels of a frame whose short side is 1080. */
const REACH = { PARALLAX: 80, FLOW: 90, REBOUND: 80 }
/** One round takes about so long. */
const ROUND_SECS = { PARALLAX: 8, FLOW: 1.6, REBOUND: 2 }
/** Where the square lies in a taller frame: so much of what is drawn on lies above it. */
const ABOVE = 0.42

/** The release's cover, moving, as stores show it: it begins as the cover itself and comes back to it. */
export const template = defineTemplate({
  contentId: 'LOOP_MOTION_ARTWORK',
  title: 'Motion artwork',
  description:
    'The cover comes to life and returns to itself; silent, without text, in the sizes that stores take at ULTRA.',
  energy: 'CALM',
  aspectRatios: ['1x1', '3x4'],
  requiredData: z.object({
    loopStyle: z.enum(LIVING_STYLES).default('PARALLAX').describe('How the cover moves'),
    loopSecs: z
      .number()
      .min(8)
      .max(20)
      .optional()
      .describe('About how long, in seconds; whole bars of the song'),
  }),
  defaults: { excerpt: { kind: 'LOOP', secs: 16, minSecs: 8, maxSecs: 20 }, aspectRatio: '1x1' },
  master: {
    sizes: { '1x1': { width: 3840, height: 3840 }, '3x4': { width: 2048, height: 2732 } },
    bitRateMbps: 70,
  },
  example: { loopStyle: 'PARALLAX' },

  setup({ size, data, cover, audio, seed, motion }) {
    const { scale } = planFrame(size)
    const style = data.loopStyle
    const reachPx = scale(REACH[style]) * (motion === 'REDUCED' ? 0.4 : 1)
    const place = placeCover(cover, size)
    const margin = Math.ceil(scale(REACH[style])) + 4
    const area = {
      x: -margin,
      y: -margin,
      width: size.width + 2 * margin,
      height: size.height + 2 * margin,
    }
    const picture = paint(area, (ctx) => {
      ctx.translate(-area.x, -area.y)
      drawExtended(ctx, cover.image, place, area)
    })
    const times = Math.max(1, Math.round(audio.durationSecs / ROUND_SECS[style]))
    return [
      ...livingPicture(picture, { style, place, depth: guessDepth(cover), seed, times, reachPx }),
      ...loopAir({ size, palette: cover.palette, seed, beginsClear: true }),
    ]
  },
})

/** The cover fills a square, and the width of a taller frame; what is missing above and below is drawn on. */
function placeCover(cover: Cover, size: Size): Box {
  const shown = cropToFill(cover, { width: size.width, height: Math.min(size.height, size.width) })
  const scale = size.width / shown.width
  const top = (size.height - shown.height * scale) * ABOVE
  return {
    x: -shown.x * scale,
    y: top - shown.y * scale,
    width: cover.width * scale,
    height: cover.height * scale,
  }
}
