import {
  CUT_RATES,
  clip,
  cubicOut,
  defineTemplate,
  ease,
  type Frame,
  type Layer,
  layTone,
  ownLogo,
  type ShotFraming,
  scaleBox,
  shadeFilm,
  type VeilProps,
  z,
} from '@songreel/kit'
import { drawLine, presenceIn, presentIn } from './draw-lines.ts'
import { drawCredit, drawLastPicture } from './draw-names.ts'
import type { Stretch } from './lines.ts'
import { type Film, type Input, LEAVE_SECS, measure, planFilm } from './plan-film.ts'

/** The song's own videos, and what is sung set on them like a film's titles, between a credit and a last picture with the cover. */
export const template = defineTemplate({
  contentId: 'LYRIC_OVER_FOOTAGE',
  title: 'Lyrics over footage',
  description:
    'Your videos, cut on the bars, and the line being sung: like a film title where the picture is calm, and else beside it on a colour of the cover, which closes the film as a print in the dark.',
  version: 6,
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
    const film = planFilm(input)
    const { unit, layout, parts, credits, placed, fields, played, times } = film
    const { cover, audio } = input
    const presences = [
      ...credits.map((part, i) => presentCredit(part, times.leaveSecs, fields[i])),
      ...parts.map((part, i) => presenceIn(part, fields[credits.length + i])),
    ]
    const stays = placed.placed.map((each, i) => ({ placed: each, presence: presences[i]! }))
    const last = ({ secs }: Frame) => (secs >= times.comeSecs - 0.001 ? 1 : 0)
    const { veil, inkAt } = shadeFilm({
      film: placed,
      stays,
      size: layout.frame,
      indexAt: played.indexAt,
    })
    const swell = (frame: Frame) => {
      const secs = Math.max(0, frame.secs - times.comeSecs)
      return 1 + LAST_DRIFT * secs + LAST_SWELL * audio.beat(frame)
    }
    const type = stays.map((stay, i) => {
      const { size, box, window } = stay.placed
      const part = parts[i - credits.length]
      if (part) return drawLine(part, stay, { unit, inkAt })
      const block = window ? credits[i]!.beside : (layout.opening[size] ?? layout.opening[0])
      return drawCredit(block, box, stay.presence, { unit, inkAt })
    })
    // The film slides off what stands beside it, and over it again: a field that opens already has its words.
    const isBeside = (i: number) => stays[i]!.placed.window !== undefined
    return [
      layTone(layout.frame, placed.ground, { unit }),
      ...type.filter((_, i) => isBeside(i)).flat(),
      drawFilm(input, film, veil),
      ...type.filter((_, i) => !isBeside(i)).flat(),
      ...drawLastPicture(layout, last, { unit, cover, ground: placed.night, swell }),
      ...(layout.logo ? ownLogo(input, LOGO, scaleBox(layout.logo, unit)) : []),
    ]
  },

  placeLogos: (input) => {
    const { unit, layout } = measure(input)
    return layout.logo ? { [LOGO]: scaleBox(layout.logo, unit) } : {}
  },
})

/** The name of the logo's place. */
const LOGO: string = 'foot'

/** In the last picture the cover comes nearer by so much a second, and by so much on a beat. */
const LAST_DRIFT = 0.006
const LAST_SWELL = 0.016

/** How much of the credit is there: beside the film all of it, as long as the field is there in which it stands. */
function presentCredit(part: Stretch, leaveSecs: number, field?: Stretch): (frame: Frame) => number {
  if (field) return presentIn(field, () => 1)
  return presentIn(part, ({ secs }) => 1 - ease(secs, leaveSecs - LEAVE_SECS, LEAVE_SECS, cubicOut))
}

/** How much nearer the film comes on a beat. */
const BEAT_ZOOM = 0.03

/** Nothing is done to the film's colours: people look as they do. */
function drawFilm(
  { clips, audio }: Input,
  { unit, placed: { cameraIn }, played, windowAt }: Film,
  veil: VeilProps,
): Layer {
  const { indexAt, shotAt, timeAt, moveAt } = played
  const follow = (frame: Frame, name: keyof ShotFraming) =>
    moveAt(frame, cameraIn(indexAt(frame), windowAt?.(frame)), name)
  return clip(clips, {
    which: (frame) => shotAt(frame).clip,
    time: timeAt,
    atEnd: 'HOLD',
    zoom: (frame) => follow(frame, 'zoom') * (1 + BEAT_ZOOM * audio.beat(frame)),
    panX: (frame) => follow(frame, 'panX'),
    panY: (frame) => follow(frame, 'panY'),
    veil,
    ...(windowAt && { box: (frame: Frame) => scaleBox(windowAt(frame).box, unit) }),
  })
}
