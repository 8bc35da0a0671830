import {
  CUT_RATES,
  chance,
  clip,
  defineTemplate,
  ease,
  expoIn,
  expoOut,
  type Frame,
  type Layer,
  layTone,
  type Motion,
  type Shot,
  type ShotFraming,
  scaleBox,
  shadeFilm,
  type VeilProps,
  z,
} from '@songreel/kit'
import { drawCard, drawLastCard, drawPoster } from './draw-card.ts'
import { type Film, type Input, planFilm, popFrom } from './plan-film.ts'

/** The media's own videos, cut on the bars like a trailer: the song's names are cut with them, between a title and a card with the cover. */
export const template = defineTemplate({
  contentId: 'CLIPS_BEAT_CUT',
  version: 7,
  title: 'Beat cut',
  description:
    'Your videos, cut on the bars and faster where the song is loud; title and artist are cut with them, where a shot is calm, and else beside it on a colour of the cover, which closes the film.',
  needs: { clips: { min: 1, max: 24, isCut: true } },
  requiredData: z.object({
    cutRate: z.enum(CUT_RATES).default('MID'),
    customText: z.string().max(120).optional(),
  }),
  defaults: { aspectRatio: '9x16', fontStyle: 'MODERN' },
  example: { cutRate: 'MID' },

  setup(input) {
    const { size, cover, audio } = input
    const film = planFilm(input)
    const { layout, stays, placed, played, times } = film
    const unit = size.width / layout.frame.width
    const isLast = ({ secs }: Frame) => secs >= times.comeSecs - 0.001
    const { veil, inkAt } = shadeFilm({
      film: placed,
      stays: placed.placed.map((each, i) => ({ placed: each, presence: stays[i]!.presence.opacity })),
      size: layout.frame,
      indexAt: played.indexAt,
    })
    const last = { opacity: (frame: Frame) => (isLast(frame) ? 1 : 0), scale: popFrom(times.comeSecs) }
    const swell = (frame: Frame) =>
      1 + LAST_DRIFT * (frame.secs - times.comeSecs) + LAST_SWELL * audio.beat(frame)
    // Where a name hits, the field and its type trade their colours.
    const turned = { type: placed.ground.veil, veil: placed.ground.type }
    const hits = stays.filter(({ hit }) => hit)
    const colour = (frame: Frame) =>
      (hits.some(({ presence }) => presence.opacity(frame) > 0) ? turned : placed.ground).veil
    return [
      layTone(layout.frame, placed.ground, { unit, colour }),
      drawFilm(input, film, veil),
      ...placed.placed.flatMap(({ size: which, box, window }, i) => {
        const { sheet, hit, presence } = stays[i]!
        const { card } = sheet.beside
        if (hit && window) return drawCard(card, box, presence, { unit, inkAt: () => turned })
        if (hit) return drawCard(hit[which] ?? hit[0], box, presence, { unit, inkAt })
        if (window) return drawCard(card, box, presence, { unit, inkAt })
        const { ground } = placed
        return drawPoster(layout.poster.beside.card, box, presence, { unit, inkAt, ground, ...layout })
      }),
      ...drawLastCard(layout, last, { unit, cover, ground: placed.ground, swell }),
    ]
  },
})

/** On the last card the cover comes nearer by so much a second, and by so much on a beat. */
const LAST_DRIFT = 0.008
const LAST_SWELL = 0.03

const WHIP_SECS = 0.42
const WIND_UP_SECS = 0.14
const BEAT_ZOOM = 0.05

/** All shots in one layer: each frame shows one part of one clip, in its own colours. */
function drawFilm(
  { size, clips, audio, seed, motion }: Input,
  { layout, shots, placed: { cameraIn }, played, windowAt }: Film,
  veil: VeilProps,
): Layer {
  const unit = size.width / layout.frame.width
  const { indexAt, shotAt, timeAt, moveAt } = played
  const follow = (frame: Frame, name: keyof ShotFraming) =>
    moveAt(frame, cameraIn(indexAt(frame), windowAt?.(frame)), name)
  const whip = createWhip(shots, motion)
  const side = (frame: Frame) => (chance(seed, 'whip', indexAt(frame)) < 0.5 ? -1 : 1)
  return clip(clips, {
    which: (frame) => shotAt(frame).clip,
    time: timeAt,
    atEnd: 'HOLD',
    zoom: (frame) =>
      follow(frame, 'zoom') * (1 + BEAT_ZOOM * audio.beat(frame)) + 0.5 * Math.abs(whip(frame)),
    panX: (frame) => follow(frame, 'panX') + 1.6 * side(frame) * whip(frame),
    panY: (frame) => follow(frame, 'panY'),
    veil,
    ...(windowAt && { box: (frame: Frame) => scaleBox(windowAt(frame).box, unit) }),
  })
}

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
