import {
  type AudioTrack,
  type Chapter,
  type Cover,
  chance,
  chanceOf,
  chooseInk,
  createBarClock,
  defineTemplate,
  drawCard,
  drawText,
  ease,
  type Frame,
  findChapter,
  findKeepingCrop,
  findSafeShare,
  type Layer,
  listChapters,
  mix,
  mixColours,
  type Painting,
  type Palette,
  paint,
  pictureGround,
  planEntrance,
  type RingProps,
  ring,
  sprite,
  stretchBands,
  tameRed,
  z,
} from '@songreel/kit'
import { chooseColours, type RingColours } from './choose-colours.ts'
import { type Layout, planLayout, SWELL } from './layout.ts'
import { waves } from './waves.ts'

const BAR_STYLES = ['BARS', 'NEEDLES', 'DOTS'] as const

/** Loud bands stand out so far from the others that the ring is no dial, and the shortest bar is so much of the longest. */
const LEVELS = { gamma: 1.5, least: 0.08 }
/** A cover of saturated red must not move its edge that far: its flicker is the worst. */
const RED_SWELL = 0.015
const RED_SHARE = 0.3
/** With every bar of music the ring turns by so many degrees, and it drifts by so many a second. */
const BAR_TURN = 30
const DRIFT_PER_SEC = 11

/** The whole cover, and its own sound all around it. */
export const template = defineTemplate({
  contentId: 'VISUAL_SPECTRUM_RING',
  version: 9,
  title: 'Spectrum ring',
  description:
    'The whole cover on a ground of its colour, a ring of the spectrum around it, and waves of light that carry the bass outward.',
  requiredData: z.object({ barStyle: z.enum(BAR_STYLES).optional() }),
  example: { customText: 'Out now', barStyle: 'BARS' },
  defaults: { fontStyle: 'CONDENSED' },
  backgrounds: ['COVER', 'VIDEOS'],

  setup(input) {
    const { size, data, cover, audio, song, fontStyle, seed, motion, background = 'COVER' } = input
    const words = { label: data.customText ?? '', title: song.title, artist: song.artist }
    const side = chanceOf([-1, 1], seed, 'side')
    const ratio = chooseRatio(cover)
    const isOverPicture = background !== 'COVER'
    const scene: Scene = {
      layout: planLayout(size, words, { font: fontStyle, side, ratio }),
      colours: chooseColours(cover.palette, data.theme, isOverPicture),
      cover,
      audio,
      chapters: listChapters(audio),
      seed,
      barStyle: data.barStyle ?? 'BARS',
      isReduced: motion === 'REDUCED',
      isOverPicture,
    }
    const ground = () =>
      waves({
        size,
        audio,
        source: scene.layout.foot,
        from: scene.colours.glow,
        to: scene.colours.palette.background,
        isReduced: scene.isReduced,
      })
    return [
      ...pictureGround(input, { type: scene.layout.texts.map(({ box }) => box), own: () => [ground()] }),
      ...coverLayers(scene),
      ...ringLayers(scene),
      ...typeLayers(scene),
    ]
  },
})

/** A square, as covers are; another shape only where a square would cut the subject. */
function chooseRatio(cover: Cover): number {
  return findKeepingCrop(cover, { width: 1, height: 1 }) ? 1 : cover.width / cover.height
}

type Scene = {
  layout: Layout
  colours: RingColours
  cover: Cover
  audio: AudioTrack
  chapters: readonly Chapter[]
  seed: number
  barStyle: (typeof BAR_STYLES)[number]
  isReduced: boolean
  isOverPicture: boolean
}

/** The cover, swelling with the bass. */
function coverLayers({ layout, cover, audio }: Scene): Layer[] {
  const print = paintPrint(layout, cover)
  const awayAt = planEntrance(audio)
  const swell = followBass(audio, isRed(cover) ? RED_SWELL : SWELL)
  const scale = (frame: Frame) => (1 + swell(frame) - 0.05 * awayAt(frame)) / (1 + SWELL)
  return [sprite(print, { scale })]
}

/** How much the cover has grown, up to `most`. */
function followBass(audio: AudioTrack, most: number): (frame: Frame) => number {
  return (frame) => most * Math.min(1, 0.65 * audio.bass(frame) + 0.5 * audio.beat(frame))
}

function isRed({ palette }: Cover): boolean {
  const red = palette.swatches.filter(({ colour }) => tameRed(colour) !== colour)
  return red.reduce((sum, { share }) => sum + share, 0) > RED_SHARE
}

/** Two rings of the same bars in the cover's two colours, in turns: each chapter of the song has its own. */
function ringLayers({ layout, colours, cover, audio, chapters, seed, barStyle, isReduced }: Scene): Layer[] {
  const { background } = colours.palette
  const pairings = [colours.bars, colours.bars.toReversed()]
  const first = chanceOf([0, 1], seed, 'pairing')
  const direction = chanceOf([-1, 1], seed, 'direction')
  const start = 90 * Math.floor(chance(seed, 'bass') * 4)
  const barsAt = createBarClock(audio)
  const swell = followBass(audio, isRed(cover) ? RED_SWELL : SWELL)
  const awayAt = planEntrance(audio)
  const bandsAt = stretchBands(audio, { gamma: LEVELS.gamma })
  const turnAt = (frame: Frame) => {
    const bars = barsAt(frame)
    const whole = Math.floor(bars)
    return whole + ease(bars - whole, 0, 0.3)
  }
  const shared: RingProps = {
    ...planBars(barStyle, layout, Math.min(...colours.bars.map((each) => findSafeShare(background, each)))),
    levels: (frame) => liftLevels(bandsAt(frame), findChapter(chapters, frame)),
    scale: (frame) => 1 + swell(frame) - 0.05 * awayAt(frame),
    rotation: (frame) =>
      start + direction * ((isReduced ? 0 : BAR_TURN) * turnAt(frame) + DRIFT_PER_SEC * frame.secs),
  }
  return pairings.map((colour, i) =>
    ring(layout.foot, {
      ...shared,
      colour,
      opacity: (frame) => {
        const chapter = findChapter(chapters, frame)
        const isOwn = (chapter.index + first) % 2 === i
        const isFirst = chapter.index === 0
        const arrival = isFirst ? 1 : ease(frame.secs, chapter.startSecs, 0.3)
        return isOwn ? arrival : 1 - arrival
      },
    }),
  )
}

/** Calm chapters leave room for strong ones. */
function liftLevels(bands: Float32Array, { energy }: Chapter): Float32Array {
  const lift = mix(0.72, 1, Math.min(1, energy * 1.2))
  return bands.map((level) => LEVELS.least + (1 - LEVELS.least) * lift * level)
}

/** As wide as bars may be that pound together: a ring of wide ones would flash. */
function planBars(
  barStyle: Scene['barStyle'],
  { foot, barLength: length, unit }: Layout,
  safeShare: number,
): Pick<RingProps, 'count' | 'length' | 'minLength' | 'width' | 'tipLength'> {
  const pitchPx = { BARS: 36, NEEDLES: 13, DOTS: 26 }[barStyle]
  const { radius, straightX = 0, straightY = 0 } = foot
  const around = 2 * Math.PI * (radius + length / 2) + 4 * (straightX + straightY)
  const count = 2 * Math.round(around / 2 / unit / pitchPx)
  const width = Math.max(2, pitchPx * Math.min(0.4, 1.9 * safeShare)) * unit
  if (barStyle === 'DOTS') return { count, length, width: 13 * unit, tipLength: 0 }
  return { count, length, minLength: (barStyle === 'BARS' ? 12 : 6) * unit, width }
}

/** Type grows into its place from the side on which it begins, and leaves it as it came. */
function typeLayers({ layout, colours, audio, isOverPicture }: Scene): Layer[] {
  const palette = isOverPicture ? inkOverPicture(colours.palette) : colours.palette
  const awayAt = planEntrance(audio)
  return layout.texts.map((text, order) =>
    sprite(
      paint(text.box, (ctx) =>
        drawText(ctx, text.layout, 0, 0, order === 1 ? palette.text : liftTowards(palette, order)),
      ),
      {
        scale: (frame) => 1 - 0.06 * awayAt(frame, order),
        anchor: { x: layout.align === 'RIGHT' ? 1 : 0, y: 0.5 },
      },
    ),
  )
}

/** The contrast that type has on a film or a photograph. */
const PICTURE_CONTRAST = 7

function inkOverPicture(palette: Palette): Palette {
  const { accent, quiet } = chooseInk(palette, { groundContrast: PICTURE_CONTRAST })
  return { ...palette, accent, muted: quiet }
}

/** The label wears the accent, the artist the second rank's colour; on moving light both need more than on the ground. */
function liftTowards(palette: Palette, order: number): string {
  return mixColours(order === 0 ? palette.accent : palette.muted, palette.text, 0.5)
}

/** Painted as large as it will ever be, so that it is always sharp. */
function paintPrint({ print }: Layout, cover: Cover): Painting {
  const [width, height] = [print.width * (1 + SWELL), print.height * (1 + SWELL)]
  const box = {
    x: print.x - (width - print.width) / 2,
    y: print.y - (height - print.height) / 2,
    width,
    height,
  }
  return paint(box, (ctx) => drawCard(ctx, cover, { x: 0, y: 0, width, height }, 0))
}
