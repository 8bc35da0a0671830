import {
  type AudioTrack,
  type ClipFile,
  type ClipGrade,
  type Cover,
  CUT_RATES,
  clamp01,
  clip,
  defineTemplate,
  drawKeeping,
  drawText,
  ease,
  expoOut,
  type Frame,
  frameShot,
  type Layer,
  type LyricLine,
  ownLogo,
  paint,
  planCuts,
  planShots,
  playShots,
  type SetupInput,
  type Shot,
  type ShotFraming,
  type Size,
  scaleBox,
  sprite,
  z,
} from '@songreel/kit'
import { planBand } from './band.ts'
import { drawBlock } from './block.ts'
import { type BlockColours, chooseColours } from './colours.ts'
import { favourHeads } from './favour-heads.ts'
import { type Layout, measureBand, planLayout, type Titles } from './layout.ts'
import { drawSubtitle, EARLY_SECS, planSubtitles, type Subtitle } from './subtitles.ts'

/** The song's own videos, and what is sung as a wall of words that lifts them, between a title and a last card with the cover. */
export const template = defineTemplate({
  contentId: 'LYRIC_OVER_FOOTAGE',
  title: 'Lyrics over footage',
  description:
    'Your videos, cut on the bars, above a wall of words in the colour of the cover: every line as wide as the frame, and as high as it takes.',
  version: 4,
  aspectRatios: ['9x16', '4x5', '1x1', '16x9'],
  needs: { clips: { min: 1, max: 24 }, lyrics: 'REQUIRED' },
  requiredData: z.object({
    cutRate: z.enum(CUT_RATES).default('SLOW'),
    lyrics: z.string().max(200_000).optional(),
    customText: z.string().max(120).optional(),
  }),
  defaults: { aspectRatio: '9x16', fontStyle: 'SERIF' },
  example: { cutRate: 'SLOW' },

  setup(input) {
    const { size, fps, frameCount, data, cover, audio, lyrics, fontStyle: font, seed, clips } = input
    const { unit, layout } = planFilm(input)
    const cuts = planCuts(audio, data.cutRate, { fps, frameCount })
    const shots = planShots(cuts, clips, { fps, seed, beatSecs: audio.beatSecs })
    const lines = lyrics?.lines ?? []
    const times = timeTitles(audio, shots, { fps, frameCount, lines })
    const subtitles = planSubtitles(lines, {
      layout,
      font,
      fromSecs: times.leaveSecs + TITLE_SECS.move,
      untilSecs: times.comeSecs,
    })
    const colours = chooseColours(cover.palette, seed)
    const bandAt = planHeights(layout, subtitles, times.leaveSecs)
    const film: Film = { size, unit, clips, shots, layout, seed, cover, audio, colours, bandAt, ...times }
    return [
      drawFilm(film),
      drawBand(film),
      ...subtitles.flatMap((subtitle) => drawSubtitle(subtitle, { unit, layout, colours })),
      ...drawOpening(film),
      ...drawLastCard(film),
      ...(layout.logo ? ownLogo(input, LOGO, scaleBox(layout.logo, unit)) : []),
    ]
  },

  placeLogos: (input) => {
    const { unit, layout } = planFilm(input)
    return layout.logo ? { [LOGO]: scaleBox(layout.logo, unit) } : {}
  },
})

/** The name of the logo's place. */
const LOGO: string = 'band'

function planFilm(input: SetupInput<{ customText?: string | undefined }>): { unit: number; layout: Layout } {
  const { size, data, cover, song, fontStyle: font, logo } = input
  const unit = Math.min(size.width, size.height) / 1080
  const design = { width: size.width / unit, height: size.height / unit }
  const words = { title: song.title, artist: song.artist, note: data.customText ?? '' }
  const ratio = cover.width / cover.height
  return { unit, layout: planLayout({ size: design, words, font, ratio, logoSize: logo?.size }) }
}

type Film = Times & {
  size: Size
  unit: number
  clips: readonly ClipFile[]
  shots: readonly Shot[]
  layout: Layout
  seed: number
  cover: Cover
  audio: AudioTrack
  colours: BlockColours
  /** How high the band stands, in pixels of the design. */
  bandAt: (secs: number) => number
}

/** When the title leaves, and when the last card comes. */
type Times = { leaveSecs: number; comeSecs: number }

const TITLE_SECS = { least: 1.5, share: 0.22, last: 2, move: 0.3 }

/** The title leaves with a cut, or earlier for the first line; the card comes with a cut. Where nobody sings, the title stays until then. */
function timeTitles(
  { downbeatSecs }: AudioTrack,
  shots: readonly Shot[],
  { fps, frameCount, lines }: { fps: number; frameCount: number; lines: readonly LyricLine[] },
): Times {
  const endSecs = frameCount / fps
  const least = Math.min(TITLE_SECS.least, TITLE_SECS.share * endSecs)
  const last = Math.min(TITLE_SECS.last, TITLE_SECS.share * endSecs)
  const cuts = [...shots.map(({ startFrame }) => startFrame / fps), ...downbeatSecs].sort((a, b) => a - b)
  const comeSecs = cuts.findLast((secs) => secs <= endSecs - last && secs >= 0.6 * endSecs) ?? endSecs - last
  if (lines.length === 0) return { leaveSecs: comeSecs, comeSecs }
  const cutSecs = cuts.find((secs) => secs >= least - 0.02 && secs <= 0.4 * endSecs) ?? least
  const sungSecs = Math.min(
    ...lines.filter(({ endSecs: sung }) => sung > least).map(({ startSecs }) => startSecs),
  )
  return { leaveSecs: Math.min(cutSecs, Math.max(least, sungSecs - EARLY_SECS - TITLE_SECS.move)), comeSecs }
}

/** Clips come as bright as each other, as far as that does them no harm. */
const MIDDLE_BRIGHTNESS = 0.42

/** The film ends where the band begins: nobody in it is ever behind words. */
function drawFilm({ size, unit, clips, shots, seed, audio, bandAt }: Film): Layer {
  const framings = shots.map((shot, i) => {
    const { startFrame, endFrame } = shot
    const frames = Array.from({ length: endFrame - startFrame }, (_, each) => startFrame + each)
    // What the band leaves of the shot where it stands highest in it.
    const height = size.height / unit - Math.max(0, ...frames.map((index) => bandAt(index / audio.fps)))
    const box = { x: 0, y: 0, width: size.width / unit, height }
    return frameShot(favourHeads(shot), i, clips[shot.clip] ?? { width: 16, height: 9 }, { box }, seed)
  })
  const { indexAt, shotAt, timeAt, moveAt } = playShots(shots)
  const follow = (frame: Frame, name: keyof ShotFraming) => moveAt(frame, framings[indexAt(frame)], name)
  return clip(clips, {
    box: ({ secs }) => ({
      x: 0,
      y: 0,
      width: size.width,
      height: size.height - Math.floor(bandAt(secs) * unit),
    }),
    which: (frame) => shotAt(frame).clip,
    time: timeAt,
    atEnd: 'HOLD',
    zoom: (frame) => follow(frame, 'zoom') * (1 + 0.04 * audio.beat(frame)),
    panX: (frame) => follow(frame, 'panX'),
    panY: (frame) => follow(frame, 'panY'),
    grade: (frame) => gradeShot(shotAt(frame)),
  })
}

/** Hardly anything: people look as they do, and nothing is darkened for the type, which has a ground of its own. */
function gradeShot({ looks: { from } }: Shot): ClipGrade {
  const level = from ? Math.sqrt(MIDDLE_BRIGHTNESS / Math.max(0.1, from.brightness)) : 1
  return { brightness: Math.max(0.86, Math.min(1.15, level)), contrast: 1.04 }
}

/** How high the band stands at any time: as high as the words on it need, and gone where nobody sings for long. */
function planHeights(
  layout: Layout,
  subtitles: readonly Subtitle[],
  leaveSecs: number,
): (secs: number) => number {
  const { line, opening } = layout
  const titlePx = line.y + line.height - opening.title.y
  // The band of a logo stays where nobody sings.
  const restPx = layout.logo ? measureBand(layout, 0) : 0
  return planBand([
    { fromSecs: 0, heightPx: titlePx > 0 ? measureBand(layout, titlePx) : restPx },
    { fromSecs: leaveSecs, heightPx: restPx },
    ...subtitles.flatMap(({ block, showSecs, hideSecs }, i) => [
      { fromSecs: showSecs, heightPx: measureBand(layout, block.heightPx) },
      ...((subtitles[i + 1]?.showSecs ?? Number.POSITIVE_INFINITY) - hideSecs < LEAST_REST_SECS
        ? []
        : [{ fromSecs: hideSecs, heightPx: restPx }]),
    ]),
  ])
}

/** For a shorter pause between two lines the band stays. */
const LEAST_REST_SECS = 1.5

/** The band rises from the frame's foot, with the cover on it where it reaches below the words. */
function drawBand({ unit, layout, cover, colours: { ground }, bandAt }: Film): Layer {
  const { band, stamp } = layout
  const painting = paint(
    band,
    (ctx) => {
      ctx.fillStyle = ground
      ctx.fillRect(0, 0, band.width, band.height)
      if (stamp) drawKeeping(ctx, cover, { ...stamp, y: stamp.y - band.y })
    },
    { unit },
  )
  const share = ({ secs }: Frame) => clamp01(bandAt(secs) / band.height)
  return sprite(painting, {
    reveal: share,
    revealFrom: 'BOTTOM',
    opacity: (frame) => (share(frame) > 0 ? 1 : 0),
  })
}

/** Title and artist as the lines will be; their letters have gone before the band moves. */
function drawOpening({ unit, layout, size, colours: { type }, leaveSecs }: Film): Layer[] {
  const { band, opening } = layout
  const room = { ...band, height: size.height / unit - band.y }
  const painting = paint(room, (ctx) => drawTitles(ctx, opening, { x: room.x, y: room.y, fill: type }), {
    unit,
  })
  return [
    sprite(painting, {
      opacity: ({ secs }) => 1 - ease(secs, leaveSecs - LETTERS_SECS, LETTERS_SECS, expoOut),
    }),
  ]
}

const LETTERS_SECS = 0.14

function drawTitles(
  ctx: Parameters<typeof drawText>[0],
  { title, texts }: Titles,
  { x, y, fill }: { x: number; y: number; fill: string },
): void {
  drawBlock(ctx, title.block, { x: title.x - x, y: title.y - y, fill })
  for (const { layout: text, box } of texts) drawText(ctx, text, box.x - x, box.y - y, fill)
}

/** The last card rises over the film: cover and names on the band's colour are one painting. */
function drawLastCard({ unit, size, layout, cover, colours, comeSecs }: Film): Layer[] {
  const whole = { x: 0, y: 0, width: size.width / unit, height: size.height / unit }
  const painting = paint(
    whole,
    (ctx) => {
      ctx.fillStyle = colours.ground
      ctx.fillRect(0, 0, whole.width, whole.height)
      drawKeeping(ctx, cover, layout.cover)
      drawTitles(ctx, layout.names, { x: 0, y: 0, fill: colours.type })
    },
    { unit },
  )
  const come = ({ secs }: Frame) => ease(secs, comeSecs, CARD_SECS, expoOut)
  return [
    sprite(painting, {
      y: (frame) => Math.round(size.height * (1 - come(frame))),
      opacity: (frame) => (come(frame) > 0 ? 1 : 0),
    }),
  ]
}

const CARD_SECS = 0.5
