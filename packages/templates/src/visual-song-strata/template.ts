import {
  type AudioTrack,
  type Cover,
  clamp01,
  defineTemplate,
  field,
  type Layer,
  listChapters,
  mixColours,
  parseHex,
  typeColumn,
} from '@songreel/kit'
import { chooseHaze, type LandPlan, land } from './land.ts'
import { type Layout, planLayout } from './layout.ts'

/** The song as a land to fly over: what is about to sound is seen coming. */
export const template = defineTemplate({
  contentId: 'VISUAL_SONG_STRATA',
  version: 2,
  title: 'Song strata',
  description:
    'A land made of the song itself: every ridge is one of its moments, and shines when it sounds.',
  example: { customText: 'Out now' },
  defaults: { fontStyle: 'MONO' },

  setup({ size, data, cover, audio, song, fontStyle, seed, motion }) {
    const words = { label: data.customText ?? '', title: song.title, artist: song.artist }
    const layout = planLayout(size, words, fontStyle)
    const plan: LandPlan = {
      size,
      layout,
      cover,
      audio,
      chapters: listChapters(audio),
      seed,
      isReduced: motion === 'REDUCED',
    }
    return [sky(plan), land(plan), ...typeLayers(layout, cover, audio)]
  },
})

/** Dark above, the haze of what is coming below, and a light behind the horizon that rises with the bass. */
function sky(plan: LandPlan): Layer {
  const { size, layout, cover, audio } = plan
  const haze = parseHex(chooseHaze(cover.palette))
  const top = parseHex(cover.palette.background)
  return field({
    cells: 48,
    bottom: layout.horizon + 0.05 * size.height,
    shade: ({ columns, rows, rgb }, frame) => {
      const sway = 0.5 + 0.2 * Math.sin(frame.secs * 0.5)
      const reach = 0.55 + 0.45 * audio.glow(frame)
      for (let i = 0; i < columns * rows; i++) {
        const height = clamp01(1 - ((Math.floor(i / columns) + 0.5) * size.height) / rows / layout.horizon)
        const off = ((i % columns) + 0.5) / columns - sway
        const light = Math.exp(-height * (4.2 - 1.6 * reach) - 3 * off * off * (1 - 0.4 * reach) * height * 4)
        for (let axis = 0; axis < 3; axis++) {
          const dark = top[axis] ?? 0
          rgb[3 * i + axis] = dark + ((haze[axis] ?? 0) - dark) * light
        }
      }
    },
  })
}

/** Type grows into its place and leaves it as it came. */
function typeLayers({ texts, align }: Layout, { palette }: Cover, audio: AudioTrack): Layer[] {
  const colours = [
    mixColours(palette.accent, palette.text, 0.5),
    palette.text,
    mixColours(palette.muted, palette.text, 0.5),
  ]
  return typeColumn(texts, { audio, colours, align, anchorY: 0.5 })
}
