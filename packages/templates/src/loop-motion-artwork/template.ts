import {
  defineTemplate,
  drawWhole,
  guessDepth,
  LIVING_STYLES,
  livingPicture,
  loopAir,
  measureLettering,
  measurePlainness,
  paint,
  planFilling,
  planFrame,
  touchesTop,
  z,
} from '@songreel/kit'

/** How far things move, in pixels of a frame whose short side is 1080. */
const REACH = { PARALLAX: 80, FLOW: 90, REBOUND: 80 }
/** One round takes about so long. */
const ROUND_SECS = { PARALLAX: 8, FLOW: 1.6, REBOUND: 2 }
/** A cover with more letters than this stays straight. */
const LETTERED = 0.015
/** Pixels around the frame that are painted too: the outermost of a painting are soft. */
const RIM = 4

/** The release's cover, moving, as stores show it: it begins as the cover itself and comes back to it. */
export const template = defineTemplate({
  contentId: 'LOOP_MOTION_ARTWORK',
  version: 9,
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
    const place = planFilling(cover, size)
    const area = { x: -RIM, y: -RIM, width: size.width + 2 * RIM, height: size.height + 2 * RIM }
    const picture = paint(area, (ctx) => {
      ctx.translate(-area.x, -area.y)
      drawWhole(ctx, cover, { place, area })
    })
    const plainness = measurePlainness(cover.picture).whole
    const times = Math.max(1, Math.round(audio.durationSecs / ROUND_SECS[style]))
    const holdsTop = Math.abs(place.y) < RIM && touchesTop(cover)
    const isRigid = measureLettering(cover.picture) > LETTERED
    return [
      ...livingPicture(picture, {
        style,
        size,
        place,
        depth: guessDepth(cover),
        seed,
        times,
        reachPx,
        holdsTop,
        isRigid,
      }),
      ...loopAir({ size, palette: cover.palette, seed, beginsClear: true, plainness }),
    ]
  },
})
