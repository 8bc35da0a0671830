import {
  type FontStyle,
  findGaps,
  fitText,
  isRightToLeft,
  type LyricLine,
  splitLines,
  type TextLayout,
} from '@songreel/kit'

/** A line, or a part of a long one, where it is sung. */
export type SungRow = {
  line: LyricLine
  text: TextLayout
  side: Side
  showSecs: number
  hideSecs: number
  /** Whether it is a voice behind another, which stands small in the place of the line that comes next. */
  isBehind: boolean
  /** It comes after a pause, and is counted in. */
  isCountedIn: boolean
}

type Side = 'LEFT' | 'RIGHT'

/** A line as it waits, small, while the one before it is sung. */
export type NextRow = Pick<SungRow, 'text' | 'side' | 'showSecs' | 'hideSecs'>

/** What is sung, row by row, and what is seen of it beforehand. */
export type RowPlan = { rows: SungRow[]; next: NextRow[] }

/** How rows are set: the room of the one that is sung and of the next, and their type. */
export type RowSetting = {
  font: FontStyle
  width: number
  sizePx: number
  height: number
  nextPx: number
  nextHeight: number
  durationSecs: number
}

/** Rows have so many lines of type, and are parted rather than set smaller than this part of their size. */
export const MOST_LINES = 3
const LEAST = 0.78
/** A short row is so many times larger: lines of like length have one size, and a single word is no crumb in an empty field. */
const RUNGS = [1.75, 1.35, 1]
/** From baseline to baseline, in em: so much that two bars leave a gap between them. */
export const LINE_HEIGHT = 1.22
export const NEXT_LINE_HEIGHT = 1.25

/** The first row is in its place so long before it is sung, and one after a pause of so many seconds is counted in. */
const READY_SECS = 4
const PAUSE_SECS = 3.2
/** A row stays so long after its last word if there is time, and the next one comes so long before its first; never later than that. */
const STAY_SECS = 0.8
const EARLY_SECS = 0.5
const LATEST_SECS = 0.08
const BEHIND_EARLY_SECS = 0.25

/** Parts the lines into rows and decides when each is shown. */
export function planRows(lines: readonly LyricLine[], setting: RowSetting): RowPlan {
  const { durationSecs } = setting
  const sides = findSides(lines)
  const { front: whole, behind } = partVoices(lines)
  const front = splitLines(whole, (text) => {
    const { sizePx, isTruncated } = fitRow(text, setting, 1)
    return sizePx >= LEAST * setting.sizePx && !isTruncated
  })
  const sizes = front.map(({ text }) => fitRow(text, setting, 1).sizePx / setting.sizePx)
  const share = Math.min(1, ...sizes.filter((size) => size >= LEAST))
  const changes = planChanges(front)
  const counted = findGaps(front, { durationSecs, leastSecs: PAUSE_SECS }).map(({ endSecs }) => endSecs)
  const rows = front.map(
    (line, index): SungRow => ({
      line,
      text: climb(line.text, setting, share, sides(line)),
      side: sides(line),
      showSecs: changes[index] ?? 0,
      hideSecs: changes[index + 1] ?? Number.POSITIVE_INFINITY,
      isBehind: false,
      isCountedIn: counted.includes(line.startSecs),
    }),
  )
  const next = rows.slice(1).map(({ line, side, showSecs: hideSecs }, index): NextRow => {
    const text = fitNext(line.text, setting, side)
    return { text, side, showSecs: rows[index]?.showSecs ?? 0, hideSecs }
  })
  return { rows: [...rows, ...placeBehind(behind, sides, setting)], next }
}

/** A line that others sing over waits for none of them: what is sung mostly during another line is a voice behind it. */
function partVoices(lines: readonly LyricLine[]): { front: LyricLine[]; behind: LyricLine[] } {
  const front: LyricLine[] = []
  const behind: LyricLine[] = []
  let sungUntil = 0
  for (const line of lines) {
    const { startSecs, endSecs, isBackground } = line
    const isOver = isBackground || sungUntil - startSecs > (endSecs - startSecs) / 2
    ;(isOver ? behind : front).push(line)
    if (!isOver) sungUntil = Math.max(sungUntil, endSecs)
  }
  return { front, behind }
}

/** The largest size at which a row fits its place. */
function climb(text: string, setting: RowSetting, share: number, align: Side): TextLayout {
  const tries = RUNGS.map((rung) => ({
    wished: rung * share * setting.sizePx,
    set: fitRow(text, setting, rung * share, align),
  }))
  const found = tries.find(({ wished, set }) => set.sizePx > 0.999 * wished && !set.isTruncated)
  return (found ?? tries.at(-1)!).set
}

function fitRow(
  text: string,
  { font, sizePx, width, height }: RowSetting,
  share: number,
  align: Side = 'LEFT',
): TextLayout {
  const maxSizePx = sizePx * share
  return fitText(
    text,
    { width, height },
    {
      ...{ font, role: 'DISPLAY', align, lineHeight: LINE_HEIGHT },
      ...{ maxSizePx, minSizePx: 0.3 * maxSizePx, maxLines: MOST_LINES },
    },
  )
}

function fitNext(text: string, { font, nextPx, width, nextHeight }: RowSetting, align: Side): TextLayout {
  return fitText(
    text,
    { width, height: nextHeight },
    {
      ...{ font, role: 'DISPLAY', align, lineHeight: NEXT_LINE_HEIGHT },
      ...{ maxSizePx: nextPx, minSizePx: 0.5 * nextPx, maxLines: 1 },
    },
  )
}

/** The first to sing stands on the side where reading begins, the second on the other. */
function findSides(lines: readonly LyricLine[]): (line: LyricLine) => Side {
  const agents = [...new Set(lines.flatMap(({ agent }) => (agent === undefined ? [] : [agent])))]
  return ({ agent, text }) => {
    const isSecond = agent !== undefined && agents.indexOf(agent) % 2 === 1
    return isSecond === isRightToLeft(text) ? 'LEFT' : 'RIGHT'
  }
}

/** When each row takes the place of the one before it: in a pause soon, so that there is always a line to look at. */
function planChanges(lines: readonly LyricLine[]): number[] {
  let [sungUntil, last] = [0, 0]
  return lines.map(({ startSecs, endSecs }, index) => {
    const over = sungUntil
    sungUntil = Math.max(sungUntil, endSecs)
    if (index === 0) last = Math.max(0, startSecs - READY_SECS)
    else {
      const wished = Math.max(over + LATEST_SECS, Math.min(over + STAY_SECS, startSecs - EARLY_SECS))
      last = Math.max(last, Math.min(startSecs - LATEST_SECS, wished))
    }
    return last
  })
}

function placeBehind(
  lines: readonly LyricLine[],
  sides: (line: LyricLine) => Side,
  setting: RowSetting,
): SungRow[] {
  return lines.map((line, index): SungRow => {
    const after = lines[index + 1]?.startSecs ?? Number.POSITIVE_INFINITY
    return {
      line,
      text: fitNext(line.text, setting, sides(line)),
      side: sides(line),
      showSecs: line.startSecs - BEHIND_EARLY_SECS,
      hideSecs: Math.min(line.endSecs, after - BEHIND_EARLY_SECS) + BEHIND_EARLY_SECS / 2,
      isBehind: true,
      isCountedIn: false,
    }
  })
}
