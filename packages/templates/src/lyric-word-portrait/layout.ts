import {
  type Box,
  type Cover,
  cropToFill,
  type LetterRow,
  mix,
  planFrame,
  type Size,
  smoothstep,
} from '@songreel/kit'

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
/** How close each shot is: the part of the subject's room that it shows. */
const CLOSENESS = [0.82, 0.55]
/** The closest shot shows at least this part of the cover, along its shorter side. */
const LEAST_PART = 0.32
/** The line's room fades into the rows around it over so many pixels. */
const FADE_PX = 110
const AIR_PX = 28

/** Rows from edge to edge; the line being sung stands low in the safe box, and the subject above it. */
export function planLayout(size: Size, cover: Cover): Layout {
  const { safe, shape, scale } = planFrame(size)
  const measures = MEASURES[shape]
  const bottom = safe.y + safe.height
  const namesTop = bottom - scale(measures.names)
  const stageTop = namesTop - scale(measures.line)
  const focusY = 0.5 * stageTop + (shape === 'TALL' ? scale(40) : 0)
  const rows = fillRows(size.height, (y) => {
    const far = smoothstep(0.12, 0.5, Math.abs(y - focusY) / size.height)
    return scale(ROW_STEP * Math.round(mix(measures.fine, measures.large, far) / ROW_STEP))
  })
  return {
    rows,
    quiet: rows.map(({ y, height }) => {
      const middle = y + height / 2
      const [fade, air] = [scale(FADE_PX), scale(AIR_PX)]
      const above = smoothstep(stageTop - air - fade, stageTop - air, middle)
      return above * (1 - smoothstep(bottom + air, bottom + air + fade, middle))
    }),
    line: { ...safe, y: stageTop, height: namesTop - stageTop - scale(14) },
    names: { ...safe, y: namesTop, height: bottom - namesTop },
    shots: CLOSENESS.map((share, i) =>
      placePicture(size, cover, { share, focusY, lowest: stageTop, sharpness: i }),
    ),
    focusY,
    unit: scale(1),
  }
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

type Shot = { share: number; focusY: number; lowest: number; sharpness: number }

/**
 * The subject's room fills what is above the line, and the cover goes at least from side to side; below the line it may
 * end.
 */
function placePicture(size: Size, cover: Cover, { share, focusY, lowest, sharpness }: Shot): Box {
  const subject = findSubject(cover, sharpness)
  const part = Math.max(LEAST_PART, share * subject.part)
  const whole = Math.max(size.width / cover.width, lowest / cover.height)
  const room = part * Math.min(cover.width, cover.height)
  const factor = Math.max(whole, Math.min(size.width, lowest) / room)
  const [width, height] = [cover.width * factor, cover.height * factor]
  if (!subject.isFaces) {
    const seen = cropToFill(cover, { width: size.width, height: lowest }, factor / whole)
    return { x: -seen.x * factor, y: -seen.y * factor, width, height }
  }
  return {
    x: Math.max(size.width - width, Math.min(0, size.width / 2 - subject.x * width)),
    y: Math.max(lowest - height, Math.min(0, focusY - subject.y * height)),
    width,
    height,
  }
}

/** The middle of what matters in a cover and the room it takes, in fractions of it. */
type Subject = { x: number; y: number; part: number; isFaces: boolean }

/** A subject reaches so many standard deviations to either side. */
const REACH = 1.9

/** Faces have so many times their size around them. */
const FACE_ROOM = 4.2

/** Where the subject is: faces, or what matters most; the sharper, the more only its most striking part counts. */
function findSubject({ salience }: Cover, sharpness: number): Subject {
  const { columns, weights, rows, faces = [] } = salience
  if (faces.length > 0) return frameFaces(faces)
  let [sum, sumX, sumY, squares] = [1e-12, 0, 0, 0]
  const each = (add: (counted: number, x: number, y: number) => void) => {
    for (const [i, weight] of weights.entries()) {
      const counted = (weight * weights.length) ** (2 + sharpness)
      add(counted, ((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows)
    }
  }
  each((counted, x, y) => {
    sum += counted
    sumX += counted * x
    sumY += counted * y
  })
  const middle = { x: sumX / sum, y: sumY / sum }
  each((counted, x, y) => {
    squares += counted * Math.max((x - middle.x) ** 2, (y - middle.y) ** 2)
  })
  return { ...middle, part: Math.min(1, 2 * REACH * Math.sqrt(squares / sum)), isFaces: false }
}

function frameFaces(faces: readonly Box[]): Subject {
  const left = Math.min(...faces.map(({ x }) => x))
  const top = Math.min(...faces.map(({ y }) => y))
  const width = Math.max(...faces.map((face) => face.x + face.width)) - left
  const height = Math.max(...faces.map((face) => face.y + face.height)) - top
  // A group needs no more room around it than its largest face does.
  const around = (FACE_ROOM - 1) * Math.max(...faces.map((face) => Math.max(face.width, face.height)))
  const part = Math.min(1, Math.max(width, height) + around)
  return { x: left + width / 2, y: top + height / 2, part, isFaces: true }
}
