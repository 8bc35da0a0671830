import {
  CUT_RATES,
  cubicOut,
  defineTemplate,
  ease,
  type Frame,
  layTone,
  ownLogo,
  scaleBox,
  showFilm,
  z,
} from '@songreel/kit'
import { drawDusk } from './draw-dusk.ts'
import { drawLine } from './draw-lines.ts'
import { drawCredit, drawLastPicture } from './draw-names.ts'
import { planLayout, standInRoom } from './layout.ts'
import type { Stretch } from './lines.ts'
import { LEAVE_SECS, measure, planFilm } from './plan-film.ts'

/** The song's own videos, and what is sung set in them like a film's titles, between a credit and a last picture with the cover. */
export const template = defineTemplate({
  contentId: 'LYRIC_OVER_FOOTAGE',
  title: 'Lyrics over footage',
  description:
    'Your videos, cut on the bars, and the line being sung set in them like a film title: the film fills the frame, or melts into the dark in which the words stand. The cover closes it as a print.',
  version: 7,
  aspectRatios: ['9x16', '4x5', '1x1', '16x9'],
  needs: { clips: { min: 1, max: 24, isCut: true }, lyrics: 'REQUIRED' },
  requiredData: z.object({
    cutRate: z.enum(CUT_RATES).default('SLOW'),
    lyrics: z.string().max(200_000).optional(),
    customText: z.string().max(120).optional(),
  }),
  defaults: { aspectRatio: '9x16', fontStyle: 'SERIF' },
  example: { cutRate: 'SLOW' },

  setup(input) {
    const { unit, layout, held, played, night, depth, darkness, credits, lines, times } = planFilm(input)
    const { cover, audio, clips } = input
    const colour = night.type
    const last = ({ secs }: Frame) => (secs >= times.comeSecs - 0.001 ? 1 : 0)
    const swell = (frame: Frame) => {
      const secs = Math.max(0, frame.secs - times.comeSecs)
      return 1 + LAST_DRIFT * secs + LAST_SWELL * audio.beat(frame)
    }
    const film = showFilm({
      clips,
      film: held,
      played,
      unit,
      swell: (frame) => 1 + BEAT_ZOOM * audio.beat(frame),
    })
    const isFull = layout.ground === 'FULL'
    const shotDarkness = (frame: Frame) => darkness[played.indexAt(frame)] ?? 1
    const dusk = { unit, colour: night.veil, depth, ...(isFull && { opacity: shotDarkness }) }
    const creditAt = standInRoom(layout, layout.credit)
    return [
      ...(isFull ? [] : [layTone(layout.frame, night, { unit })]),
      film,
      drawDusk(layout, dusk),
      ...drawCredit(layout.credit, creditAt, presentCredits(credits), { unit, colour }),
      ...lines.flatMap((line) => drawLine(line, { layout, unit, colour })),
      ...drawLastPicture(layout, last, { unit, cover, ground: night, swell }),
      ...(layout.logo ? ownLogo(input, LOGO, scaleBox(layout.logo, unit)) : []),
    ]
  },

  placeLogos: (input) => {
    const { unit, wish } = measure(input)
    const { logo } = planLayout(wish, 'FULL')
    return logo ? { [LOGO]: scaleBox(logo, unit) } : {}
  },
})

/** The name of the logo's place. */
const LOGO: string = 'foot'

/** How much nearer the film comes on a beat. */
const BEAT_ZOOM = 0.04
/** In the last picture the cover comes nearer by so much a second, and by so much on a beat. */
const LAST_DRIFT = 0.006
const LAST_SWELL = 0.016
/** How long the credit takes to come back. */
const COME_SECS = 0.4

/** How much of the credit is there: all of it when the film begins. */
function presentCredits(credits: readonly Stretch[]): (frame: Frame) => number {
  return ({ secs }) =>
    Math.max(
      0,
      ...credits
        .filter(({ fromSecs, toSecs }) => secs >= fromSecs - 0.001 && secs < toSecs - 0.001)
        .map(({ fromSecs, toSecs }) => {
          const come = fromSecs <= 0 ? 1 : ease(secs, fromSecs, COME_SECS, cubicOut)
          return come * (1 - ease(secs, toSecs - LEAVE_SECS, LEAVE_SECS, cubicOut))
        }),
    )
}
