import {
  type Box,
  type ColumnText,
  type Croppable,
  type FontStyle,
  findKeepingCrop,
  fitColumn,
  fitText,
  isRightToLeft,
  type PlacedText,
  placeInside,
  planFrame,
  type Size,
} from '@songreel/kit'

/** What is written: the album and who made it, and its songs in order; `playing` is the one that is heard, -1 for none of them. */
export type Words = {
  album: string
  artist: string
  note: string
  tracks: readonly string[]
  playing: number
}

/** A row of the list: a band of colour, and what stands on it. */
export type Row = {
  band: Box
  place: number
  number: PlacedText
  title: PlacedText
  /** A bright slab on the band of the song that plays. */
  slab?: Box
}

/** A band without a song, and its place counted from the first row. */
export type Rest = { band: Box; place: number }

/** Where everything stands, in pixels of the design, whose short side is 1080. */
export type Layout = {
  cover: Box
  names: readonly PlacedText[]
  rows: readonly Row[]
  /** The list goes on as a pattern to the frame's foot; a cover that stands there has one band for itself. */
  rest: readonly Rest[]
  /** The band of the names in tall frames, to the frame's head: it steps as the list does. */
  head?: Rest
  isMirrored: boolean
}

/** The room of the list, from where to where its bands reach, and how many rows stand beside each other. */
type Plan = { cover: Box; names: Box; list: Box; bands: Bands; broken: readonly boolean[] }

/** How far the bands reach from the list; the names stand on calm ground. Where a cover stands below the list, all of that is one band. */
type Bands = { x: number; width: number; bottom: number; isOne?: boolean }

const GAP = 40
/** A row is never higher, however few there are; from so many on there are two columns. */
const MOST_ROW_PX = 118
const ONE_COLUMN = 14
/**
 * In tall frames rows are as high as this part of the height for the cover lets them be. They give way, down to the least, to a cover as wide as
 * the frame, or to a whole one beside which not much is left.
 */
const TALL = { cover: 0.37, readableRowPx: 90, leastRowPx: 60, namesPx: 216, listGap: 36, gap: 16 }

/** The cover at one side, the list at the other: above each other, or beside each other in wide frames. */
export function planLayout(size: Size, words: Words, font: FontStyle, art: Croppable): Layout {
  const { safe, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.album || words.artist)
  const plan = {
    TALL: () => planTall(size, safe, { words, font, art, isMirrored }),
    SQUARE: () => planSquare(size, safe, { words, font }),
    WIDE: () => planWide(size, safe, { words, font }),
  }[shape]()
  const mirror = (box: Box): Box => (isMirrored ? { ...box, x: size.width - box.x - box.width } : box)
  // In tall frames the safe box is not in the middle: what is mirrored stays inside of it.
  const keep = (box: Box): Box => (shape === 'TALL' ? box : mirror(box))
  const names = fitNames(words, font, keep(plan.names))
  const { rows, rest } = stackRows(words, font, {
    ...plan,
    list: keep(plan.list),
    bands: shape === 'WIDE' && isMirrored ? { ...plan.bands, x: 0 } : plan.bands,
  })
  const cover = shape === 'TALL' ? plan.cover : mirror(plan.cover)
  const band = { x: 0, y: 0, width: size.width, height: plan.list.y }
  return { cover, names, rows, rest, ...(shape === 'TALL' && { head: { place: -1, band } }), isMirrored }
}

/** A cover as wide as a tall frame shows so much of itself, or stands whole: a strip of it is no cover, even where its subject is kept. */
const LEAST_SHOWN = 0.68

/**
 * Names and list where platforms leave room for type, and the cover below them, as wide as the frame if that keeps its subject and nearly all
 * else; else all of it, in a corner of the foot.
 */
function planTall(
  size: Size,
  safe: Box,
  { words, font, art, isMirrored }: Wording & { art: Croppable; isMirrored: boolean },
): Plan {
  const names = { ...safe, height: TALL.namesPx }
  const listY = names.y + names.height + TALL.listGap
  const { stack, broken } = planReadable(
    { words, font },
    safe,
    TALL.readableRowPx,
    safe.y + safe.height - listY,
  )
  const fit = (top: number) => fitRow(top - TALL.gap - listY, stack)
  const most = fitRow(safe.y + safe.height - listY, stack)
  const wished = Math.min(most, fit((1 - TALL.cover) * size.height))
  const below = (rowPx: number): Box => {
    const y = listY + sumRows(rowPx, stack) + TALL.gap
    return { x: 0, y, width: size.width, height: size.height - y }
  }
  const fillable = [wished, fit(size.height - LEAST_SHOWN * size.width * (art.height / art.width) - 1)].find(
    (rowPx) => rowPx >= TALL.leastRowPx && rowPx <= most && canFill(art, below(rowPx)),
  )
  const rowPx = fillable ?? Math.min(most, Math.max(wished, TALL.leastRowPx))
  const room = below(rowPx)
  return {
    // Flush in the corner where reading ends: the list has the other edge.
    cover: fillable ? room : placeInside(room, art.width / art.height, isMirrored ? 0 : 1, 1),
    names,
    list: { ...safe, y: listY, height: sumRows(rowPx, stack) },
    broken,
    // Beside a cover, bands without songs would be an empty list.
    bands: { x: 0, width: size.width, bottom: size.height, isOne: true },
  }
}

function canFill(art: Croppable, box: Size): boolean {
  const crop = findKeepingCrop(art, box)
  return crop !== undefined && crop.width * crop.height >= LEAST_SHOWN * art.width * art.height
}

/** In a square the cover gives way until rows can be read on a phone, down to somewhat more than a third of the side. */
const SQUARE = { most: 0.52, least: 0.4, readableRowPx: 63 }

/** The cover in one corner with the names beside it, and the list below both. */
function planSquare(size: Size, safe: Box, wording: Wording): Plan {
  const { stack, broken } = planReadable(
    wording,
    safe,
    SQUARE.readableRowPx,
    size.height - SQUARE_FOOT - SQUARE_GAP - SQUARE.least * size.width,
  )
  const foot = size.height - SQUARE_FOOT
  const wished = foot - SQUARE_GAP - sumRows(SQUARE.readableRowPx, stack)
  const side = Math.max(SQUARE.least * size.width, Math.min(SQUARE.most * size.width, wished))
  const left = side + GAP
  const listY = side + SQUARE_GAP
  return {
    cover: { x: 0, y: 0, width: side, height: side },
    names: { x: left, y: safe.y, width: safe.x + safe.width - left, height: side - safe.y },
    list: { ...safe, y: listY, height: foot - listY },
    broken,
    bands: { x: 0, width: size.width, bottom: size.height },
  }
}

/** Below the cover, and below the last row of a square. */
const SQUARE_GAP = 20
const SQUARE_FOOT = 56

function planWide(size: Size, safe: Box, wording: Wording): Plan {
  const side = Math.min(size.height, 0.56 * size.width)
  const x = side + 72
  const width = safe.x + safe.width - x
  const names = { x, y: safe.y, width, height: 0.24 * safe.height }
  const listY = names.y + names.height + GAP
  const height = safe.y + safe.height - listY
  const { down, hasPlaying } = planStack(wording, width, 0).stack
  const { broken } = planStack(wording, width, fitRow(height, { down, hasPlaying, extra: 0 }))
  return {
    cover: { x: 0, y: (size.height - side) / 2, width: side, height: side },
    names,
    list: { x, y: listY, width, height },
    broken,
    bands: { x: side, width: size.width - side, bottom: size.height },
  }
}

function fitNames({ album, artist, note }: Words, font: FontStyle, room: Box): PlacedText[] {
  const base = { font, align: 'START', anchor: 'TOP' } as const
  const artistHeight = artist ? Math.min(80, 0.34 * room.height) : 1
  const noteHeight = note ? Math.min(50, 0.24 * room.height) : 1
  const texts: ColumnText[] = [
    {
      text: album,
      style: { ...base, role: 'DISPLAY', maxSizePx: 124, minSizePx: 18, maxLines: 4 },
      maxHeightPx: room.height - artistHeight - noteHeight - 28,
      gapPx: 0,
    },
    {
      text: artist,
      style: { ...base, role: 'TEXT', maxSizePx: 64, minSizePx: 16, maxLines: 2 },
      maxHeightPx: artistHeight,
      gapPx: 16,
    },
    {
      text: note,
      style: { ...base, role: 'TEXT', maxSizePx: 44, minSizePx: 12, maxLines: 2 },
      maxHeightPx: noteHeight,
      gapPx: 12,
    },
  ]
  const column = fitColumn(texts, room.width)
  return column.place(room.x, room.y + Math.max(0, room.height - column.heightPx))
}

function countColumns(trackCount: number): number {
  return trackCount > ONE_COLUMN ? 2 : 1
}

function countDown(trackCount: number): number {
  return Math.max(1, Math.ceil(trackCount / countColumns(trackCount)))
}

/** A slab keeps so much from the letters on it, and its neighbours' letters keep as much from it; capitals are so much of a row's height. */
const SLAB_AIR = 32
const CAPITALS = 0.47

/** `extra` is what broken titles need, in rows. */
type Stack = { down: number; hasPlaying: boolean; extra: number }

/** The row that plays is as high as its slab needs, whatever the others are. */
function slotPx(rowPx: number): number {
  return Math.max(rowPx, 4 * SLAB_AIR - (1 - 2 * CAPITALS) * rowPx)
}

function sumRows(rowPx: number, { down, hasPlaying, extra }: Stack): number {
  return (down + extra) * rowPx + (hasPlaying ? slotPx(rowPx) - rowPx : 0)
}

/** How high rows may be, so that all of them fit. */
function fitRow(height: number, { down, hasPlaying, extra }: Stack): number {
  const even = Math.min(MOST_ROW_PX, height / (down + extra))
  if (!hasPlaying || down === 1 || slotPx(even) <= even) return even
  return Math.min(MOST_ROW_PX, (height - 4 * SLAB_AIR) / (down + extra - 2 + 2 * CAPITALS))
}

type Wording = { words: Words; font: FontStyle }

/** Type is so large on a row, and stands in so much of its height. */
const TITLE = { size: 0.7, room: 0.8 }
/** All titles are of one size. One that would make it smaller than this part is broken, which takes so much more of a row; below this part, or this size in high rows, titles are cut. */
const ONE_SIZE = { whole: 0.85, least: 0.55, leastPx: 40, second: 0.84 }
/** Where more titles of a list than this part are long, none is broken. */
const MOST_BROKEN = 0.25

/** Which titles stand on two lines, in rows of about this height. */
function planStack(
  { words: { tracks, playing }, font }: Wording,
  listWidth: number,
  rowPx: number,
): { stack: Stack; broken: boolean[] } {
  const stack = { down: countDown(tracks.length), hasPlaying: playing >= 0 }
  const room = { width: listWidth - NUMBER * rowPx, height: rowPx }
  const isLong = tracks.map(
    (track) =>
      rowPx > 0 && fitOneLine(track, room.width, { font, rowPx }) < ONE_SIZE.whole * TITLE.size * rowPx,
  )
  const count = isLong.filter(Boolean).length
  const mayBreak = countColumns(tracks.length) === 1 && count <= Math.max(1, MOST_BROKEN * tracks.length)
  const broken = isLong.map((each) => each && mayBreak)
  return { stack: { ...stack, extra: mayBreak ? count * ONE_SIZE.second : 0 }, broken }
}

/** What was measured at another size may be wider by a hair. */
const HAIR = 0.985

/** In rows that can be read, or as high as the list's greatest height lets them be. */
function planReadable(wording: Wording, { width }: Size, readablePx: number, mostPx: number) {
  const { down, hasPlaying } = planStack(wording, width, 0).stack
  return planStack(wording, width, Math.min(readablePx, fitRow(mostPx, { down, hasPlaying, extra: 0 })))
}

/** How large a title may be on one line. */
function fitOneLine(
  track: string,
  width: number,
  { font, rowPx }: { font: FontStyle; rowPx: number },
): number {
  const style = { font, role: 'DISPLAY', maxLines: 1, maxSizePx: TITLE.size * rowPx, minSizePx: 1 } as const
  const { ink, sizePx } = fitText(track, { width: 1e5, height: HAIR * TITLE.room * rowPx }, style)
  return sizePx * Math.min(1, (HAIR * width) / Math.max(1, ink.right - ink.left))
}

/** The one size of all titles: that of the longest, within reason. */
function fitTitleSize(
  tracks: readonly string[],
  broken: readonly boolean[],
  { font, rowPx, room }: { font: FontStyle; rowPx: number; room: Size },
): number {
  const maxSizePx = TITLE.size * rowPx
  const sizes = tracks.map((track, i) => {
    if (!broken[i]) return fitOneLine(track, room.width, { font, rowPx })
    const box = { width: room.width, height: room.height + ONE_SIZE.second * rowPx }
    return fitText(track, box, { ...BROKEN, font, maxSizePx, minSizePx: 1 }).sizePx * HAIR
  })
  return Math.max(Math.min(ONE_SIZE.leastPx, ONE_SIZE.least * maxSizePx), Math.min(maxSizePx, ...sizes))
}

const BROKEN = { role: 'DISPLAY', maxLines: 2, lineHeight: 1.08 } as const
/** The column of the numbers, in rows. */
const NUMBER = 1.15

function stackRows(
  { tracks, playing }: Words,
  font: FontStyle,
  { list, bands, broken }: Omit<Plan, 'cover' | 'names'>,
) {
  const columns = countColumns(tracks.length)
  const down = countDown(tracks.length)
  const extra = ONE_SIZE.second * broken.filter(Boolean).length
  const stack = { down, hasPlaying: playing >= 0, extra }
  const height = fitRow(list.height, stack)
  const playingPlace = playing >= 0 ? playing % down : down
  const width = (list.width - (columns - 1) * GAP) / columns
  const numberWidth = NUMBER * height
  const room = { width: width - numberWidth, height: TITLE.room * height }
  const sizePx = fitTitleSize(tracks, broken, { font, rowPx: height, room })
  const extraOf = (place: number) => (broken[place] ? ONE_SIZE.second * height : 0)
  const bandHeights = Array.from(
    { length: down },
    (_, place) => (place === playingPlace ? slotPx(height) : height) + extraOf(place),
  )
  const rows = tracks.map((track, i): Row => {
    const column = Math.floor(i / down)
    const place = i % down
    const isRtl = isRightToLeft(track)
    const x = list.x + column * (width + GAP)
    const y = list.y + bandHeights.slice(0, place).reduce((sum, each) => sum + each, 0)
    const bandHeight = bandHeights[place] ?? height
    const bandX = column === 0 ? bands.x : x - GAP / 2
    const bandEnd = column === columns - 1 ? bands.x + bands.width : x + width + GAP / 2
    const band = { x: bandX, y, width: bandEnd - bandX, height: bandHeight }
    const box = { ...room, height: room.height + extraOf(place) }
    const textY = y + (bandHeight - box.height) / 2
    const style = { font, anchor: 'MIDDLE', maxLines: 1, maxSizePx: sizePx, minSizePx: sizePx } as const
    return {
      place,
      band,
      ...(i === playing && { slab: placeSlab(band, height, extraOf(place)) }),
      number: {
        box: { x: isRtl ? x + room.width : x, y: textY, ...box, width: numberWidth },
        layout: fitText(
          String(i + 1).padStart(2, '0'),
          { ...box, width: numberWidth },
          { ...style, minSizePx: 8, role: 'TEXT', align: isRtl ? 'RIGHT' : 'LEFT' },
        ),
      },
      title: {
        box: { x: isRtl ? x : x + numberWidth, y: textY, ...box },
        layout: fitText(track, box, {
          ...style,
          role: 'DISPLAY',
          align: 'START',
          ...(extraOf(place) > 0 && BROKEN),
        }),
      },
    }
  })
  return { rows, rest: fillRest(list.y + sumRows(height, stack), down, height, bands) }
}

function placeSlab(band: Box, rowPx: number, extraPx: number): Box {
  const height = Math.min(band.height, CAPITALS * rowPx + extraPx + 2 * SLAB_AIR)
  return { ...band, y: band.y + (band.height - height) / 2, height }
}

/** Bands below the list, as far as they reach; `place` counts on from the list's rows. */
function fillRest(foot: number, down: number, rowPx: number, { x, width, bottom, isOne }: Bands): Rest[] {
  const height = isOne ? Math.max(rowPx, bottom - foot) : rowPx
  const count = Math.max(0, Math.ceil((bottom - foot) / height - 1e-6))
  return Array.from({ length: count }, (_, i) => {
    const y = foot + i * height
    return { place: down + i, band: { x, y, width, height: Math.min(bottom, y + height) - y } }
  })
}
