import {
  type AudioTrack,
  type Box,
  CUT_RATES,
  clip,
  cubicOut,
  cutFilm,
  defineTemplate,
  ease,
  type Frame,
  frameShot,
  type Layer,
  type LyricLine,
  ownLogo,
  type PlayedShots,
  placeOnFilm,
  playShots,
  type SetupInput,
  type Shot,
  type ShotFraming,
  type ShotView,
  type Size,
  scaleBox,
  shadeFilm,
  type TextLayout,
  type VeilProps,
  type Wanted,
  z,
} from '@songreel/kit'
import { drawLine, presenceIn, presentIn } from './draw-lines.ts'
import { drawCredit, drawLastPicture } from './draw-names.ts'
import { type Layout, planLayout } from './layout.ts'
import { EARLY_SECS, type LinePart, type Part, partLines, partTime, planLines } from './lines.ts'

/** The song's own videos, and what is sung set on them like a film's titles, between a credit and a last picture with the cover. */
export const template = defineTemplate({
  contentId: 'LYRIC_OVER_FOOTAGE',
  title: 'Lyrics over footage',
  description:
    'Your videos fill the frame, cut on the bars, and the line being sung stands on them like a film title, where the picture is calm; the cover closes the film.',
  version: 5,
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
    const { unit, layout, parts, credits, placed, played, times } = film
    const { cover, audio } = input
    const presences = [
      ...credits.map((part) => presentIn(part, creditUntil(times.leaveSecs))),
      ...parts.map(presenceIn),
    ]
    const stays = placed.placed.map((each, i) => ({ placed: each, presence: presences[i]! }))
    const last = ({ secs }: Frame) => ease(secs, times.comeSecs, LAST_SECS, cubicOut)
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
    return [
      drawFilm(input, film, veil),
      ...parts.flatMap((part, i) => drawLine(part, stays[credits.length + i]!.placed, { unit, inkAt })),
      ...stays.slice(0, credits.length).flatMap(({ placed: { size, box }, presence }) => {
        const block = layout.opening[size] ?? layout.opening[0]
        return drawCredit(block, box, presence, { unit, inkAt })
      }),
      ...drawLastPicture(layout, last, { unit, cover, ground: placed.ground, swell }),
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

type Input = SetupInput<{ cutRate: (typeof CUT_RATES)[number]; customText?: string | undefined }>

function measure(input: SetupInput<{ customText?: string | undefined }>): { unit: number; layout: Layout } {
  const { size, data, cover, song, fontStyle: font, logo } = input
  const unit = Math.min(size.width, size.height) / 1080
  const design = { width: size.width / unit, height: size.height / unit }
  const words = { title: song.title, artist: song.artist, note: data.customText ?? '' }
  return { unit, layout: planLayout({ size: design, words, font, cover, logoSize: logo?.size }) }
}

type Film = {
  unit: number
  layout: Layout
  /** Of the credit, and of the lines. */
  credits: readonly Part[]
  parts: readonly LinePart[]
  /** The credit's parts and then those of lines, where they stand. */
  placed: ReturnType<typeof placeOnFilm>
  played: PlayedShots
  times: Times
}

/** Cuts the film, and finds out what stands on it, when and where. */
function planFilm(input: Input): Film {
  const { fps, frameCount, data, cover, audio, lyrics, fontStyle: font, seed, clips } = input
  const { unit, layout } = measure(input)
  const shots = cutFilm(audio, clips, { fps, frameCount, seed }, data.cutRate)
  const sung = lyrics?.lines ?? []
  const times = timeCredit(audio, shots, { fps, frameCount, lines: sung })
  const lines = planLines(sung, {
    layout,
    font,
    fromSecs: times.leaveSecs + LEAVE_SECS,
    untilSecs: times.comeSecs,
  })
  const cutSecs = shots.map(({ startFrame }) => startFrame / fps)
  const parts = partLines(lines, cutSecs)
  const credits = partTime(0, times.leaveSecs, cutSecs)
  const box: Box = { x: 0, y: 0, ...layout.frame }
  const views = shots.flatMap((shot, i): ShotView[] => {
    const file = clips[shot.clip]
    const framing = frameShot(shot, i, file ?? box, { box }, seed)
    return file ? [{ shot, file, framing, frame: layout.frame, fps }] : []
  })
  const { frame, safe, isMirrored, shape } = layout
  const scene = { views, palette: cover.palette, frame, safe, isMirrored, canGoAcross: shape === 'WIDE' }
  const wanted: Wanted[] = [
    ...credits.map((part) => ({ sizes: layout.opening, ...part })),
    ...parts.map(({ line, fromSecs, toSecs, goesOn }): Wanted => {
      const [largest, ...smaller] = line.texts
      return { sizes: [measureInk(largest), ...smaller.map(measureInk)], fromSecs, toSecs, goesOn }
    }),
  ]
  return {
    unit,
    layout,
    credits,
    parts,
    placed: placeOnFilm(wanted, scene),
    played: playShots(shots),
    times,
  }
}

/** How much of the credit is there. */
function creditUntil(leaveSecs: number): (frame: Frame) => number {
  return ({ secs }) => 1 - ease(secs, leaveSecs - LEAVE_SECS, LEAVE_SECS, cubicOut)
}

function measureInk({ ink }: TextLayout): Size {
  return { width: ink.right - ink.left, height: ink.bottom - ink.top }
}

/** When the credit has gone, and when the last picture comes. */
type Times = { leaveSecs: number; comeSecs: number }

const CREDIT_SECS = { least: 1.5, share: 0.22, last: 2 }
const LEAVE_SECS = 0.16
const LAST_SECS = 0.4
/** In the last picture the cover comes nearer by so much a second, and by so much on a beat. */
const LAST_DRIFT = 0.006
const LAST_SWELL = 0.016

/** The credit leaves with a cut, or earlier for the first line; the last picture comes with a cut. Where nobody sings, the credit stays until then. */
function timeCredit(
  { downbeatSecs }: AudioTrack,
  shots: readonly Shot[],
  { fps, frameCount, lines }: { fps: number; frameCount: number; lines: readonly LyricLine[] },
): Times {
  const endSecs = frameCount / fps
  const least = Math.min(CREDIT_SECS.least, CREDIT_SECS.share * endSecs)
  const last = Math.min(CREDIT_SECS.last, CREDIT_SECS.share * endSecs)
  const cuts = [...shots.map(({ startFrame }) => startFrame / fps), ...downbeatSecs].sort((a, b) => a - b)
  const comeSecs = cuts.findLast((secs) => secs <= endSecs - last && secs >= 0.6 * endSecs) ?? endSecs - last
  if (lines.length === 0) return { leaveSecs: comeSecs, comeSecs }
  const cutSecs = cuts.find((secs) => secs >= least - 0.02 && secs <= 0.4 * endSecs) ?? least
  const sungSecs = Math.min(
    ...lines.filter(({ endSecs: sung }) => sung > least).map(({ startSecs }) => startSecs),
  )
  return { leaveSecs: Math.min(cutSecs, Math.max(least, sungSecs - EARLY_SECS - LEAVE_SECS)), comeSecs }
}

/** How much nearer the film comes on a beat. */
const BEAT_ZOOM = 0.03

/** Nothing is done to the film's colours: people look as they do. */
function drawFilm({ clips, audio }: Input, { placed: { framings }, played }: Film, veil: VeilProps): Layer {
  const { indexAt, shotAt, timeAt, moveAt } = played
  const follow = (frame: Frame, name: keyof ShotFraming) => moveAt(frame, framings[indexAt(frame)], name)
  return clip(clips, {
    which: (frame) => shotAt(frame).clip,
    time: timeAt,
    atEnd: 'HOLD',
    zoom: (frame) => follow(frame, 'zoom') * (1 + BEAT_ZOOM * audio.beat(frame)),
    panX: (frame) => follow(frame, 'panX'),
    panY: (frame) => follow(frame, 'panY'),
    veil,
  })
}
