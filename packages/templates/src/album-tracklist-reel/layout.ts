import {
  type Box,
  type ColumnText,
  type FontStyle,
  fitColumn,
  fitText,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type Size,
} from '@songreel/kit'

/** What is written: the album and who made it, and its songs in order. */
export type Words = { album: string; artist: string; note: string; tracks: readonly string[] }

/** A row of the list: a band of colour, and what stands on it. */
export type Row = { band: Box; place: number; number: PlacedText; title: PlacedText }

/** A band without a song, and its place counted from the first row. */
export type Rest = { band: Box; place: number }

/** Where everything stands, in pixels of the design, whose short side is 1080. */
export type Layout = {
  cover: Box
  names: readonly PlacedText[]
  rows: readonly Row[]
  /** The list goes on as a pattern to the frame's edges. */
  rest: readonly Rest[]
  isMirrored: boolean
}

/** The room of the list, from where to where its bands reach, and how many rows stand beside each other. */
type Plan = { cover: Box; names: Box; list: Box; bands: Bands }

/** How far the bands reach; between `calmTop` and the list there are none, because the names stand there. */
type Bands = { x: number; width: number; bottom: number; calmTop: number }

const GAP = 40
/** A row is never higher, however few there are; from so many on there are two columns. */
const MOST_ROW_PX = 118
const ONE_COLUMN = 14
/** In tall frames the cover makes room for rows of this height, down to this share of the width. */
const READABLE_ROW_PX = 80
const TALL_COVER = { least: 0.5, most: 0.72 }
const TALL_NAMES_PX = 188

/** The cover at one side, the list at the other: above each other, or beside each other in wide frames. */
export function planLayout(size: Size, words: Words, font: FontStyle): Layout {
  const { safe, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.album || words.artist)
  const plan =
    shape === 'WIDE' ? planWide(size, safe) : planAbove(size, safe, shape === 'TALL', words.tracks.length)
  const mirror = (box: Box): Box => (isMirrored ? { ...box, x: size.width - box.x - box.width } : box)
  // In tall frames the safe box is not in the middle: what is mirrored stays inside of it.
  const keep = (box: Box): Box => (shape === 'TALL' ? box : mirror(box))
  const names = fitNames(words, font, keep(plan.names))
  const { rows, rest } = stackRows(words.tracks, font, {
    ...plan,
    list: keep(plan.list),
    bands: shape === 'WIDE' && isMirrored ? { ...plan.bands, x: 0 } : plan.bands,
  })
  return { cover: shape === 'TALL' ? plan.cover : mirror(plan.cover), names, rows, rest, isMirrored }
}

function planAbove(size: Size, safe: Box, isTall: boolean, trackCount: number): Plan {
  const side = isTall ? sizeTallCover(size, safe, trackCount) : 0.48 * size.height
  const cover = { x: 0, y: 0, width: side, height: side }
  const left = side + GAP
  const names = isTall
    ? { ...safe, y: side + 24, height: 140 }
    : { x: left, y: safe.y, width: safe.x + safe.width - left, height: side - safe.y }
  const listY = isTall ? names.y + names.height + 24 : side + GAP
  const list = { ...safe, y: listY, height: safe.y + safe.height - listY }
  return {
    cover,
    names,
    list,
    bands: { x: 0, width: size.width, bottom: size.height, calmTop: isTall ? side : 0 },
  }
}

function sizeTallCover({ width }: Size, safe: Box, trackCount: number): number {
  const left = safe.y + safe.height - TALL_NAMES_PX - countDown(trackCount) * READABLE_ROW_PX
  return Math.max(TALL_COVER.least * width, Math.min(TALL_COVER.most * width, left))
}

function planWide(size: Size, safe: Box): Plan {
  const side = Math.min(size.height, 0.56 * size.width)
  const x = side + 72
  const width = safe.x + safe.width - x
  const names = { x, y: safe.y, width, height: 0.24 * safe.height }
  const listY = names.y + names.height + GAP
  return {
    cover: { x: 0, y: (size.height - side) / 2, width: side, height: side },
    names,
    list: { x, y: listY, width, height: safe.y + safe.height - listY },
    bands: { x: side, width: size.width - side, bottom: size.height, calmTop: 0 },
  }
}

function fitNames({ album, artist, note }: Words, font: FontStyle, room: Box): PlacedText[] {
  const base = { font, align: 'START', anchor: 'TOP' } as const
  const artistHeight = artist ? Math.min(70, 0.3 * room.height) : 1
  const noteHeight = note ? Math.min(50, 0.22 * room.height) : 1
  const texts: ColumnText[] = [
    {
      text: album,
      style: { ...base, role: 'DISPLAY', maxSizePx: 124, minSizePx: 18, maxLines: 4 },
      maxHeightPx: room.height - artistHeight - noteHeight - 28,
      gapPx: 0,
    },
    {
      text: artist,
      style: { ...base, role: 'TEXT', maxSizePx: 50, minSizePx: 16, maxLines: 2 },
      maxHeightPx: artistHeight,
      gapPx: 16,
    },
    {
      text: note,
      style: { ...base, role: 'TEXT', maxSizePx: 34, minSizePx: 12, maxLines: 2 },
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

function stackRows(
  tracks: readonly string[],
  font: FontStyle,
  { list, bands }: Omit<Plan, 'cover' | 'names'>,
) {
  const columns = countColumns(tracks.length)
  const down = countDown(tracks.length)
  const height = Math.min(MOST_ROW_PX, list.height / down)
  const width = (list.width - (columns - 1) * GAP) / columns
  const numberWidth = 1.15 * height
  const rows = tracks.map((track, i): Row => {
    const column = Math.floor(i / down)
    const isRtl = isRightToLeft(track)
    const x = list.x + column * (width + GAP)
    const y = list.y + (i % down) * height
    const bandX = column === 0 ? bands.x : x - GAP / 2
    const bandEnd = column === columns - 1 ? bands.x + bands.width : x + width + GAP / 2
    const room = { width: width - numberWidth, height: 0.76 * height }
    const style = { font, anchor: 'MIDDLE', maxLines: 1, maxSizePx: 0.58 * height, minSizePx: 8 } as const
    return {
      place: i % down,
      band: { x: bandX, y, width: bandEnd - bandX, height },
      number: {
        box: { x: isRtl ? x + room.width : x, y: y + 0.12 * height, ...room, width: numberWidth },
        layout: fitText(
          String(i + 1).padStart(2, '0'),
          { ...room, width: numberWidth },
          { ...style, role: 'TEXT', align: isRtl ? 'RIGHT' : 'LEFT' },
        ),
      },
      title: {
        box: { x: isRtl ? x : x + numberWidth, y: y + 0.12 * height, ...room },
        layout: fitText(track, room, { ...style, role: 'DISPLAY', align: 'START' }),
      },
    }
  })
  return { rows, rest: fillRest(list.y, down, height, bands) }
}

/** Bands above and below the list, up to the frame's edges; `place` counts on from the list's rows. */
function fillRest(top: number, down: number, height: number, { x, width, bottom, calmTop }: Bands): Rest[] {
  const above = Math.ceil(top / height - 1e-6)
  const below = Math.max(0, Math.ceil((bottom - top) / height - 1e-6) - down)
  const places = [
    ...Array.from({ length: above }, (_, i) => -1 - i),
    ...Array.from({ length: below }, (_, i) => down + i),
  ]
  return places.flatMap((place) => {
    const from = Math.max(0, top + place * height)
    const to = Math.min(place < 0 ? calmTop : bottom, top + (place + 1) * height)
    return to > from ? [{ place, band: { x, y: from, width, height: to - from } }] : []
  })
}
