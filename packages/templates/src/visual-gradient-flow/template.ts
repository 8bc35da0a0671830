import {
  type AudioTrack,
  type Cover,
  defineTemplate,
  type Layer,
  listChapters,
  mixColours,
  silk,
  typeColumn,
} from '@songreel/kit'
import { type Layout, planLayout } from './layout.ts'

/** Large type on folds of the cover's colours. */
export const template = defineTemplate({
  contentId: 'VISUAL_GRADIENT_FLOW',
  version: 2,
  title: 'Gradient flow',
  description: 'The colours of the cover as silk in the wind of the beat, under type as large as it goes.',
  example: { customText: 'Out now' },
  defaults: { fontStyle: 'SERIF' },

  setup({ size, data, cover, audio, song, fontStyle, seed, motion }) {
    const words = { label: data.customText ?? '', title: song.title, artist: song.artist }
    const layout = planLayout(size, words, fontStyle)
    const chapters = listChapters(audio)
    return [
      silk({
        size,
        quiet: layout.quiet,
        unit: layout.unit,
        cover,
        audio,
        chapters,
        seed,
        isReduced: motion === 'REDUCED',
      }),
      ...typeLayers(layout, cover, audio),
    ]
  },
})

/** Type grows into its place and leaves it as it came. */
function typeLayers({ texts, align }: Layout, { palette }: Cover, audio: AudioTrack): Layer[] {
  const colours = [
    mixColours(palette.accent, palette.text, 0.65),
    palette.text,
    mixColours(palette.muted, palette.text, 0.7),
  ]
  return typeColumn(texts, { audio, colours, align })
}
