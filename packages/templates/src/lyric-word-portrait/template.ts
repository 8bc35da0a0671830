import {
  chooseInk,
  defineTemplate,
  drawText,
  type FontStyle,
  fitColumn,
  isRightToLeft,
  type Layer,
  ownLogo,
  type Palette,
  paint,
  type SetupInput,
  type Song,
  sprite,
  z,
} from '@songreel/kit'
import { listRowBoxes, paintClearing, planClearing } from './clearing.ts'
import { findCut } from './cut.ts'
import { type Layout, planLayout } from './layout.ts'
import { findWall } from './picture.ts'
import { drawPortrait } from './portrait.ts'
import { drawSungLines, fillPauses, GROUND_CONTRAST } from './sung-lines.ts'
import { planWindows } from './word-windows.ts'

/** The cover beside a wall of the song's words, or before one that is its sky. */
export const template = defineTemplate({
  contentId: 'LYRIC_WORD_PORTRAIT',
  version: 12,
  title: 'Word portrait',
  description:
    "The cover beside a wall of the song's own words in one of its colours, or before one where its sky is even. Beats run through the words, and the line being sung stands large before them.",
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
    const stage = drawSungLines({ layout, lines, font, palette, audio, motion })
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
      ...stage.clearings,
      ...drawNames(layout, { ...song, title: isAnnounced ? '' : song.title }, font, palette),
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
    cut: findCut(cover),
  })
}

/** In parts of the names' room, and at the least in pixels of the design. */
const TITLE = { share: 0.43, least: 30 }
const ARTIST = { share: 0.38, least: 36 }
const GAP_PX = 4
/** An artist's name is small type. */
const NAME_CONTRAST = 7.5

/** Title and artist below each other; a title that has the stage all the time does not come twice. */
function drawNames(layout: Layout, { title, artist }: Song, font: FontStyle, palette: Palette): Layer[] {
  const { names, unit, cut } = layout
  const style = {
    font,
    role: 'TEXT',
    align: isRightToLeft(title || artist) ? 'RIGHT' : 'LEFT',
    anchor: 'TOP',
    maxLines: 1,
  } as const
  const px = ({ share, least }: typeof TITLE) => ({
    maxSizePx: share * names.height,
    minSizePx: least * unit,
  })
  const column = fitColumn(
    [
      { text: title, style: { ...style, ...px(TITLE) }, maxHeightPx: names.height, gapPx: 0 },
      { text: artist, style: { ...style, ...px(ARTIST) }, maxHeightPx: names.height, gapPx: GAP_PX * unit },
    ],
    names.width,
  )
  const { quiet } = chooseInk(palette, { groundContrast: GROUND_CONTRAST, quietContrast: NAME_CONTRAST })
  const set = column.place(names.x, names.y).filter((each) => each.layout.lines.length > 0)
  const boxes = set.flatMap((each) => listRowBoxes(each.layout, each.box))
  const clearing =
    boxes.length > 0 && !cut ? [sprite(paintClearing(planClearing(boxes, layout), findWall(palette)))] : []
  const texts = set.map(({ box, layout: text }, i) =>
    sprite(
      paint(box, (ctx) => drawText(ctx, text, 0, 0, i === 0 && title ? palette.text : quiet), {
        bleed: 6 * unit,
      }),
    ),
  )
  return [...clearing, ...texts]
}
