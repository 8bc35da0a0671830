import {
  CUT_RATES,
  chance,
  defineTemplate,
  ease,
  expoIn,
  expoOut,
  type Frame,
  type Motion,
  type Shot,
  showFilm,
  z,
} from '@songreel/kit'
import { drawBand, drawLastCard } from './draw-band.ts'
import { planFilm, popFrom } from './plan-film.ts'

/** The media's own videos, cut on the bars like a trailer, beside a band with the song's names that is cut with them; a card with the cover closes them. */
export const template = defineTemplate({
  contentId: 'CLIPS_BEAT_CUT',
  version: 8,
  title: 'Beat cut',
  description:
    'Your videos, cut on the bars and faster where the song is loud, beside a band with the title as large as it goes, which changes its ink with the cuts. The cover closes the film.',
  needs: { clips: { min: 1, max: 24, isCut: true } },
  requiredData: z.object({
    cutRate: z.enum(CUT_RATES).default('MID'),
    customText: z.string().max(120).optional(),
  }),
  defaults: { aspectRatio: '9x16', fontStyle: 'MODERN' },
  example: { cutRate: 'MID' },

  setup(input) {
    const { cover, audio, clips, seed, motion } = input
    const film = planFilm(input)
    const { unit, layout, shots, held, played, inkAt, scale, comeSecs, ground } = film
    const whip = createWhip(shots, motion)
    const side = (frame: Frame) => (chance(seed, 'whip', played.indexAt(frame)) < 0.5 ? -1 : 1)
    return [
      ...drawBand(layout, { unit, inkAt, scale }),
      showFilm({
        clips,
        film: held,
        played,
        unit,
        swell: (frame) => 1 + BEAT_ZOOM * audio.beat(frame),
        jerk: (frame) => ({ zoom: 0.5 * Math.abs(whip(frame)), panX: 1.6 * side(frame) * whip(frame) }),
      }),
      ...drawLastCard(layout, {
        unit,
        cover,
        ground,
        opacity: ({ secs }) => (secs >= comeSecs - 0.001 ? 1 : 0),
        scale: popFrom(comeSecs),
        swell: (frame) => 1 + LAST_DRIFT * (frame.secs - comeSecs) + LAST_SWELL * audio.beat(frame),
      }),
    ]
  },
})

/** On the last card the cover comes nearer by so much a second, and by so much on a beat. */
const LAST_DRIFT = 0.008
const LAST_SWELL = 0.03

const WHIP_SECS = 0.42
const WIND_UP_SECS = 0.14
const BEAT_ZOOM = 0.05

/** Before a hard cut the camera is torn to one side, and after it comes to rest from the other. */
function createWhip(shots: readonly Shot[], motion: Motion): (frame: Frame) => number {
  if (motion === 'REDUCED') return () => 0
  const hard = shots.filter((shot) => shot.whip > 0)
  return ({ index, fps }) => {
    for (const { startFrame, whip } of hard) {
      const ageSecs = (index - startFrame) / fps
      if (ageSecs < -WIND_UP_SECS || ageSecs >= WHIP_SECS) continue
      if (ageSecs < 0) return -0.7 * whip * expoIn(1 + ageSecs / WIND_UP_SECS)
      return whip * (1 - ease(ageSecs, 0, WHIP_SECS, expoOut))
    }
    return 0
  }
}
