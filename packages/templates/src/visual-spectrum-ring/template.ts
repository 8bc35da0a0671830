import {
  type AudioTrack,
  type Chapter,
  type Cover,
  chance,
  chanceOf,
  chooseInk,
  createBarClock,
  defineTemplate,
  drawExtended,
  drawText,
  ease,
  type Frame,
  findChapter,
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
  soundRings,
  sprite,
  stretchBands,
  tameRed,
  z,
} from '@songreel/kit'
import { findRound } from './find-round.ts'
import { DISC_SWELL, type Layout, planLayout } from './layout.ts'

const BAR_STYLES = ['BARS', 'NEEDLES', 'DOTS'] as const

/** Loud bands stand out so far from the others that the ring is no dial, and the shortest bar is so much of the longest. */
const LEVELS = { gamma: 1.9, least: 0.05 }
/** A disc of saturated red must not move its edge that far: its flicker is the worst. */
const RED_SWELL = 0.015
const RED_SHARE = 0.3
/** With every bar the ring turns by so many degrees, and it drifts by so many a second. */
const BAR_TURN = 30
const DRIFT_PER_SEC = 5

/** The cover as a disc in the middle of its own sound. */
export const template = defineTemplate({
  contentId: 'VISUAL_SPECTRUM_RING',
  version: 8,
  title: 'Spectrum ring',
  description: 'The cover as a disc, the spectrum around it, and rings of light that carry the bass outward.',
  requiredData: z.object({ barStyle: z.enum(BAR_STYLES).optional() }),
  example: { customText: 'Out now', barStyle: 'BARS' },
  defaults: { fontStyle: 'CONDENSED' },
  backgrounds: ['COVER', 'VIDEOS'],

  setup(input) {
    const { size, data, cover, audio, song, fontStyle, seed, motion, background = 'COVER' } = input
    const words = { label: data.customText ?? '', title: song.title, artist: song.artist }
    const side = chanceOf([-1, 1], seed, 'side')
    const scene: Scene = {
      layout: planLayout(size, words, { font: fontStyle, side }),
      cover,
      audio,
      chapters: listChapters(audio),
      seed,
      barStyle: data.barStyle ?? 'BARS',
      isReduced: motion === 'REDUCED',
      isOverPicture: background !== 'COVER',
    }
    const light = () =>
      soundRings({
        size,
        audio,
        palette: cover.palette,
        chapters: scene.chapters,
        source: scene.layout.disc,
        turn: (frame) => chance(seed, 'light') + 0.04 * side * frame.secs,
      })
    return [
      ...pictureGround(input, { type: scene.layout.texts.map(({ box }) => box), own: () => [light()] }),
      ...discLayers(scene),
      ...ringLayers(scene),
      ...typeLayers(scene),
    ]
  },
})

type Scene = {
  layout: Layout
  cover: Cover
  audio: AudioTrack
  chapters: readonly Chapter[]
  seed: number
  barStyle: (typeof BAR_STYLES)[number]
  isReduced: boolean
  isOverPicture: boolean
}

/** The cover, round, swelling with the bass. */
function discLayers({ layout, cover, audio }: Scene): Layer[] {
  const disc = paintDisc(layout, cover)
  const awayAt = planEntrance(audio)
  const swell = followBass(audio, isRed(cover) ? RED_SWELL : DISC_SWELL)
  const scale = (frame: Frame) => (1 + swell(frame) - 0.05 * awayAt(frame)) / (1 + DISC_SWELL)
  return [sprite(disc, { scale })]
}

/** How much the disc has grown, up to `most`. */
function followBass(audio: AudioTrack, most: number): (frame: Frame) => number {
  return (frame) => most * Math.min(1, 0.65 * audio.bass(frame) + 0.5 * audio.beat(frame))
}

function isRed({ palette }: Cover): boolean {
  const red = palette.swatches.filter(({ colour }) => tameRed(colour) !== colour)
  return red.reduce((sum, { share }) => sum + share, 0) > RED_SHARE
}

/** Two rings of the same bars in the cover's two colours, in turns: each chapter of the song has its own. */
function ringLayers({ layout, cover, audio, chapters, seed, barStyle, isReduced }: Scene): Layer[] {
  const { palette } = cover
  const colours = [palette.accent, palette.accent2].map(tameRed)
  const blend = mixColours(...(colours as [string, string]), 0.5)
  const pairings = [
    [...colours, blend],
    [blend, ...colours.toReversed()],
  ]
  const first = chanceOf([0, 1], seed, 'pairing')
  const direction = chanceOf([-1, 1], seed, 'direction')
  const start = 90 * Math.floor(chance(seed, 'bass') * 4)
  const barsAt = createBarClock(audio)
  const swell = followBass(audio, isRed(cover) ? RED_SWELL : DISC_SWELL)
  const awayAt = planEntrance(audio)
  const bandsAt = stretchBands(audio, { gamma: LEVELS.gamma })
  const turnAt = (frame: Frame) => {
    const bars = barsAt(frame)
    const whole = Math.floor(bars)
    return whole + ease(bars - whole, 0, 0.3)
  }
  const shared: RingProps = {
    ...planBars(
      barStyle,
      layout,
      Math.min(...colours.map((each) => findSafeShare(palette.background, each))),
    ),
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
  const pitchPx = { BARS: 46, NEEDLES: 12, DOTS: 24 }[barStyle]
  const count = 2 * Math.round((Math.PI * foot.radius) / unit / pitchPx)
  // Bars diverge, so that they cover less at their ends than at their feet.
  const width = Math.max(2, pitchPx * Math.min(0.42, 1.15 * safeShare)) * unit
  if (barStyle === 'DOTS') return { count, length, width: 13 * unit, tipLength: 0 }
  return { count, length, minLength: (barStyle === 'BARS' ? 12 : 6) * unit, width }
}

/** Type grows into its place from the side on which it begins, and leaves it as it came. */
function typeLayers({ layout, cover, audio, isOverPicture }: Scene): Layer[] {
  const palette = isOverPicture ? inkOverPicture(cover.palette) : cover.palette
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

/**
 * Painted as large as it will ever be, so that it is always sharp. Always a disc: a cover that the circle would cut into is smaller
 * in it, and goes on, softer and softer, to the rim.
 */
function paintDisc({ disc }: Layout, cover: Cover): Painting {
  const radius = disc.radius * (1 + DISC_SWELL)
  const box = { x: disc.x - radius, y: disc.y - radius, width: 2 * radius, height: 2 * radius }
  return paint(box, (ctx, { width, height }) => {
    const { x, y, width: side } = findRound(cover)
    const scale = width / side
    const place = {
      x: -x * scale,
      y: -y * scale,
      width: cover.width * scale,
      height: cover.height * scale,
    }
    ctx.beginPath()
    ctx.arc(radius, radius, radius, 0, 2 * Math.PI)
    ctx.clip()
    ctx.imageSmoothingQuality = 'high'
    drawExtended(ctx, cover.image, place, { x: 0, y: 0, width, height })
  })
}
