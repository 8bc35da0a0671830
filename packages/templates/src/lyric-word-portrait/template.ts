import {
  defineTemplate,
  drawText,
  type FontStyle,
  fitColumn,
  isRightToLeft,
  type Layer,
  mixColours,
  ownLogo,
  type Palette,
  paint,
  type SetupInput,
  type Song,
  sprite,
  z,
} from '@songreel/kit'
import { type Layout, planLayout } from './layout.ts'
import { drawPortrait } from './portrait.ts'
import { drawSungLines, fillPauses } from './sung-lines.ts'
import { planWindows } from './word-windows.ts'

/** The words are the picture: the cover is printed in the letters of the song. */
export const template = defineTemplate({
  contentId: 'LYRIC_WORD_PORTRAIT',
  version: 10,
  title: 'Word portrait',
  description:
    "The cover printed in the song's own words, bold in its lights and thin in its shadows: beats send the type through it, and the line being sung stands large beside it.",
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
      }),
      ...drawNames(layout, { ...song, title: isAnnounced ? '' : song.title }, font, palette),
      ...drawSungLines({ layout, lines, font, palette, audio, motion }),
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
  return planLayout(size, cover, isRightToLeft(song.title), logo?.size)
}

/** In parts of the names' room where both have one line there, else in pixels of the design. */
const TITLE = { share: 0.46, most: 54, least: 30 }
const ARTIST = { share: 0.4, most: 48, least: 44 }

/** In a column a title of several lines stays together: what parts its lines is less than what parts it from the artist. */
const COLUMN_LINE_HEIGHT = 1
const GAP_PX = { column: 18, row: 6 }

/** Title and artist below each other; a title that has the stage all the time does not come twice. */
function drawNames(
  { names, line, unit }: Layout,
  { title, artist }: Song,
  font: FontStyle,
  palette: Palette,
): Layer[] {
  const isColumn = names.height > 200 * unit
  const style = {
    font,
    role: 'TEXT',
    align: isRightToLeft(title || artist) ? 'RIGHT' : 'LEFT',
    anchor: 'TOP',
    maxLines: isColumn ? 3 : 1,
    ...(isColumn && { lineHeight: COLUMN_LINE_HEIGHT }),
  } as const
  const px = ({ share, most, least }: typeof TITLE) => ({
    maxSizePx: isColumn ? most * unit : share * names.height,
    minSizePx: least * unit,
  })
  const column = fitColumn(
    [
      { text: title, style: { ...style, ...px(TITLE) }, maxHeightPx: names.height, gapPx: 0 },
      {
        text: artist,
        style: { ...style, ...px(ARTIST) },
        maxHeightPx: names.height,
        gapPx: (isColumn ? GAP_PX.column : GAP_PX.row) * unit,
      },
    ],
    names.width,
  )
  const quiet = mixColours(palette.muted, palette.text, 0.45)
  // Below the line they stand at the foot of their column.
  const y = names.y > line.y ? names.y + names.height - column.heightPx : names.y
  return column
    .place(names.x, y)
    .filter(({ layout }) => layout.lines.length > 0)
    .map(({ box, layout }, i) =>
      sprite(
        paint(box, (ctx) => drawText(ctx, layout, 0, 0, i === 0 && title ? palette.text : quiet), {
          bleed: 6 * unit,
        }),
      ),
    )
}
