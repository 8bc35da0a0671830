import { type FontStyle, fitText, type LyricLine, splitLine, type TextLayout } from '@songreel/kit'
import { type Layout, LEADING } from './layout.ts'

/** A line as it is shown: parted where it is too long for large type. */
export type ShownLine = {
  line: LyricLine
  text: TextLayout
  showSecs: number
  hideSecs: number
}

/** A line is there a little before it is sung, and stays for a little if nobody goes on singing. */
export const EARLY_SECS = 0.3
const STAY_SECS = 0.9
/** A line makes way for one that follows at once by so much, so that that one is there when it is sung. */
const HANDOVER_SECS = 0.2
/** What could only flash up before the last card is left out. */
export const LEAST_SECS = 0.4
/** A line is parted before its type gets smaller than this part of the largest, or has more rows. */
const LEAST_SHARE = 0.8

/** Sets a text as large as a line may be. */
function setLine(text: string, { room, rows }: Layout, font: FontStyle, sizePx: number): TextLayout {
  return fitText(text, room, {
    font,
    role: 'DISPLAY',
    align: 'START',
    anchor: 'TOP',
    maxSizePx: sizePx,
    minSizePx: 0.2 * sizePx,
    maxLines: rows,
    lineHeight: LEADING,
  })
}

/**
 * Parts and sets the lines, and decides how long each is there: from when the title has gone until the last card comes, so that
 * nothing stands beside either.
 */
export function planLines(
  lines: readonly LyricLine[],
  {
    layout,
    font,
    fromSecs,
    untilSecs,
  }: { layout: Layout; font: FontStyle; fromSecs: number; untilSecs: number },
): ShownLine[] {
  const leastPx = LEAST_SHARE * layout.linePx
  const fits = (text: string) => {
    const { sizePx, lines: rows } = setLine(text, layout, font, layout.linePx)
    return sizePx >= leastPx && rows.length <= layout.rows
  }
  const front = lines.filter(({ isBackground }) => !isBackground)
  const parts = front.flatMap((line) => (line.words ? splitLine(line, fits) : [line]))
  const timed = parts.flatMap((line, i) => {
    const next = parts[i + 1]
    const before = (parts[i - 1]?.endSecs ?? Number.NEGATIVE_INFINITY) - HANDOVER_SECS
    const showSecs = Math.max(fromSecs, line.startSecs - EARLY_SECS, before)
    const ends = Math.min(
      line.endSecs + STAY_SECS,
      next ? Math.max(line.endSecs - HANDOVER_SECS, next.startSecs - EARLY_SECS) : untilSecs,
    )
    const hideSecs = Math.min(ends, untilSecs)
    const isSeen = hideSecs - Math.max(0, showSecs) > LEAST_SECS
    return isSeen ? [{ line, showSecs, hideSecs }] : []
  })
  const sizes = timed.map(({ line }) => setLine(line.text, layout, font, layout.linePx).sizePx)
  // One size for all, but for what could not be parted.
  const sizePx = Math.min(layout.linePx, ...sizes.filter((own) => own >= leastPx))
  return timed.map((own) => ({ ...own, text: setLine(own.line.text, layout, font, sizePx) }))
}

/** From when until when something is there. */
export type Stretch = { fromSecs: number; toSecs: number }
