import {
  clamp01,
  cubicOut,
  drawWord,
  ease,
  type FontStyle,
  type Frame,
  type Layer,
  type LyricLine,
  mixColours,
  paint,
  placeWords,
  splitLine,
  sprite,
} from '@songreel/kit'
import { type Block, setBlock } from './block.ts'
import type { BlockColours } from './colours.ts'
import type { Layout } from './layout.ts'

/** A line as it is shown: parted where it is too long, as wide as the frame. */
export type Subtitle = { line: LyricLine; block: Block; showSecs: number; hideSecs: number }

/** A line is there a little before it is sung, and stays for a little if nobody goes on singing. */
export const EARLY_SECS = 0.3
const STAY_SECS = 0.9
/** The band is nearly as high as it will be when the words come; they have gone when it moves on. */
const WAIT_SECS = 0.09
const COME_SECS = 0.16
const LEAVE_SECS = 0.12
/** What could only flash up before the last card is left out. */
const LEAST_SECS = 0.4

/** Parts and sets the lines, and decides how long each is there: from when the title has gone until the last card comes, so that nothing stands beside either. */
export function planSubtitles(
  lines: readonly LyricLine[],
  {
    layout,
    font,
    fromSecs,
    untilSecs,
  }: { layout: Layout; font: FontStyle; fromSecs: number; untilSecs: number },
): Subtitle[] {
  const { line: room, linePx } = layout
  const wish = { font, widthPx: room.width, heightPx: room.height, mostPx: linePx.most }
  const set = (text: string) => setBlock(text, wish)
  const fits = (text: string) => set(text).smallestPx >= linePx.least
  const front = lines.filter(({ isBackground }) => !isBackground)
  const parts = front.flatMap((line) => (line.words ? splitLine(line, fits) : [line]))
  return parts.flatMap((line, i) => {
    const next = parts[i + 1]
    const before = parts[i - 1]?.endSecs ?? Number.NEGATIVE_INFINITY
    const showSecs = Math.max(fromSecs, line.startSecs - EARLY_SECS, before)
    const ends = Math.min(
      line.endSecs + STAY_SECS,
      next ? Math.max(line.endSecs, next.startSecs - EARLY_SECS) : untilSecs,
    )
    const hideSecs = Math.min(ends, untilSecs)
    const isSeen = hideSecs - Math.max(0, showSecs) > LEAST_SECS
    return isSeen ? [{ line, block: set(line.text), showSecs, hideSecs }] : []
  })
}

/** What subtitles are drawn with. */
export type SubtitleScene = { unit: number; layout: Layout; colours: BlockColours }

const SHADES = 12

/** How much a line is there, 0 to 1. */
function presenceOf({ showSecs, hideSecs }: Subtitle): (frame: Frame) => number {
  return ({ secs }) =>
    (showSecs <= 0 ? 1 : clamp01((secs - showSecs - WAIT_SECS) / COME_SECS)) *
    clamp01((hideSecs - secs) / LEAVE_SECS)
}

/** The words of a line: each darkens, or brightens, as it is sung. */
export function drawSubtitle(subtitle: Subtitle, { unit, layout, colours }: SubtitleScene): Layer[] {
  const { line, block } = subtitle
  const { text, rows, heightPx } = block
  const { type, waiting } = colours
  const [left, top] = [layout.line.x, layout.line.y + layout.line.height - heightPx]
  const presence = presenceOf(subtitle)
  const shades = Array.from({ length: SHADES + 1 }, (_, i) => mixColours(waiting, type, i / SHADES))
  return placeWords(text, line).map((word) => {
    const { scale, x, y } = rows[word.line] ?? { scale: 1, x: 0, y: 0 }
    const { sizePx } = text
    const box = {
      x: left + x + scale * word.left,
      y: top + y + scale * (word.baseline - sizePx),
      width: Math.max(1, scale * (word.right - word.left)),
      height: 1.3 * scale * sizePx,
    }
    const painting = paint(
      box,
      (ctx) => {
        ctx.scale(scale, scale)
        drawWord(ctx, text, word, { x: -word.left, y: sizePx - word.baseline, fill: type })
      },
      { unit, bleed: 0.4 * scale * sizePx },
    )
    const sung = ({ secs }: Frame) => (line.words ? ease(secs, word.startSecs, 0.22, cubicOut) : 1)
    const isEmoji = /\p{Extended_Pictographic}/u.test(word.text)
    return sprite(painting, {
      opacity: presence,
      ...(!isEmoji && { colour: (frame: Frame) => shades[Math.round(sung(frame) * SHADES)] ?? type }),
    })
  })
}
