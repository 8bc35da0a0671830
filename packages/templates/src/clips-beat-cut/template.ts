import {
  type Box,
  CUT_RATES,
  chance,
  clip,
  cutFilm,
  defineTemplate,
  ease,
  expoIn,
  expoOut,
  type Frame,
  frameShot,
  type Layer,
  type Motion,
  type PlayedShots,
  placeOnFilm,
  playShots,
  type SetupInput,
  type Shot,
  type ShotFraming,
  type ShotView,
  shadeFilm,
  type VeilProps,
  z,
} from '@songreel/kit'
import { drawCard, drawLastCard, type Presence } from './draw-card.ts'
import { type Cards, type Layout, planLayout } from './layout.ts'
import {
  type Act,
  type CardTimes,
  type EditedShot,
  isCloseUp,
  partAtCuts,
  planActs,
  punchIn,
  timeCards,
} from './plan-edit.ts'

/** The media's own videos, cut on the bars like a trailer: the song's names are cut with them, between a title and a card with the cover. */
export const template = defineTemplate({
  contentId: 'CLIPS_BEAT_CUT',
  version: 6,
  title: 'Beat cut',
  description:
    'Your videos fill the frame, cut on the bars and faster where the song is loud; title and artist are cut with them, as large as they go, and the cover closes the film.',
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
    return [
      drawFilm(input, film, veil),
      ...placed.placed.flatMap(({ size: which, box }, i) => {
        const { cards, presence } = stays[i]!
        return drawCard(cards[which] ?? cards[0], box, presence, { unit, inkAt })
      }),
      ...drawLastCard(layout, last, { unit, cover, ground: placed.ground, swell }),
    ]
  },
})

type Input = SetupInput<{ cutRate: (typeof CUT_RATES)[number]; customText?: string | undefined }>

/** On the last card the cover comes nearer by so much a second, and by so much on a beat. */
const LAST_DRIFT = 0.008
const LAST_SWELL = 0.03

/** A card on the film, in all its sizes, and how it is there: from one cut to the next. */
type CardStay = { cards: Cards; presence: Presence; fromSecs: number; toSecs: number; goesOn: boolean }

type Film = {
  layout: Layout
  shots: readonly EditedShot[]
  played: PlayedShots
  times: CardTimes
  stays: readonly CardStay[]
  placed: ReturnType<typeof placeOnFilm>
}

/** Cuts the film, and finds out what stands on it, when and where. */
function planFilm(input: Input): Film {
  const { size, fps, frameCount, data, cover, audio, song, fontStyle: font, seed, motion, clips } = input
  const unit = Math.min(size.width, size.height) / 1080
  const frame = { width: size.width / unit, height: size.height / unit }
  const words = { title: song.title, artist: song.artist, note: data.customText ?? '' }
  const layout = planLayout({ size: frame, words, font, cover })
  const cuts = cutFilm(audio, clips, { fps, frameCount, seed }, data.cutRate)
  const times = timeCards(audio, cuts, { fps, frameCount })
  const acts = planActs(cuts, audio, { fps, hits: layout.hits.length, ...times })
  const cutSecs = cuts.map(({ startFrame }) => startFrame / fps)
  const stays = listStays(layout, acts, times, cutSecs)
  const shots: EditedShot[] =
    motion === 'REDUCED'
      ? cuts.map((shot, planned) => ({ ...shot, punch: 1, planned }))
      : punchIn(cuts, audio, { fps, mayPunch: (shot) => !isCloseUp(shot, clips[shot.clip] ?? frame, frame) })
  const box: Box = { x: 0, y: 0, ...frame }
  const views = shots.flatMap((shot): ShotView[] => {
    const file = clips[shot.clip]
    const { zoom, ...pans } = frameShot(shot, shot.planned, file ?? box, { box }, seed)
    const framing = { ...pans, zoom: { from: shot.punch * zoom.from, to: shot.punch * zoom.to } }
    return file ? [{ shot, file, framing, frame, fps }] : []
  })
  const { safe, isMirrored, shape } = layout
  const scene = { views, palette: cover.palette, frame, safe, isMirrored, canGoAcross: shape !== 'TALL' }
  const wanted = stays.map(({ cards, fromSecs, toSecs, goesOn }) => ({
    sizes: cards,
    fromSecs,
    toSecs,
    goesOn,
  }))
  return {
    layout,
    shots,
    played: playShots(shots),
    times,
    stays,
    placed: placeOnFilm(wanted, scene),
  }
}

function listStays(
  layout: Layout,
  acts: readonly Act[],
  { leaveSecs }: CardTimes,
  cutSecs: readonly number[],
): CardStay[] {
  const opening = { cards: layout.opening, fromSecs: 0, toSecs: leaveSecs, scale: undefined }
  const others = acts
    .toSorted((one, other) => one.fromSecs - other.fromSecs)
    .flatMap(({ kind, hit, fromSecs, toSecs }) => {
      const cards: Cards | undefined = kind === 'HIT' ? layout.hits[hit] : layout.tag
      const scale = kind === 'HIT' ? popFrom(fromSecs) : undefined
      return cards ? [{ cards, fromSecs, toSecs, scale }] : []
    })
  return partAtCuts([opening, ...others], cutSecs).map(({ cards, fromSecs, toSecs, goesOn, scale }) => {
    const opacity = ({ secs }: Frame) => (secs >= fromSecs - 0.001 && secs < toSecs - 0.001 ? 1 : 0)
    return { cards, fromSecs, toSecs, goesOn, presence: scale ? { opacity, scale } : { opacity } }
  })
}

const POP = { scale: 0.06, secs: 0.3 }

/** Large type lands: it comes a little smaller than it stays, so that it never leaves its place. */
function popFrom(fromSecs: number): (frame: Frame) => number {
  return ({ secs }) => 1 - POP.scale * (1 - ease(secs, fromSecs, POP.secs, expoOut))
}

const WHIP_SECS = 0.42
const WIND_UP_SECS = 0.14
const BEAT_ZOOM = 0.045

/** All shots in one layer: each frame shows one part of one clip, in its own colours. */
function drawFilm(
  { clips, audio, seed, motion }: Input,
  { shots, placed: { framings }, played }: Film,
  veil: VeilProps,
): Layer {
  const { indexAt, shotAt, timeAt, moveAt } = played
  const follow = (frame: Frame, name: keyof ShotFraming) => moveAt(frame, framings[indexAt(frame)], name)
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
