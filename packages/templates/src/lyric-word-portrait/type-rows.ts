import {
  chance,
  drawText,
  type FontStyle,
  fitText,
  isRightToLeft,
  type LetterRow,
  type PaintLetters,
  type TextLayout,
} from '@songreel/kit'

/** Letters are so much of a row's height; the gap between two texts, in em. */
const INK_SHARE = 0.97
const TEXT_GAP = 0.5
/** Texts come again after at least this part of the frame's width. */
const LEAST_PERIOD = 0.45

/** What the rows say, and how. */
export type TypePlan = {
  rows: readonly LetterRow[]
  texts: readonly string[]
  font: FontStyle
  widthPx: number
  seed: number
}

/** Paints rows of these texts, one after the other; each row begins with another one. */
export function castRows({ rows, texts, font, widthPx, seed }: TypePlan): PaintLetters {
  const setText = keepSet(font)
  const said = texts.map(leaveTails)
  const first = Math.floor(texts.length * chance(seed, 'first'))
  return (ctx, index) => {
    const heightPx = rows[index]?.height ?? 0
    const at = (i: number, fits: Fits) =>
      fitWords(said[(first + index + i) % said.length] ?? '', index % 2 === 0, { set: setText, fits })
    const row = fillWidth(at, widthPx, INK_SHARE * heightPx)
    const scale = (INK_SHARE * heightPx) / row.heightPx
    const gap = TEXT_GAP * SET_PX
    const period = row.texts.reduce((sum, { width }) => sum + width + gap, 0)
    const isRtl = isRightToLeft(texts[first] ?? '')
    ctx.scale(scale, scale)
    let pen = 0
    const top = row.baseline + (0.5 * (1 - INK_SHARE) * heightPx) / scale
    for (const { words, width } of row.texts) {
      for (const { layout, start, end } of words) {
        const x = isRtl ? period - gap - pen - end : pen + start
        drawText(ctx, layout, x - layout.ink.left, top - (layout.lines[0]?.baseline ?? 0), '#000000')
      }
      pen += width + gap
    }
    return period * scale
  }
}

type Fits = (text: SetText) => boolean

/** A text that is longer than its row leaves out words, every other time the first ones: cut through, they would be misspelt. */
function fitWords(
  text: string,
  isFromStart: boolean,
  { set, fits }: { set: (text: string) => SetText; fits: Fits },
): SetText {
  const words = text.split(' ')
  for (let count = words.length; count > 1; count--) {
    const part = set((isFromStart ? words.slice(0, count) : words.slice(-count)).join(' '))
    if (fits(part)) return part
  }
  return set(isFromStart ? (words[0] ?? '') : (words.at(-1) ?? ''))
}

/** A comma below its line would make all letters of its row smaller, and the gap between two rows a bar across the picture. */
function leaveTails(text: string): string {
  const kept = text.replaceAll(/[,;،؛、，。]/gu, '')
  return kept.trim() === '' ? text : kept
}

/** A text on its own line: where each of its words begins and ends, and how far its letters go up and down from the baseline. */
type SetText = {
  words: { layout: TextLayout; start: number; end: number }[]
  width: number
  ascent: number
  descent: number
}

const SET_PX = 100
/** Between words, in em: in heavy letters a font's own space, tight as it is for large type, would be none. */
const WORD_GAP = 0.24

/** Sets each text once: it comes again in many rows. */
function keepSet(font: FontStyle): (text: string) => SetText {
  const kept = new Map<string, SetText>()
  return (text) => {
    const set = kept.get(text) ?? setWords(text, font)
    kept.set(text, set)
    return set
  }
}

function setWords(text: string, font: FontStyle): SetText {
  const style = {
    font,
    role: 'DISPLAY',
    uppercase: true,
    maxSizePx: SET_PX,
    maxLines: 1,
    align: 'LEFT',
  } as const
  const set: SetText = { words: [], width: 0, ascent: 0, descent: 0 }
  for (const word of text.split(' ')) {
    const layout = fitText(word, { width: 1e5, height: 3 * SET_PX }, style)
    const { left, right, top, bottom } = layout.ink
    const baseline = layout.lines[0]?.baseline ?? 0
    const start = set.words.length > 0 ? set.width + WORD_GAP * SET_PX : 0
    set.width = start + Math.max(1, right - left)
    set.ascent = Math.max(set.ascent, baseline - top)
    set.descent = Math.max(set.descent, bottom - baseline)
    set.words.push({ layout, start, end: set.width })
  }
  return set
}

const MOST_TEXTS = 24

/** As many texts as it takes, as long as a row has room for them whole; letters that go far up or down make the whole row's smaller. */
function fillWidth(at: (index: number, fits: Fits) => SetText, widthPx: number, heightPx: number) {
  const gap = TEXT_GAP * SET_PX
  const texts: SetText[] = []
  let [width, ascent, descent] = [0, 1, 0]
  const measure = (text: SetText) =>
    ((width + text.width + gap) * heightPx) /
    (Math.max(ascent, text.ascent) + Math.max(descent, text.descent))
  const fits = (text: SetText) => measure(text) <= widthPx
  const isFilled = () => (width * heightPx) / (ascent + descent) > LEAST_PERIOD * widthPx
  for (let i = 0; i < MOST_TEXTS && !isFilled(); i++) {
    const text = at(i, fits)
    if (texts.length > 0 && !fits(text)) break
    texts.push(text)
    width += text.width + gap
    ascent = Math.max(ascent, text.ascent)
    descent = Math.max(descent, text.descent)
  }
  return { texts, baseline: ascent, heightPx: ascent + descent }
}
