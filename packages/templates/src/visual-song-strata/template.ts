import {
  type AudioTrack,
  type Cover,
  defineTemplate,
  type Layer,
  listChapters,
  mixColours,
  typeColumn,
} from '@songreel/kit'
import { type LandPlan, land } from './land.ts'
import { type Layout, planLayout } from './layout.ts'
import { layOutSky } from './sky.ts'
import { planGround } from './slope.ts'

/** The song as a land below the cover: every beat raises a ridge. */
export const template = defineTemplate({
  contentId: 'VISUAL_SONG_STRATA',
  version: 8,
  title: 'Song strata',
  description:
    'The cover is the sky over a land made of the song: every beat raises a ridge of what sounds then, and all of them jump.',
  example: { customText: 'Out now' },
  defaults: { fontStyle: 'GROTESK' },

  setup({ size, data, cover, audio, song, fontStyle, seed, motion }) {
    const words = { label: data.customText ?? '', title: song.title, artist: song.artist }
    const layout = planLayout(size, words, fontStyle)
    const ground = planGround({ size, layout, cover })
    const plan: LandPlan = {
      size,
      layout,
      slope: ground.slope,
      cover,
      audio,
      chapters: listChapters(audio),
      seed,
      isReduced: motion === 'REDUCED',
    }
    const { behind, before } = layOutSky(plan, ground.sky)
    return [...behind, land(plan), ...before, ...typeLayers(layout, cover, audio)]
  },
})

/** Type grows into its place and leaves it as it came. */
function typeLayers({ texts, align }: Layout, { palette }: Cover, audio: AudioTrack): Layer[] {
  const colours = [
    mixColours(palette.accent, palette.text, 0.9),
    palette.text,
    mixColours(palette.muted, palette.text, 0.85),
  ]
  return typeColumn(texts, { audio, colours, align, anchorY: 0.5 })
}
