import {
  type AudioTrack,
  type Chapter,
  type Cover,
  chanceOf,
  chooseInk,
  defineTemplate,
  drawText,
  ease,
  type Frame,
  findChapter,
  type Layer,
  listChapters,
  mixColours,
  type Palette,
  paint,
  pictureGround,
  planEntrance,
  type RingProps,
  ring,
  sprite,
  tameRed,
  z,
} from '@songreel/kit'
import { BAR_STYLES, type BarStyle, planBars } from './bars.ts'
import { chooseColours, type RingColours } from './choose-colours.ts'
import { paintDisc } from './disc.ts'
import { type Layout, planLayout, SWELL } from './layout.ts'
import { waves } from './waves.ts'

/** A cover of saturated red must not move its edge that far: its flicker is the worst. */
const RED_SWELL = 0.015
const RED_SHARE = 0.3
/** The cover as a disc, and its own sound all around it. */
export const template = defineTemplate({
  contentId: 'VISUAL_SPECTRUM_RING',
  version: 10,
  title: 'Spectrum ring',
  description:
    'The cover as a disc on a ground of its colour, a ring of the spectrum around it, and waves of light that carry the bass outward.',
  requiredData: z.object({ barStyle: z.enum(BAR_STYLES).optional() }),
  example: { customText: 'Out now', barStyle: 'BARS' },
  defaults: { fontStyle: 'CONDENSED' },
  backgrounds: ['COVER', 'VIDEOS'],

  setup(input) {
    const { size, data, cover, audio, song, fontStyle, seed, motion, background = 'COVER' } = input
    const words = { label: data.customText ?? '', title: song.title, artist: song.artist }
    const side = chanceOf([-1, 1], seed, 'side')
    const isOverPicture = background !== 'COVER'
    const scene: Scene = {
      layout: planLayout(size, words, { font: fontStyle, side }),
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

type Scene = {
  layout: Layout
  colours: RingColours
  cover: Cover
  audio: AudioTrack
  chapters: readonly Chapter[]
  seed: number
  barStyle: BarStyle
  isReduced: boolean
  isOverPicture: boolean
}

/** The cover, swelling with the bass. */
function coverLayers({ layout, cover, audio }: Scene): Layer[] {
  const { disc } = layout
  // Painted as large as it will ever be, so that it is always sharp.
  const painting = paintDisc(cover, { ...disc, radius: disc.radius * (1 + SWELL) })
  const awayAt = planEntrance(audio)
  const swell = followBass(audio, isRed(cover) ? RED_SWELL : SWELL)
  const scale = (frame: Frame) => (1 + swell(frame) - 0.05 * awayAt(frame)) / (1 + SWELL)
  return [sprite(painting, { scale })]
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
  const pairings = [colours.bars, colours.bars.toReversed()]
  const first = chanceOf([0, 1], seed, 'pairing')
  const swell = followBass(audio, isRed(cover) ? RED_SWELL : SWELL)
  const awayAt = planEntrance(audio)
  const shared: RingProps = {
    ...planBars({
      layout,
      audio,
      chapters,
      barStyle,
      isReduced,
      axis: chanceOf([0, 180], seed, 'bass'),
      direction: chanceOf([-1, 1], seed, 'direction'),
    }),
    scale: (frame) => 1 + swell(frame) - 0.05 * awayAt(frame),
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
