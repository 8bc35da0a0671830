import { type Box, type FontStyle, fitText, isRightToLeft, type PlacedText, type Size } from '@songreel/kit'

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

/** How far the bands reach from the list, and how many times as high each is as the one above it, where no songs stand on them. */
export type Bands = { x: number; width: number; bottom: number; growth?: number }

/** The room of the list, from where to where its bands reach, and which titles stand on two lines. */
export type ListPlan = { list: Box; bands: Bands; broken: readonly boolean[] }

const GAP = 40
/** A row is never higher, however few there are; from so many on there are two columns. */
const MOST_ROW_PX = 118
const ONE_COLUMN = 14
function countColumns(trackCount: number): number {
  return trackCount > ONE_COLUMN ? 2 : 1
}

function countDown(trackCount: number): number {
  return Math.max(1, Math.ceil(trackCount / countColumns(trackCount)))
}

/** A slab keeps so much from the letters on it, and its neighbours' letters keep as much from it; capitals are so much of a row's height. */
const SLAB_AIR = 33
const CAPITALS = 0.47

/** `extra` is what broken titles need, in rows. */
export type Stack = { down: number; hasPlaying: boolean; extra: number }

/** The row that plays is as high as its slab needs, whatever the others are. */
function slotPx(rowPx: number): number {
  return Math.max(rowPx, 4 * SLAB_AIR - (1 - 2 * CAPITALS) * rowPx)
}

export function sumRows(rowPx: number, { down, hasPlaying, extra }: Stack): number {
  return (down + extra) * rowPx + (hasPlaying ? slotPx(rowPx) - rowPx : 0)
}

/** How high rows may be, so that all of them fit. */
export function fitRow(height: number, { down, hasPlaying, extra }: Stack): number {
  const even = Math.min(MOST_ROW_PX, height / (down + extra))
  if (!hasPlaying || down === 1 || slotPx(even) <= even) return even
  return Math.min(MOST_ROW_PX, (height - 4 * SLAB_AIR) / (down + extra - 2 + 2 * CAPITALS))
}

/** What is written, and in which face. */
export type Wording = { words: Words; font: FontStyle }

/** Type is so large on a row, and stands in so much of its height. */
const TITLE = { size: 0.7, room: 0.8 }
/** All titles are of one size. One that would make it smaller than this part is broken, which takes so much more of a row; below this part, or this size in high rows, titles are cut. */
const ONE_SIZE = { whole: 0.85, least: 0.55, leastPx: 40, second: 0.84 }
/** Where more titles of a list than this part are long, none is broken. */
const MOST_BROKEN = 0.25

/** Which titles stand on two lines, in rows of about this height. */
export function planStack(
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
export function planReadable(wording: Wording, { width }: Size, readablePx: number, mostPx: number) {
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

export function stackRows({ tracks, playing }: Words, font: FontStyle, { list, bands, broken }: ListPlan) {
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
function fillRest(foot: number, down: number, rowPx: number, { x, width, bottom, growth }: Bands): Rest[] {
  const room = bottom - foot
  const heights = growth ? growBands(room, rowPx, growth) : repeatBands(room, rowPx)
  let y = foot
  return heights.map((height, i) => {
    y += height
    return { place: down + i, band: { x, y: y - height, width, height } }
  })
}

/** As high as the rows; the frame's edge cuts the last. */
function repeatBands(room: number, rowPx: number): number[] {
  const count = Math.max(0, Math.ceil(room / rowPx - 1e-6))
  return Array.from({ length: count }, (_, i) => Math.min(rowPx, room - i * rowPx))
}

/** Each so many times as high as the one above it, and the last ends at the frame's edge. */
function growBands(room: number, rowPx: number, growth: number): number[] {
  const heights: number[] = []
  let sum = 0
  for (let height = rowPx * growth; sum + height <= room; height *= growth) {
    heights.push(height)
    sum += height
  }
  return heights.length > 0 ? heights.map((height) => (height * room) / sum) : [room]
}
