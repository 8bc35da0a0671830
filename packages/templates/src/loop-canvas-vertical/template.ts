import {
  type AudioTrack,
  type Box,
  defineTemplate,
  drawWhole,
  findPeople,
  findSubject,
  guessDepth,
  LIVING_STYLES,
  livingPicture,
  loopAir,
  measureLettering,
  measurePlainness,
  paint,
  planFilling,
  planFrame,
  type Size,
  touchesTop,
  z,
} from '@songreel/kit'

/** How far things move, in pixels of a frame whose short side is 1080. */
const REACH = { PARALLAX: 110, FLOW: 110, REBOUND: 110 }
/** Where people or things come to a side of the frame all moves by only this part of it: the camera comes nearer, and would cut them. */
const TIGHT_REACH = 0.4
/** One round takes about so long. */
const ROUND_SECS = { PARALLAX: 6, FLOW: 1.4 }
const USUAL_BAR_SECS = 2
/** A cover with more letters than this stays straight. */
const LETTERED = 0.015
/** Pixels around the frame that are painted too: the outermost of a painting are soft. */
const RIM = 4

/** The cover as a short upright film without words or sound, for the players that show one while a song is on. */
export const template = defineTemplate({
  contentId: 'LOOP_CANVAS_VERTICAL',
  version: 10,
  title: 'Canvas loop',
  description:
    'The cover fills a tall frame and comes to life; silent, without text, and it begins again without a seam.',
  energy: 'CALM',
  aspectRatios: ['9x16'],
  requiredData: z.object({
    loopStyle: z.enum(LIVING_STYLES).default('PARALLAX').describe('How the cover moves'),
    loopSecs: z
      .number()
      .min(3)
      .max(8)
      .optional()
      .describe('About how long, in seconds; whole bars of the song'),
  }),
  defaults: { excerpt: { kind: 'LOOP', secs: 6, minSecs: 3, maxSecs: 8 }, aspectRatio: '9x16' },
  example: { loopStyle: 'PARALLAX' },

  setup({ size, data, cover, audio, seed, motion }) {
    const { scale } = planFrame(size)
    const style = data.loopStyle
    const place = planFilling(cover, size, { canMakeUp: true })
    const keep = findSubject(cover.salience).box
    const seen = [...findPeople(cover), ...(keep ? [keep] : [])]
    const isTight = seen.some((each) => isCut(place, size, each))
    const calm = (motion === 'REDUCED' ? 0.4 : 1) * (isTight ? TIGHT_REACH : 1)
    const reachPx = scale(REACH[style]) * calm
    const area = { x: -RIM, y: -RIM, width: size.width + 2 * RIM, height: size.height + 2 * RIM }
    const picture = paint(area, (ctx) => {
      ctx.translate(-area.x, -area.y)
      drawWhole(ctx, cover, { place, area })
    })
    const times = countRounds(style, audio)
    const depth = guessDepth(cover)
    const holdsTop = Math.abs(place.y) < RIM && touchesTop(cover)
    const isRigid = measureLettering(cover.picture) > LETTERED
    return [
      ...livingPicture(picture, { style, size, place, depth, seed, times, reachPx, keep, holdsTop, isRigid }),
      ...loopAir({ size, palette: cover.palette, seed, plainness: measurePlainness(cover.picture).whole }),
    ]
  },
})

/** Whether a part of the cover that must be seen comes to a side of the frame, or lies beyond it. */
function isCut(place: Box, { width }: Size, part: Box): boolean {
  const left = place.x + part.x * place.width
  return left <= 0 || left + part.width * place.width >= width
}

/** A rebound is pushed once a bar, or every two seconds where there are none. */
function countRounds(
  style: (typeof LIVING_STYLES)[number],
  { durationSecs, downbeatSecs }: AudioTrack,
): number {
  if (style !== 'REBOUND') return Math.max(1, Math.round(durationSecs / ROUND_SECS[style]))
  return Math.max(1, downbeatSecs.length || Math.round(durationSecs / USUAL_BAR_SECS))
}
