import { type Box, type Cover, type LetterRow, mix, planFrame, type Size, smoothstep } from '@songreel/kit'
import { placeShots } from './place-shots.ts'

/** Where everything stands, in pixels of the frame. */
export type Layout = {
  /** From edge to edge: fine where the subject is, larger the further away. */
  rows: LetterRow[]
  /** How far each row steps back for the line being sung, 0 to 1. */
  quiet: number[]
  /** Where the line being sung stands. */
  line: Box
  /** Where title and artist stand. */
  names: Box
  /** Where the whole cover lies in each shot, the widest first; it goes on beyond its edges. */
  shots: Box[]
  /** Where the picture is seen, if it doesn't fill the frame. */
  window?: Box
  /** The height at which the subject stands. */
  focusY: number
  unit: number
}

/** In pixels of a frame whose short side is 1080: the finest and the largest rows, the line's room, the names' row. */
const MEASURES = {
  TALL: { fine: 24, large: 44, line: 330, names: 76 },
  SQUARE: { fine: 21, large: 34, line: 240, names: 66 },
  WIDE: { fine: 21, large: 34, line: 260, names: 66 },
}
/** Rows are so many pixels high, or a multiple of it: frames of the usual sizes have whole rows. */
const ROW_STEP = 6
/** The line's room fades into the rows around it over so many pixels. */
const FADE_PX = 110
const AIR_PX = 28

/** Rows from edge to edge; the line being sung stands low in the safe box, and the subject above it. */
export function planLayout(size: Size, cover: Cover, isRtl = false): Layout {
  const { safe, shape, scale } = planFrame(size)
  const measures = MEASURES[shape]
  const bottom = safe.y + safe.height
  const namesTop = bottom - scale(measures.names)
  const stageTop = namesTop - scale(measures.line)
  const window = placeWindow(size, cover, { lowest: stageTop, isRtl })
  const shotsY = 0.5 * stageTop + (shape === 'TALL' ? scale(40) : 0)
  const shots = placeShots(size, cover, { focusY: shotsY, lowest: stageTop }, window)
  // Beside a window there is room for the line, and rows need not step back for it.
  const beside = shots.window && shape === 'WIDE' ? findBeside(size, shots.window, scale(AIR_PX)) : undefined
  const focusY = beside ? size.height / 2 : shotsY
  const rows = fillRows(size.height, (y) => {
    const far = beside ? 0 : smoothstep(0.12, 0.5, Math.abs(y - focusY) / size.height)
    return scale(ROW_STEP * Math.round(mix(measures.fine, measures.large, far) / ROW_STEP))
  })
  return {
    rows,
    quiet: rows.map(({ y, height }) => {
      if (beside) return 0
      const middle = y + height / 2
      const [fade, air] = [scale(FADE_PX), scale(AIR_PX)]
      const above = smoothstep(stageTop - air - fade, stageTop - air, middle)
      return above * (1 - smoothstep(bottom + air, bottom + air + fade, middle))
    }),
    line: beside
      ? { ...safe, ...beside, height: namesTop - safe.y - scale(14) }
      : { ...safe, y: stageTop, height: namesTop - stageTop - scale(14) },
    names: { ...safe, ...beside, y: namesTop, height: bottom - namesTop },
    shots: shots.places,
    ...(shots.window && { window: shots.window }),
    focusY,
    unit: scale(1),
  }
}

/** A window goes so much further down than where the line's room begins: its foot steps back with the rows there. */
const INTO_LINE = 1.1

/** Where a whole cover is seen: at one end of a wide frame, from its upper edge to its lower one; elsewhere above the line. */
function placeWindow(size: Size, cover: Cover, { lowest, isRtl }: { lowest: number; isRtl: boolean }): Box {
  const isWide = planFrame(size).shape === 'WIDE'
  const scale = Math.min(
    (isWide ? WIDEST_WINDOW : 1) * (size.width / cover.width),
    (isWide ? size.height : INTO_LINE * lowest) / cover.height,
  )
  const [width, height] = [scale * cover.width, scale * cover.height]
  const x = (size.width - width) * (isWide ? (isRtl ? 0 : 1) : 0.5)
  return { x, y: isWide ? (size.height - height) / 2 : 0, width, height }
}

/** Of a wide frame's width: what is left is the line's. */
const WIDEST_WINDOW = 0.58

/** What a window leaves of the safe box. */
function findBeside(size: Size, window: Box, air: number): { x: number; width: number } {
  const { safe } = planFrame(size)
  if (window.x < 1) return { x: window.width + air, width: safe.x + safe.width - window.width - air }
  return { x: safe.x, width: window.x - air - safe.x }
}

/** Rows must meet on even pixels; the last one takes what is left, or the one before it does. */
function fillRows(heightPx: number, findHeight: (y: number) => number): LetterRow[] {
  const ends = [0]
  for (let end = 0; end < heightPx; ) {
    const height = findHeight(end)
    end = heightPx - (end + height) < 0.6 * height ? heightPx : end + height
    ends.push(end)
  }
  const snap = (y: number) => 2 * Math.round(y / 2)
  return ends
    .slice(1)
    .map((end, i) => ({ y: snap(ends[i] ?? 0), height: snap(end) - snap(ends[i] ?? 0) }))
    .filter(({ height }) => height > 0)
}
