import { defineTemplate, isRightToLeft, ownLogo, type SetupInput, z } from '@songreel/kit'
import { type Layout, leaveRoom, planLayout } from './layout.ts'
import { drawNames, setNames } from './names.ts'
import { drawPortrait } from './portrait.ts'
import { drawSungLines, fillPauses } from './sung-lines.ts'
import { planWindows } from './word-windows.ts'

/** The cover made of the song's words: they let its light through. */
export const template = defineTemplate({
  contentId: 'LYRIC_WORD_PORTRAIT',
  version: 13,
  title: 'Word portrait',
  description:
    "The cover fills the frame and is made of the song's own words: they carry its light, fine across faces and large where it is calm. They move with the beat, and the line being sung stands large in the picture.",
  aspectRatios: ['9x16', '1x1', '4x5', '16x9'],
  needs: { lyrics: 'OPTIONAL' },
  requiredData: z.object({ lyrics: z.string().max(200_000).optional() }),
  defaults: { excerpt: { kind: 'HOOK', secs: 20 }, aspectRatio: '9x16', fontStyle: 'CONDENSED' },

  setup(input) {
    const { size, data, cover, audio, song, lyrics, fontStyle: font, seed, motion } = input
    const { palette } = cover
    const layout = planPortrait(input)
    const sung = lyrics?.lines.filter(({ isBackground }) => !isBackground) ?? []
    const names = [song.title, song.artist, data.customText ?? '']
    const note = data.customText?.trim() ?? ''
    const lines = fillPauses(sung, sung.length === 0 && note !== '' ? note : song.title, audio.durationSecs)
    const isAnnounced = sung.length === 0 && note === ''
    const column = setNames(layout, { ...song, title: isAnnounced ? '' : song.title }, font)
    const roomy = leaveRoom(layout, column.heightPx)
    const stage = drawSungLines({ layout: roomy, lines, font, palette, audio, motion })
    const named = drawNames(column, stage.layout, palette)
    return [
      drawPortrait({
        size,
        layout,
        cover,
        windows: planWindows({
          audio,
          lines: sung,
          names: lyrics?.songLines.length ? lyrics.songLines : names,
        }),
        font,
        audio,
        motion,
        seed,
        quiet: [...stage.quiet, ...named.quiet, ...(layout.logo ? [layout.logo] : [])],
      }),
      ...named.layers,
      ...stage.words,
      ...(layout.logo ? ownLogo(input, LOGO, layout.logo) : []),
    ]
  },

  // All of the picture is type, so a corner of it won't do.
  placeLogos: (input) => {
    const { logo } = planPortrait(input)
    return logo ? { [LOGO]: logo } : {}
  },
})

/** The name of the logo's place. */
const LOGO: string = 'names'

function planPortrait({ size, cover, song, logo }: SetupInput<object>): Layout {
  return planLayout(size, cover, {
    isRtl: isRightToLeft(song.title),
    logo: logo?.size,
  })
}
