import { type FontStyle, fitText, type LyricLine, type Size, splitLine, type TextLayout } from '@songreel/kit'
import type { Layout } from './layout.ts'

/** A line as it is shown: parted where it is too long for large type; its texts are the same, ever smaller. */
export type ShownLine = {
  line: LyricLine
  texts: readonly [TextLayout, ...TextLayout[]]
  /** The same beside a window of the film, as large as it goes there. */
  beside: TextLayout
  /** The same where the frame is parted the other way, if the layout has one. */
  other?: TextLayout
  showSecs: number
  hideSecs: number
}

/** A line is there a little before it is sung, and stays for a little if nobody goes on singing. */
export const EARLY_SECS = 0.3
const STAY_SECS = 0.9
/** What could only flash up before the last card is left out. */
export const LEAST_SECS = 0.4
/** A line is parted before its type gets smaller than this part of the largest, or has more rows. */
const LEAST_SHARE = 0.8
const MOST_ROWS = { TALL: 4, SQUARE: 3, WIDE: 2 }
const BESIDE_ROWS = { TALL: 4, SQUARE: 3, WIDE: 6 }
const OTHER_ROWS = { TALL: 4, SQUARE: 6, WIDE: 2 }
const LEADING = 0.98
/** How large a line is, and in how much of its width and how many rows. */
type Setting = { size: number; width: number; rows: number }

/** Beside its largest size, in parts of that: smaller it may stand where nothing is hidden. */
const SMALLER = [0.86, 0.74]
/** A line of more rows also stands narrow beside a face; smaller than this it had better stand beside the film. */
const BESIDE: Record<Layout['shape'], readonly Setting[]> = {
  TALL: [],
  SQUARE: [],
  WIDE: [{ size: 0.7, width: 0.55, rows: 3 }],
}
/** No line is smaller than so much of the largest type, however narrow. */
const LEAST_BESIDE = 0.6

/** Sets a text as large as a line may be, or in parts of its size and width. */
function setLine(
  text: string,
  layout: Layout,
  font: FontStyle,
  { size, width, rows }: Setting = { size: 1, width: 1, rows: MOST_ROWS[layout.shape] },
): TextLayout {
  const { lineWidth, safe } = layout
  const linePx = size * layout.linePx
  return fitText(
    text,
    { width: width * lineWidth, height: 0.9 * safe.height },
    {
      font,
      role: 'DISPLAY',
      align: 'START',
      anchor: 'TOP',
      maxSizePx: linePx,
      minSizePx: 0.2 * linePx,
      maxLines: rows,
      lineHeight: LEADING,
    },
  )
}

/** Parts and sets the lines, and decides how long each is there: from when the title has gone until the last card comes, so that nothing stands beside either. */
export function planLines(
  lines: readonly LyricLine[],
  {
    layout,
    font,
    fromSecs,
    untilSecs,
  }: { layout: Layout; font: FontStyle; fromSecs: number; untilSecs: number },
): ShownLine[] {
  const fits = (text: string) => {
    const { sizePx, lines: rows } = setLine(text, layout, font)
    return sizePx >= LEAST_SHARE * layout.linePx && rows.length <= MOST_ROWS[layout.shape]
  }
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
    if (!isSeen) return []
    const largest = setLine(line.text, layout, font)
    const own = largest.sizePx / layout.linePx
    const smaller = listSmaller(layout.shape, own, largest.lines.length)
      .map((setting) => setLine(line.text, layout, font, setting))
      .filter(({ sizePx }) => sizePx >= LEAST_BESIDE * layout.linePx)
    const { field, shape, other } = layout
    const set = (room: Size, rows: number) =>
      setBeside(line.text, { room, rows, sizePx: layout.besidePx }, font)
    return [
      {
        line,
        texts: [largest, ...smaller],
        beside: set(field.room, BESIDE_ROWS[shape]),
        ...(other && { other: set(other.field.room, OTHER_ROWS[shape]) }),
        showSecs,
        hideSecs,
      },
    ]
  })
}

/** Sets a line as large as its room beside the film allows. */
function setBeside(
  text: string,
  { room, rows, sizePx }: { room: Size; rows: number; sizePx: number },
  font: FontStyle,
): TextLayout {
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

/** How a line whose largest type is so much of what lines may have is set smaller. */
function listSmaller(shape: Layout['shape'], own: number, ownRows: number): Setting[] {
  const rows = MOST_ROWS[shape]
  const smaller = SMALLER.map((share) => ({ size: share * own, width: 1, rows }))
  const beside = BESIDE[shape]
    .filter((setting) => setting.width < 1 || setting.rows < ownRows)
    .map((setting) => ({ ...setting, size: Math.min(setting.size, 0.92 * own) }))
  return [...smaller, ...beside]
}

/** From when until when something is there. */
export type Stretch = { fromSecs: number; toSecs: number }

/** A part of the time for which something is there: from one cut to the next. */
export type Part = Stretch & { goesOn: boolean }

/** What would be over at once is no part. */
const LEAST_PART_SECS = 0.35

/** Parts a time where the film is cut: what the next shot shows may be where type stands. */
export function partTime(fromSecs: number, toSecs: number, cutSecs: readonly number[]): Part[] {
  const inside = cutSecs.filter(
    (secs) => secs - fromSecs >= LEAST_PART_SECS && toSecs - secs >= LEAST_PART_SECS,
  )
  const ends = [...inside, toSecs]
  return ends.map((end, i) => ({ fromSecs: ends[i - 1] ?? fromSecs, toSecs: end, goesOn: i > 0 }))
}

/** A line for one of its parts. */
export type LinePart = Part & { line: ShownLine }

export function partLines(lines: readonly ShownLine[], cutSecs: readonly number[]): LinePart[] {
  return lines.flatMap((line) =>
    partTime(line.showSecs, line.hideSecs, cutSecs).map((part) => ({ ...part, line })),
  )
}
