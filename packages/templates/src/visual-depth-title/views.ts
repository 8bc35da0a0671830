import { type Box, type Cover, type Foreground, measurePlainness, type Size } from '@songreel/kit'

/** The layers are drawn so much larger than they must be, so that the front can drift, and that one grows so much more at most. */
export const SPARE = 1.06
export const NEAREST = 1.075

/** How much of the frame's height may be drawn on above the cover, if its upper edge is plain. */
const MOST_ABOVE = 0.32
/** Stars would go on as streaks. */
const PLAIN_ENOUGH = 0.8
const ABOVE = [0, 0.16, MOST_ABOVE]
const PANS = [0, 0.3, 0.5, 0.7, 1]
const NEARER = 1.16

/** The ways in which the whole cover can lie in a frame that it fills; above it may be more of a plain sky. */
export function listViews(cover: Cover, size: Size): Box[] {
  const least = Math.max(size.width / cover.width, size.height / cover.height)
  const hasSky = measurePlainness(cover.picture).top >= PLAIN_ENOUGH
  const views: Box[] = []
  for (const above of hasSky ? ABOVE : [0]) {
    const scale = Math.max(size.width / cover.width, ((1 - above) * size.height) / cover.height)
    for (const nearer of [1, NEARER]) {
      const [width, height] = [cover.width * scale * nearer, cover.height * scale * nearer]
      if (above > 0 && (nearer > 1 || scale === least)) continue
      const [roomX, roomY] = [width - size.width, height - size.height]
      for (const panX of roomX > 1 ? PANS : [0.5])
        for (const panY of roomY > 1 ? PANS : [1])
          views.push({ x: -panX * roomX, y: -panY * roomY, width, height })
    }
  }
  return views
}

/** How high a cover before a studio's ground is in a frame; the ground goes on above and beside it. */
const STUDIO_HEIGHTS = [1, 0.9, 0.8, 0.7, 0.6, 0.5]
/** A wider cover than the frame is not cut here: other views do that. */
const RIM_PX = 1

/**
 * The ways in which a cover can lie at the foot of a frame that its ground fills: nothing of a subject that fills the cover is lost,
 * and beside it is room for a title. Where the subject is cut by a side of the cover, that side is the frame's. What is behind it is
 * drawn on out of focus, as a lens would show it: a wall, a street, a meadow.
 */
export function listStudioViews(cover: Cover, { kind, matte }: Foreground, size: Size): Box[] {
  if (kind !== 'SUBJECT' || !isEvenAround(cover, matte)) return []
  const open = findOpenSides(matte)
  const ratio = cover.width / cover.height
  const heights = [...STUDIO_HEIGHTS.map((part) => part * size.height), size.width / ratio]
  return heights.flatMap((height) => {
    const width = height * ratio
    const spare = size.width - width
    if (spare < -RIM_PX || height > size.height + RIM_PX) return []
    if (height < size.height - RIM_PX && !open.top) return []
    const ways = spare < RIM_PX ? [0] : listWays(open)
    return ways.map((way) => ({ x: way * spare, y: size.height - height, width, height }))
  })
}

/** Each side of a cover is looked at in so many parts, as deep as this part of it; in tones so far apart of 255 it goes on as a stripe. */
const PARTS = 8
const STRIP = 0.06
const STRIPES = 44

/** Whether the ground has one tone along each side of a cover: what goes on beyond it are no stripes then. */
function isEvenAround({ picture }: Cover, matte: Foreground['matte']): boolean {
  const near = (at: number) => STRIP * at
  const far = (at: number) => 1 - STRIP * at
  return (
    isEvenAlong((along, deep) => readTone(picture, matte, along, near(deep))) &&
    isEvenAlong((along, deep) => readTone(picture, matte, near(deep), along)) &&
    isEvenAlong((along, deep) => readTone(picture, matte, far(deep), along))
  )
}

/** Points of a part of a side, along it and into the depth. */
const FINE = 6

function isEvenAlong(read: (along: number, deep: number) => number | undefined): boolean {
  const tones = Array.from({ length: PARTS }, (_, part) => {
    const found = Array.from({ length: FINE * FINE }, (_, i) =>
      read((part + ((i % FINE) + 0.5) / FINE) / PARTS, (Math.floor(i / FINE) + 0.5) / FINE),
    ).filter((tone) => tone !== undefined)
    return found.length > 0 ? found.reduce((sum, tone) => sum + tone, 0) / found.length : undefined
  }).filter((tone) => tone !== undefined)
  return tones.length === 0 || Math.max(...tones) - Math.min(...tones) <= STRIPES
}

/** How light the ground is at a place; nothing where something stands before it. */
function readTone(
  { pixels, width, height }: Cover['picture'],
  matte: Foreground['matte'],
  x: number,
  y: number,
) {
  const cell = Math.floor(y * matte.rows) * matte.columns + Math.floor(x * matte.columns)
  if (matte.values[cell]! > 0.5) return undefined
  const at = 4 * (Math.floor(y * height) * width + Math.floor(x * width))
  return 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!
}

/** Where between both sides of the frame: a side that stays free must be open. */
function listWays({ left, right }: OpenSides): number[] {
  return [...(right ? [0] : []), ...(left && right ? [0.25, 0.5, 0.75] : []), ...(left ? [1] : [])]
}

type OpenSides = { left: boolean; right: boolean; top: boolean }

/** A side that touches the subject along more than this part of it is closed. */
const TOUCHED = 0.02

/** The sides at which nothing of the subject is: there the ground can be drawn on. */
function findOpenSides({ columns, rows, values }: Foreground['matte']): OpenSides {
  const isOpen = (count: number, at: (along: number) => number) => {
    let touched = 0
    for (let along = 0; along < count; along++) if (values[at(along)]! > 0.5) touched++
    return touched <= TOUCHED * count
  }
  return {
    left: isOpen(rows, (along) => along * columns),
    right: isOpen(rows, (along) => (along + 1) * columns - 1),
    top: isOpen(columns, (along) => along),
  }
}

/** A place as it is after the layer grew around the middle of the frame's foot. */
export function growFromFoot({ x, y, width, height }: Box, size: Size, scale: number): Box {
  const middle = size.width / 2
  return {
    x: middle + (x - middle) * scale,
    y: size.height + (y - size.height) * scale,
    width: width * scale,
    height: height * scale,
  }
}
