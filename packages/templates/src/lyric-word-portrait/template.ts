import {
  defineTemplate,
  drawText,
  type FontStyle,
  fitText,
  isRightToLeft,
  type Layer,
  type LyricLine,
  type Palette,
  paint,
  type Song,
  sprite,
  z,
} from '@songreel/kit'
import { type Layout, planLayout } from './layout.ts'
import { drawPortrait } from './portrait.ts'
import { drawHalo, drawSungLines, planStage } from './sung-lines.ts'
import { planWindows } from './word-windows.ts'

/** The words are the picture: the cover is printed in the letters of the song. */
export const template = defineTemplate({
  contentId: 'LYRIC_WORD_PORTRAIT',
  version: 5,
  title: 'Word portrait',
  description:
    "The cover printed in the song's own words, bold in its lights and thin in its shadows: beats send the type through it, and the line being sung stands in it.",
  aspectRatios: ['9x16', '1x1', '4x5', '16x9'],
  needs: { lyrics: 'OPTIONAL' },
  requiredData: z.object({ lyrics: z.string().max(200_000).optional() }),
  // All of the frame is type.
  logoPlaces: { TALL: [], SQUARE: [], WIDE: [] },
  defaults: { excerpt: { kind: 'HOOK', secs: 20 }, aspectRatio: '9x16', fontStyle: 'CONDENSED' },

  setup({ size, data, cover, audio, song, lyrics, fontStyle: font, seed, motion }) {
    const { palette } = cover
    const layout = planLayout(size, cover, isRightToLeft(song.title))
    const sung = lyrics?.lines.filter(({ isBackground }) => !isBackground) ?? []
    const names = [song.title, song.artist, data.customText ?? '']
    const isAnnounced = sung.length === 0 && !data.customText?.trim()
    const lines = sung.length > 0 ? sung : announce(song, data.customText)
    const stage = { layout, lines, font, palette, audio, motion }
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
        stageAt: planStage(stage),
      }),
      ...drawNames(layout, { ...song, title: isAnnounced ? '' : song.title }, font, palette),
      ...drawSungLines(stage),
    ]
  },
})

/** Where nobody sings, the stage has what the caller wants to say, or the title. */
function announce({ title }: Song, customText: string | undefined): LyricLine[] {
  const text = customText?.trim() || title
  return text === '' ? [] : [{ startSecs: -1, endSecs: Number.POSITIVE_INFINITY, text }]
}

/** Title and artist below the line, at both of its ends; a title that has the stage does not come twice. */
function drawNames(
  { names, unit }: Layout,
  { title, artist }: Song,
  font: FontStyle,
  palette: Palette,
): Layer[] {
  const isRtl = isRightToLeft(title)
  const fit = (text: string, isEnd: boolean, share: number) => {
    const width = names.width * share
    const align = isEnd === isRtl ? 'LEFT' : 'RIGHT'
    const style = {
      font,
      role: 'TEXT',
      align,
      anchor: 'MIDDLE',
      maxSizePx: 44 * unit,
      minSizePx: 14 * unit,
      maxLines: 1,
    } as const
    const layout = fitText(text, { width, height: names.height }, style)
    const x = align === 'LEFT' ? names.x : names.x + names.width - width
    const box = { ...names, x, width }
    const name = paint(box, (ctx) => drawText(ctx, layout, 0, 0, palette.text), { bleed: 6 * unit })
    return [drawHalo(layout, box, { unit, palette }), sprite(name)]
  }
  return [...fit(title, false, artist ? 0.56 : 1), ...fit(artist, true, title ? 0.4 : 1)]
}
