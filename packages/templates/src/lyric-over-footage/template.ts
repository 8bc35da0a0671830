import {
  type AudioTrack,
  type ClipFile,
  type ClipGrade,
  type Cover,
  CUT_RATES,
  clip,
  defineTemplate,
  drawCard,
  drawText,
  ease,
  expoOut,
  type Frame,
  frameShot,
  glow,
  type Layer,
  mix,
  paint,
  planCuts,
  planShots,
  playShots,
  type Shot,
  type ShotFraming,
  type Size,
  sineInOut,
  sprite,
  z,
} from '@songreel/kit'
import { type Layout, planLayout } from './layout.ts'
import { drawSubtitle, planSubtitles, presenceOf, type Subtitle } from './subtitles.ts'

/** The song's own videos, with what is sung as subtitles, between a title and a last card with the cover. */
export const template = defineTemplate({
  contentId: 'LYRIC_OVER_FOOTAGE',
  title: 'Lyrics over footage',
  description:
    'Your videos, cut on the bars, with the words as large subtitles that brighten as they are sung; the cover closes the film.',
  version: 2,
  aspectRatios: ['9x16', '4x5', '1x1', '16x9'],
  needs: { clips: { min: 1, max: 24 }, lyrics: 'REQUIRED' },
  requiredData: z.object({
    cutRate: z.enum(CUT_RATES).default('SLOW'),
    lyrics: z.string().max(200_000).optional(),
    customText: z.string().max(120).optional(),
  }),
  defaults: { aspectRatio: '9x16', fontStyle: 'SERIF' },
  example: { cutRate: 'SLOW' },

  setup({ size, fps, frameCount, data, cover, audio, song, lyrics, fontStyle: font, seed, motion, clips }) {
    const unit = Math.min(size.width, size.height) / 1080
    const design = { width: size.width / unit, height: size.height / unit }
    const words = { title: song.title, artist: song.artist, note: data.customText ?? '' }
    const layout = planLayout(design, words, font)
    const cuts = planCuts(audio, data.cutRate, { fps, frameCount })
    const shots = planShots(cuts, clips, { fps, seed, beatSecs: audio.beatSecs })
    const times = timeTitles(audio, shots, { fps, frameCount, isSung: (lyrics?.lines.length ?? 0) > 0 })
    const subtitles = planSubtitles(lyrics?.lines ?? [], { layout, font, untilSecs: times.comeSecs })
    const film: Film = { size, design, unit, clips, shots, layout, seed, cover, audio, ...times }
    return [
      drawFilm(film),
      ...drawShade(film, subtitles),
      ...subtitles.flatMap((subtitle) => drawSubtitle(subtitle, { unit, layout, audio, motion })),
      ...drawNames(film),
      ...drawCover(film),
    ]
  },
})

type Film = Titles & {
  size: Size
  design: Size
  unit: number
  clips: readonly ClipFile[]
  shots: readonly Shot[]
  layout: Layout
  seed: number
  cover: Cover
  audio: AudioTrack
}

type Titles = {
  /** How much the names are there, 0 to 1, and when they come back. */
  names: (frame: Frame) => number
  comeSecs: number
}

const TITLE_SECS = { least: 1.8, share: 0.28, last: 2, move: 0.45 }

/** The title leaves with a cut and comes back with one; where nobody sings it stays. */
function timeTitles(
  { downbeatSecs }: AudioTrack,
  shots: readonly Shot[],
  { fps, frameCount, isSung }: { fps: number; frameCount: number; isSung: boolean },
): Titles {
  const endSecs = frameCount / fps
  if (!isSung) return { names: () => 1, comeSecs: endSecs }
  const least = Math.min(TITLE_SECS.least, TITLE_SECS.share * endSecs)
  const last = Math.min(TITLE_SECS.last, TITLE_SECS.share * endSecs)
  const cuts = [...shots.map(({ startFrame }) => startFrame / fps), ...downbeatSecs].sort((a, b) => a - b)
  const leaveSecs = cuts.find((secs) => secs >= least - 0.02 && secs <= 0.4 * endSecs) ?? least
  const comeSecs = cuts.findLast((secs) => secs <= endSecs - last && secs >= 0.6 * endSecs) ?? endSecs - last
  return {
    comeSecs,
    names: ({ secs }) =>
      1 - ease(secs, leaveSecs, TITLE_SECS.move, expoOut) + ease(secs, comeSecs, TITLE_SECS.move, expoOut),
  }
}

/** How bright the footage is behind the names: white type has 4.5:1 on it, whatever it shows. */
const BEHIND_NAMES = 0.4
/** Clips come as bright as each other, as far as that does them no harm. */
const MIDDLE_BRIGHTNESS = 0.4

function drawFilm({ size, unit, clips, shots, seed, audio, names }: Film): Layer {
  const design = { box: { x: 0, y: 0, width: size.width / unit, height: size.height / unit } }
  const framings = shots.map((shot, i) =>
    frameShot(shot, i, clips[shot.clip] ?? { width: 16, height: 9 }, design, seed),
  )
  const { indexAt, shotAt, timeAt, moveAt } = playShots(shots)
  const follow = (frame: Frame, name: keyof ShotFraming) => moveAt(frame, framings[indexAt(frame)], name)
  return clip(clips, {
    which: (frame) => shotAt(frame).clip,
    time: timeAt,
    atEnd: 'HOLD',
    zoom: (frame) => follow(frame, 'zoom') * (1 + 0.04 * audio.beat(frame)),
    panX: (frame) => follow(frame, 'panX'),
    panY: (frame) => follow(frame, 'panY'),
    grade: (frame) => gradeShot(shotAt(frame), names(frame)),
  })
}

/** Hardly anything: people look as they do. Only behind the names the picture goes dark. */
function gradeShot({ looks: { from } }: Shot, names: number): ClipGrade {
  const level = from ? Math.sqrt(MIDDLE_BRIGHTNESS / Math.max(0.1, from.brightness)) : 1
  const own = Math.max(0.86, Math.min(1.15, level))
  return { brightness: mix(own, BEHIND_NAMES, names), contrast: mix(1.04, 0.92, names) }
}

/** So much of the light is taken away behind a line, where it is darkest. */
const SHADE = 0.62

/** Darkness from the lower edge up, only while there is something to read in it. */
function drawShade({ unit, layout }: Film, subtitles: readonly Subtitle[]): Layer[] {
  if (subtitles.length === 0) return []
  const { shade, line } = layout
  const full = (line.y + 0.6 * line.height - shade.y) / shade.height
  const painting = paint(
    shade,
    (ctx) => {
      const fall = ctx.createLinearGradient(0, 0, 0, shade.height)
      for (let step = 0; step <= 8; step++) {
        const share = step / 8
        fall.addColorStop(share * full, `rgba(0, 0, 0, ${SHADE * sineInOut(share)})`)
      }
      fall.addColorStop(1, `rgba(0, 0, 0, ${SHADE})`)
      ctx.fillStyle = fall
      ctx.fillRect(0, 0, shade.width, shade.height)
    },
    { unit },
  )
  const presences = subtitles.map(presenceOf)
  return [
    sprite(painting, {
      // Each of its rows is one shade of one colour, which is blended for less.
      colour: '#000000',
      opacity: (frame) => presences.reduce((most, presence) => Math.max(most, presence(frame)), 0),
    }),
  ]
}

function drawNames({ unit, layout, names, cover, comeSecs }: Film): Layer[] {
  const y = ({ secs }: Frame) => (secs < comeSecs ? -Math.round(layout.lift * unit) : 0)
  return layout.names.flatMap(({ layout: text, box }, i) => {
    if (text.lines.length === 0) return []
    const colour = i === 1 ? tint(cover) : '#ffffff'
    const options = { unit, bleed: 0.2 * text.sizePx }
    const painting = paint(box, (ctx) => drawText(ctx, text, 0, 0, colour), options)
    const dark = paint(box, (ctx) => drawText(ctx, text, 0, 0, colour), { ...options, isTexture: true })
    return [
      glow(dark.shape, {
        colour: '#000000',
        spread: 0.5 * text.sizePx * unit,
        strength: (frame) => 0.6 * names(frame),
        y,
      }),
      sprite(painting, { opacity: names, y }),
    ]
  })
}

/** The artist has a breath of the cover's colour. */
function tint({ palette }: Cover): string {
  return palette.theme === 'DARK' ? palette.text : '#ffffff'
}

/** The cover comes with the names at the end, above them. */
function drawCover({ unit, layout, cover, comeSecs, audio }: Film): Layer[] {
  const { cover: box } = layout
  const card = paint(
    box,
    (ctx, { width, height }) => drawCard(ctx, cover, { x: 0, y: 0, width, height }, 12),
    { unit },
  )
  const come = ({ secs }: Frame) => ease(secs, comeSecs, 0.6, expoOut)
  return [
    sprite(card, {
      scale: (frame) => 0.9 + 0.1 * come(frame) + 0.012 * audio.beat(frame) * come(frame),
      opacity: (frame) => Math.min(1, 1.5 * come(frame)),
    }),
  ]
}
