import {
  type FontStyle,
  findGaps,
  fitText,
  isRightToLeft,
  type LyricLine,
  splitLines,
  type TextLayout,
} from '@songreel/kit'

/** A line, or a part of a long one, as it stands in one of the two places. */
export type SungRow = {
  line: LyricLine
  text: TextLayout
  /** 0 is the upper place, 1 the lower; 2 the small one of voices behind. */
  slot: 0 | 1 | 2
  side: 'LEFT' | 'RIGHT'
  showSecs: number
  /** From the lower place it goes up to the upper one, where rows are sung. */
  riseSecs?: number
  hideSecs: number
}

/** A pause before a row, in which the singer is counted in. */
export type CountIn = { startSecs: number; endSecs: number; row: SungRow }

/** What is sung, row by row. */
export type RowPlan = { rows: SungRow[]; countIns: CountIn[] }

/** How rows are set: the room of a row, and its type. */
export type RowSetting = {
  font: FontStyle
  sizePx: number
  /** A row is parted rather than set smaller than this part of it. */
  least: number
  width: number
  height: number
  maxLines: number
  durationSecs: number
}

/** Rows are in their places so long before they are sung after a pause. */
const READY_SECS = 4
const PAUSE_SECS = 3.2
/** Rows stay so long after the last word. */
const STAY_SECS = 1
/** A row takes the place of another when that one is over; never later than this before its own first word. */
const CHANGE_SECS = 0.1
const LATEST_SECS = 0.35
/** Between two lines is room for the ball, in em. */
export const LINE_HEIGHT = 1.28
const BEHIND_SIZE = 0.5
const BEHIND_EARLY_SECS = 0.25

/** Parts the lines into rows and decides when each is shown, and where. */
export function planRows(lines: readonly LyricLine[], setting: RowSetting): RowPlan {
  const sides = findSides(lines)
  const fit = (text: string, share = 1) => fitRow(text, setting, share)
  const fits = (text: string) => {
    const { sizePx, isTruncated } = fit(text)
    return sizePx >= setting.least * setting.sizePx && !isTruncated
  }
  const front = splitLines(
    lines.filter(({ isBackground }) => !isBackground),
    fits,
  )
  // One size for all rows: what changes with every row looks like a mistake.
  const sizes = front.map(({ text }) => fit(text).sizePx / setting.sizePx)
  const share = Math.min(1, ...sizes.filter((size) => size >= setting.least))
  const times = planTimes(front, setting.durationSecs)
  const rows = front.map((line, index): SungRow => {
    const shown = times[index] ?? { slot: 0, showSecs: 0, hideSecs: 0 }
    return { line, text: fit(line.text, share), side: sides(line), ...shown }
  })
  const behind = lines.filter(({ isBackground }) => isBackground)
  const countIns = findGaps(front, { durationSecs: setting.durationSecs, leastSecs: PAUSE_SECS }).flatMap(
    ({ startSecs, endSecs }) => {
      const row = rows.find(({ line }) => line.startSecs >= endSecs)
      return row ? [{ startSecs, endSecs, row }] : []
    },
  )
  return {
    rows: [
      ...rows,
      ...behind.map((line): SungRow => {
        const showSecs = line.startSecs - BEHIND_EARLY_SECS
        const hideSecs = line.endSecs + BEHIND_EARLY_SECS
        return { line, text: fit(line.text, BEHIND_SIZE), slot: 2, side: sides(line), showSecs, hideSecs }
      }),
    ],
    countIns,
  }
}

function fitRow(
  text: string,
  { font, sizePx, width, height, maxLines }: RowSetting,
  share: number,
): TextLayout {
  const sizes = { maxSizePx: sizePx * share, minSizePx: sizePx * share * 0.3, maxLines }
  return fitText(
    text,
    { width, height },
    { font, role: 'DISPLAY', align: 'LEFT', lineHeight: LINE_HEIGHT, ...sizes },
  )
}

/** The first to sing stands on the side where reading begins, the second on the other. */
function findSides(lines: readonly LyricLine[]): (line: LyricLine) => SungRow['side'] {
  const agents = [...new Set(lines.flatMap(({ agent }) => (agent === undefined ? [] : [agent])))]
  return ({ agent, text }) => {
    const isSecond = agent !== undefined && agents.indexOf(agent) % 2 === 1
    return isSecond === isRightToLeft(text) ? 'LEFT' : 'RIGHT'
  }
}

type RowTimes = Pick<SungRow, 'slot' | 'showSecs' | 'riseSecs' | 'hideSecs'>

/** Two rows at a time, in reading order: the upper one is sung, below it waits the next, which then goes up. After a pause both begin anew. */
function planTimes(lines: readonly LyricLine[], durationSecs: number): RowTimes[] {
  const times: RowTimes[] = []
  let first = 0
  let before = { sungUntil: 0, hideSecs: Number.NEGATIVE_INFINITY }
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    const next = lines[index + 1]
    if (!line) break
    const sungUntil = Math.max(before.sungUntil, line.endSecs)
    const start = lines[first]?.startSecs ?? line.startSecs
    const place = index - first
    const last = times[index - 1]
    const free = (last?.riseSecs ?? 0) + CHANGE_SECS
    const showSecs =
      place < 2 ? Math.max(before.hideSecs, start - READY_SECS) : Math.min(free, line.startSecs - LATEST_SECS)
    const shown = { showSecs, hideSecs: Number.POSITIVE_INFINITY }
    if (place >= 2) makeRoom(times, showSecs)
    if (place === 0 || !last) times.push({ slot: 0, ...shown })
    else {
      const over = before.sungUntil + CHANGE_SECS
      const riseSecs = Math.max(over, Math.min(over + STAY_SECS, line.startSecs - LATEST_SECS))
      last.hideSecs = riseSecs
      times.push({ slot: 1, riseSecs, ...shown })
    }
    before = { ...before, sungUntil }
    if (next && next.startSecs - sungUntil >= PAUSE_SECS) {
      const hideSecs = Math.min(sungUntil + STAY_SECS, next.startSecs - LATEST_SECS)
      for (const each of times.slice(Math.max(first, index - 1)))
        each.hideSecs = Math.min(each.hideSecs, hideSecs)
      before = { sungUntil, hideSecs }
      first = index + 1
    }
  }
  return times.map((each) => ({ ...each, hideSecs: Math.min(each.hideSecs, durationSecs + 1) }))
}

/** Where lines follow each other faster than rows rise, the waiting one goes up as soon as another needs its place. */
function makeRoom(times: RowTimes[], secs: number): void {
  const [above, waiting] = times.slice(-2)
  if (!above || waiting?.riseSecs === undefined || secs >= waiting.riseSecs) return
  waiting.riseSecs = secs
  above.hideSecs = Math.min(above.hideSecs, secs)
}
