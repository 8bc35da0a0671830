import {
  type Box,
  type Cover,
  type Croppable,
  type FontStyle,
  findGaps,
  fitText,
  isRightToLeft,
  type LyricLine,
  type Lyrics,
  type Song,
  type TextLayout,
} from '@songreel/kit'

/** What the picture says. */
export type StackWords = {
  song: Song
  lyrics: Lyrics | undefined
  font: FontStyle
  durationSecs: number
  /** With its pixels nobody in it is cut. */
  cover: Croppable & Partial<Pick<Cover, 'picture' | 'salience'>>
  /** A film or a photograph fills the frame: the cover is a card in every shape. */
  isOverPicture?: boolean
}

/** A line of the stack, or the sign of an interlude. */
export type Row = {
  /** From when and until when it is the one to look at. */
  startSecs: number
  endSecs: number
  /** Which group it belongs to: a line with the quieter voice behind it, or an interlude. */
  group: number
  /** From the top of its group. */
  top: number
  height: number
  /** How many times its size it may have while it is sung. Default 1. */
  grows?: number
  /** The edge it stands on. */
  side: Side
  /** Absent for an interlude. */
  sung?: { line: LyricLine; text: TextLayout }
}

type Side = 'LEFT' | 'RIGHT'

/** All rows in the order of time. */
export type Stack = {
  rows: Row[]
  /** Between two lines. */
  lineGap: number
}

/** The sign of an interlude, in pixels of a short side of 1080. */
export const DOT_PX = 30
/** A quieter voice behind the first: smaller, and close to its line. */
const BACKGROUND = { size: 0.6, gap: 0.35 }
/** Where two sing, each keeps to a side, and leaves a little of the other's. */
const DUET_WIDTH = 0.88
/** A pause of so many seconds gets a sign of its own. */
const INTERLUDE_SECS = 3.6
/** A line and the voices behind it have so much of the window at most. */
const MOST_HEIGHT = 0.72
/** A line leaves so much of its room to the voices behind it. */
const BEHIND_SHARE = 0.3
/** Lines are set in this many rows at most, before all of them get smaller; one that would make them smaller than that gets smaller alone. */
const MOST_ROWS = 5
/** A line that is sung may grow so much, as far as the window is wide. */
const MOST_GROWTH = 1.5
const LEAST_SHARE = 0.78
const ROUNDS = 5

/** Where the rows go, and how large their type is. */
export type RowPlan = {
  window: Box
  linePx: number
  gap: number
  scale: (px: number) => number
}

/** Sets every line, with a sign for each long pause before one. */
export function planRows({ lyrics, song, font, durationSecs }: StackWords, plan: RowPlan): Stack {
  const { gap: lineGap } = plan
  const lines = lyrics?.lines ?? []
  if (lines.length === 0) return { rows: [titleRow({ song, font, durationSecs }, plan)], lineGap }
  const linePx = findLinePx(lines, font, plan)
  const sung = setLines(lines, font, { ...plan, linePx, room: MOST_HEIGHT * plan.window.height })
  const pauses = setPauses(lines, sung, { durationSecs, height: plan.scale(DOT_PX) })
  return { rows: stackGroups(groupRows([...sung, ...pauses]), lineGap), lineGap }
}

/**
 * One size for all lines: that of the one which needs the smallest, unless that would make the others small. A smaller size may be set
 * in fewer rows, and so again a little smaller: it takes a few rounds.
 */
function findLinePx(lines: readonly LyricLine[], font: FontStyle, { window, linePx }: RowPlan): number {
  const isDuet = new Set(lines.map(({ agent }) => agent)).size > 1
  const box = { width: window.width * (isDuet ? DUET_WIDTH : 1), height: MOST_HEIGHT * window.height }
  const texts = [...new Set(lines.filter(({ isBackground }) => !isBackground).map(({ text }) => text))]
  const least = LEAST_SHARE * linePx
  let size = linePx
  for (let round = 0; round < ROUNDS; round++) {
    const style = {
      font,
      role: 'DISPLAY',
      maxSizePx: size,
      minSizePx: 0.3 * linePx,
      maxLines: MOST_ROWS,
    } as const
    const sizes = texts.map((text) => fitText(text, box, style).sizePx).filter((px) => px >= least)
    const smallest = Math.min(size, ...sizes)
    if (smallest === size) break
    size = smallest
  }
  return size
}

/** A row that has no place yet. */
type LooseRow = Omit<Row, 'top' | 'group'>

function setLines(
  lines: readonly LyricLine[],
  font: FontStyle,
  { window, linePx, room, gap }: RowPlan & { room: number },
): LooseRow[] {
  const agents = [...new Set(lines.flatMap(({ agent }) => (agent === undefined ? [] : [agent])))]
  const fitKept = keepFitted()
  return lines.map((line, index): LooseRow => {
    const isOther = agents.length > 1 && line.agent !== undefined && agents.indexOf(line.agent) % 2 === 1
    const side = isOther === isRightToLeft(line.text) ? 'LEFT' : 'RIGHT'
    const maxSizePx = line.isBackground ? linePx * BACKGROUND.size : linePx
    const behind = countBehind(lines, index)
    const shared = room - behind * BACKGROUND.gap * gap
    const height = line.isBackground
      ? (BEHIND_SHARE * shared) / Math.max(1, behind)
      : (behind > 0 ? 1 - BEHIND_SHARE : 1) * shared
    const box = { width: window.width * (agents.length > 1 ? DUET_WIDTH : 1), height }
    const minSizePx = Math.min(maxSizePx, linePx * 0.28)
    const style = { font, role: 'DISPLAY', align: side, maxSizePx, minSizePx, maxLines: MOST_ROWS } as const
    const text = fitKept(line.text, box, style)
    const { startSecs, endSecs } = line
    const grows = line.isBackground
      ? 1
      : Math.max(1, Math.min(MOST_GROWTH, box.width / (text.ink.right - text.ink.left)))
    return { startSecs, endSecs, height: text.block.bottom, side, grows, sung: { line, text } }
  })
}

/** How many quieter voices share the room of this line, or of the line that this one belongs to. */
function countBehind(lines: readonly LyricLine[], index: number): number {
  const first = lines.findLastIndex((line, at) => at <= index && !line.isBackground)
  const next = lines.findIndex((line, at) => at > index && !line.isBackground)
  return (next < 0 ? lines.length : next) - first - 1
}

/** An interlude's sign stands where the next line will. */
function setPauses(
  lines: readonly LyricLine[],
  sung: readonly LooseRow[],
  { durationSecs, height }: { durationSecs: number; height: number },
): LooseRow[] {
  return (
    findGaps(lines, { durationSecs, leastSecs: INTERLUDE_SECS })
      // After the last line nothing comes that a sign could announce.
      .filter(({ endSecs }) => endSecs < durationSecs)
      .map(({ startSecs, endSecs }) => {
        const next = sung.find((row) => row.startSecs >= endSecs)
        return { startSecs, endSecs, height, side: next?.side ?? 'LEFT' }
      })
  )
}

/** In the order of time; a quieter voice joins the line before it. */
function groupRows(rows: readonly LooseRow[]): Omit<Row, 'top'>[] {
  let group = -1
  return rows
    .toSorted((a, b) => a.startSecs - b.startSecs)
    .map((row, index, sorted) => {
      const joins = row.sung?.line.isBackground && sorted[index - 1]?.sung
      if (!joins) group++
      return { ...row, group }
    })
}

/** One below the other inside of each group. */
function stackGroups(rows: readonly Omit<Row, 'top'>[], gap: number): Row[] {
  let [bottom, current] = [0, -1]
  return rows.map((row) => {
    const top = row.group === current ? bottom + gap * BACKGROUND.gap : 0
    current = row.group
    bottom = top + row.height
    return { ...row, top }
  })
}

/** Where nobody sings in the excerpt, the title has the place of the line. */
function titleRow(
  { song, font, durationSecs }: Pick<StackWords, 'song' | 'font' | 'durationSecs'>,
  { window, linePx }: RowPlan,
): Row {
  const box = { width: window.width, height: window.height * 0.66 }
  const sizes = { maxSizePx: linePx * 1.7, minSizePx: linePx * 0.34 }
  const side = isRightToLeft(song.title) ? 'RIGHT' : 'LEFT'
  const text = fitText(song.title, box, { font, role: 'DISPLAY', align: side, ...sizes })
  const line = { startSecs: 0, endSecs: durationSecs, text: song.title }
  return {
    startSecs: 0,
    endSecs: durationSecs,
    group: 0,
    top: 0,
    height: text.block.bottom,
    side,
    sung: { line, text },
  }
}

/** A chorus comes back: what has been set once is set. */
function keepFitted(): typeof fitText {
  const kept = new Map<string, TextLayout>()
  return (text, box, style) => {
    const key = JSON.stringify([text, box.width, box.height, style.maxSizePx, style.align])
    const layout = kept.get(key) ?? fitText(text, box, style)
    kept.set(key, layout)
    return layout
  }
}
