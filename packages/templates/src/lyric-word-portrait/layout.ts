import {
  type Box,
  type Cover,
  cropToFill,
  type FrameLayout,
  findSubject,
  fitLogoSize,
  keepsSubject,
  type LetterRow,
  measureLost,
  mix,
  placeInside,
  planFrame,
  type Size,
  smoothstep,
} from '@songreel/kit'

/** Where everything stands, in pixels of the frame. */
export type Layout = {
  /** From edge to edge: fine where the subject is, larger the further away. */
  rows: LetterRow[]
  /** Where the picture is seen; it goes to the frame's edges on as many sides as it can. */
  picture: Box
  /** Where the whole cover lies in each shot, the widest first. */
  shots: Box[]
  /** Where the line being sung stands, on a ground of its own. */
  line: Box
  /** Where title and artist stand. */
  names: Box
  /** A brand's logo: at the end of the names' lines, or at the head of their column. */
  logo?: Box
  unit: number
}

/** What the words have at least: of the height, or of a wide frame's width. */
const WORDS = { TALL: 0.36, SQUARE: 0.35, PORTRAIT: 0.3, WIDE: 0.42 }
/** A strip beside the whole cover that is narrower than this part of the frame is filled, if the picture can spare it. */
const NARROW = 0.13
/** The whole cover is seen, unless it would take less than this part of the picture's room, and a crop keeps its subject. */
const LEAST_FILLED = 0.64
/** Room of title and artist, and the air around type, in pixels of a short side of 1080. */
const NAMES_PX = { TALL: 156, SQUARE: 118, WIDE: 136 }
const AIR_PX = 36
/** A logo's greatest width and height there, and the air beside it. */
const LOGO_PX = { width: 280, height: 118, air: 48 }
/** A column beside the picture that is narrower than this has no room for names. */
const LEAST_COLUMN_PX = 190

/** The words have one part of the frame to themselves, and the picture fills the other from edge to edge: all of the cover, or a crop that keeps its subject. */
export function planLayout(size: Size, cover: Cover, isRtl = false, logo?: Size): Layout {
  const frame = planFrame(size)
  const { safe, shape, scale } = frame
  const picture = shape === 'WIDE' ? placeBeside(size, cover, isRtl) : placeBelow(size, cover, isRtl)
  const widest = fillBox(cover, picture, 1)
  const closer = fillBox(cover, picture, CLOSER)
  const isKept = losesLittle(cover, closer, picture)
  const words =
    shape === 'WIDE'
      ? besideOf(size, picture, scale(AIR_PX))
      : { ...safe, height: picture.y - scale(AIR_PX) - safe.y }
  return {
    rows: fillRows(size.height, planRowHeight(cover, widest, scale)),
    picture,
    shots: isKept ? [widest, closer] : [widest],
    ...makeRoom(placeWords(words, besideOf(size, picture, scale(AIR_PX)), frame), { frame, isRtl, logo }),
    unit: scale(1),
  }
}

type Words = Pick<Layout, 'line' | 'names' | 'logo'>

/** Below the line that is sung a logo keeps further away than beside the names. */
const COLUMN_AIR = 1.8

/** What a logo takes, it takes from the names. */
function makeRoom(
  { names, line }: Words,
  { frame, isRtl, logo }: { frame: FrameLayout; isRtl: boolean; logo: Size | undefined },
): Words {
  if (!logo) return { names, line }
  const { scale } = frame
  const air = scale(LOGO_PX.air)
  const isColumn = names.y > line.y
  const { width, height } = fitLogoSize(logo, {
    width: Math.min(scale(LOGO_PX.width), names.width),
    height: scale(LOGO_PX.height),
  })
  if (isColumn) {
    const x = isRtl ? names.x + names.width - width : names.x
    const taken = height + COLUMN_AIR * air
    return {
      line,
      logo: { x, y: names.y + taken - height, width, height },
      names: { ...names, y: names.y + taken + air, height: names.height - taken - air },
    }
  }
  // Where the picture is beside the words, it is no edge to stand against.
  const margin = frame.shape === 'WIDE' ? air : 0
  const taken = margin + width + air
  return {
    line,
    logo: {
      x: isRtl ? names.x + margin : names.x + names.width - width - margin,
      y: names.y,
      width,
      height,
    },
    names: { ...names, x: isRtl ? names.x + taken : names.x, width: names.width - taken },
  }
}

/** Names have a column beside the picture, where there is one, else they stand above the line. */
function placeWords(words: Box, column: Box, { shape, scale }: FrameLayout): Pick<Layout, 'line' | 'names'> {
  if (shape === 'SQUARE' && column.width >= scale(LEAST_COLUMN_PX)) {
    const y = words.y + words.height
    return { line: words, names: { ...column, y, height: column.y + column.height - y } }
  }
  const height = scale(NAMES_PX[shape])
  const from = words.y + height + scale(AIR_PX)
  return { names: { ...words, height }, line: { ...words, y: from, height: words.y + words.height - from } }
}

/** Below the words; the whole cover stands at the foot of the frame, at the side where reading ends. */
function placeBelow(size: Size, cover: Cover, isRtl: boolean): Box {
  const isTall = planFrame(size).shape === 'TALL'
  const least = isTall ? WORDS.TALL : size.height > 1.1 * size.width ? WORDS.PORTRAIT : WORDS.SQUARE
  const top = Math.round(least * size.height)
  const room = { x: 0, y: top, width: size.width, height: size.height - top }
  const whole = placeInside(room, cover.width / cover.height, isRtl ? 0 : 1, 1)
  if (mayFill(cover, room, whole)) return room
  const strip = size.width - whole.width
  const isNarrow = strip > 1 && strip < NARROW * size.width
  return isNarrow && hasSubjectIn(cover, fillBox(cover, room, 1), room) ? room : whole
}

/** Beside the words, from the upper edge to the lower one if it can. */
function placeBeside(size: Size, cover: Cover, isRtl: boolean): Box {
  const width = (1 - WORDS.WIDE) * size.width
  const room = { x: isRtl ? 0 : size.width - width, y: 0, width, height: size.height }
  const whole = placeInside(room, cover.width / cover.height, isRtl ? 0 : 1)
  return mayFill(cover, room, whole) ? room : whole
}

function mayFill(cover: Cover, room: Box, whole: Box): boolean {
  const share = (whole.width * whole.height) / (room.width * room.height)
  return share < LEAST_FILLED && keepsSubject(cover, cropToFill(cover, room))
}

function besideOf(size: Size, picture: Box, air: number): Box {
  const { safe } = planFrame(size)
  if (picture.x < 1) {
    const x = picture.x + picture.width + air
    return { ...safe, x, width: safe.x + safe.width - x }
  }
  return { ...safe, width: picture.x - air - safe.x }
}

/** The second shot is so much closer, unless that would cut into the subject or lose much else. */
const CLOSER = 1.16
const MOST_LOST = 0.1

function losesLittle(cover: Cover, place: Box, seen: Box): boolean {
  const factor = cover.width / place.width
  const crop = {
    x: factor * (seen.x - place.x),
    y: factor * (seen.y - place.y),
    width: factor * seen.width,
    height: factor * seen.height,
  }
  return hasSubjectIn(cover, place, seen) && measureLost(cover, crop).spread <= MOST_LOST
}

/** Whether all of the subject is seen in a box, if there is one. */
function hasSubjectIn({ salience }: Cover, { x, y, width, height }: Box, seen: Box): boolean {
  const { box } = findSubject(salience)
  if (!box) return false
  const [left, top] = [x + box.x * width - seen.x, y + box.y * height - seen.y]
  const [right, bottom] = [left + box.width * width, top + box.height * height]
  return left >= 0 && top >= 0 && right <= seen.width && bottom <= seen.height
}

/** Where the whole cover lies if a crop of it fills a box. */
function fillBox(cover: Cover, box: Box, zoom: number): Box {
  const crop = cropToFill(cover, box, zoom)
  const factor = box.width / crop.width
  return {
    x: box.x - factor * crop.x,
    y: box.y - factor * crop.y,
    width: factor * cover.width,
    height: factor * cover.height,
  }
}

/** Heights of rows in pixels of a short side of 1080, each a multiple of the step: frames of the usual sizes have whole rows. */
const ROWS = { fine: 18, large: 30, plain: 24, step: 6 }

/** Fine rows across the subject, larger ones above and below it. */
function planRowHeight(cover: Cover, place: Box, scale: (px: number) => number): (y: number) => number {
  const { box } = findSubject(cover.salience)
  const snap = (px: number) => scale(ROWS.step * Math.round(px / ROWS.step))
  if (!box) return () => snap(ROWS.plain)
  const [top, bottom] = [box.y, box.y + box.height].map((at) => place.y + at * place.height)
  return (y) => {
    const away = Math.max(top! - y, y - bottom!, 0) / place.height
    return snap(mix(ROWS.fine, ROWS.large, smoothstep(0, 0.3, away)))
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
