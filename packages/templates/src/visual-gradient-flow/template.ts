import {
  type AudioTrack,
  type Cover,
  defineTemplate,
  drawCard,
  type Layer,
  listChapters,
  mixColours,
  paint,
  silk,
  sprite,
  typeColumn,
} from '@songreel/kit'
import { type Layout, planLayout } from './layout.ts'
import { weave } from './tones.ts'

/** Colours that are neighbours have soft folds, which have to run faster to be seen moving. */
const PACE = 2.2
/** In a square the silk has one corner alone, where a single bright fold would be a blob beside the cover. */
const CALM = { folds: 1.7, sheen: 0.64 }

/** Large type on folds of the cover's colours. */
export const template = defineTemplate({
  contentId: 'VISUAL_GRADIENT_FLOW',
  version: 7,
  title: 'Gradient flow',
  description:
    'The colours of the cover as silk in the wind of the beat, under type as large as it goes; the whole cover stands above or beside it.',
  example: { customText: 'Out now' },
  defaults: { fontStyle: 'MODERN' },

  setup({ size, data, cover, audio, song, fontStyle, seed, motion }) {
    const words = { label: data.customText ?? '', title: song.title, artist: song.artist }
    const layout = planLayout(size, words, fontStyle, cover.width / cover.height)
    const chapters = listChapters(audio)
    return [
      silk({
        size,
        quiet: layout.quiet,
        unit: layout.unit,
        cover: { ...cover, palette: weave(cover.palette) },
        audio,
        chapters,
        seed,
        isReduced: motion === 'REDUCED',
        pace: PACE,
        ...(layout.shape === 'SQUARE' && CALM),
      }),
      ...stampLayers(layout, cover),
      ...typeLayers(layout, cover, audio),
    ]
  },
})

/** The whole cover at rest: what the colours come from. */
function stampLayers({ stamp, radius }: Layout, cover: Cover): Layer[] {
  if (!stamp) return []
  return [
    sprite(
      paint(stamp, (ctx, { width, height }) => {
        drawCard(ctx, cover, { x: 0, y: 0, width, height }, radius)
      }),
    ),
  ]
}

/** Type grows into its place and leaves it as it came. */
function typeLayers({ texts, align }: Layout, { palette }: Cover, audio: AudioTrack): Layer[] {
  const colours = [
    mixColours(palette.accent, palette.text, 0.65),
    palette.text,
    mixColours(palette.muted, palette.text, 0.7),
  ]
  return typeColumn(texts, { audio, colours, align })
}
