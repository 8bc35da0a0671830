import {
  defineTemplate,
  drawText,
  type FontStyle,
  type Frame,
  fitText,
  isRightToLeft,
  type Layer,
  type LyricLine,
  paint,
  type Song,
  sprite,
  z,
} from '@songreel/kit'
import { type Layout, planLayout } from './layout.ts'
import { drawPicture } from './picture.ts'
import { clearStage, drawSungLines } from './sung-lines.ts'
import { drawTypeRows } from './type-rows.ts'

/** The words are the picture: the cover is seen only through the letters of the song. */
export const template = defineTemplate({
  contentId: 'LYRIC_WORD_PORTRAIT',
  version: 2,
  title: 'Word portrait',
  description:
    "The cover drawn in the song's own words: beats ripple through the type, and the line being sung grows out of it.",
  aspectRatios: ['9x16', '1x1', '4x5', '16x9'],
  needs: { lyrics: 'OPTIONAL' },
  requiredData: z.object({ lyrics: z.string().max(200_000).optional() }),
  defaults: { excerpt: { kind: 'HOOK', secs: 20 }, aspectRatio: '9x16', fontStyle: 'CONDENSED' },

  setup({ size, data, cover, audio, song, lyrics, fontStyle: font, seed, motion }) {
    const { palette } = cover
    const layout = planLayout(size, cover, seed)
    const texts = listTexts(lyrics?.songLines ?? [], [song.title, song.artist, data.customText ?? ''])
    const lines = lyrics?.lines.filter(({ isBackground }) => !isBackground) ?? []
    const isAnnounced = lines.length === 0 && !data.customText?.trim()
    const plan = {
      layout,
      lines: lines.length > 0 ? lines : announce(song, data.customText),
      font,
      palette,
      audio,
      motion,
    }
    const stage = clearStage(plan, size.width)
    const isCovered = (row: number, frame: Frame) => stage.coverAt(row, frame) >= 1
    const { background } = palette
    return [
      ...drawPicture({ size, cover, layout, audio, isCovered }),
      ...drawTypeRows({ size, layout, texts, font, background, audio, motion, seed, isCovered }),
      ...stage.layers,
      ...drawNames(layout, { ...song, title: isAnnounced ? '' : song.title }, font, palette.text),
      ...drawSungLines(plan),
    ]
  },
})

/** What the rows say: the song's words, or its names; without any, notes. */
function listTexts(songLines: readonly string[], names: readonly string[]): string[] {
  const said = (text: string) => text.trim() !== ''
  const words = songLines.filter(said)
  if (words.length > 0) return words
  const named = names.map((text) => text.slice(0, 200)).filter(said)
  return named.length > 0 ? named : ['♪ ♫']
}

/** Where nobody sings, the stage has what the caller wants to say, or the title. */
function announce({ title }: Song, customText: string | undefined): LyricLine[] {
  const text = customText?.trim() || title
  return text === '' ? [] : [{ startSecs: -1, endSecs: Number.POSITIVE_INFINITY, text }]
}

/** Title and artist in the last row of the stage, at both of its ends; a title that has the stage does not come twice. */
function drawNames(
  { names, unit }: Layout,
  { title, artist }: Song,
  font: FontStyle,
  colour: string,
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
    return sprite(
      paint({ ...names, x, width }, (ctx) => drawText(ctx, layout, 0, 0, colour), { bleed: 6 * unit }),
    )
  }
  return [fit(title, false, artist ? 0.56 : 1), fit(artist, true, title ? 0.4 : 1)]
}
