import { type Box, type Cover, type Foreground, measurePlainness, type Size } from '@songreel/kit'

/** The layers are drawn so much larger than they must be, so that the front can drift, and that one grows so much more at most. */
export const SPARE = 1.06
export const NEAREST = 1.075

/** How much of the frame's height may be drawn on above the cover, if its upper edge is plain. */
const MOST_ABOVE = 0.32
const PLAIN_ENOUGH = 0.6
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
 * and beside it is room for a title. Where the subject is cut by a side of the cover, that side is the frame's.
 */
export function listStudioViews(cover: Cover, foreground: Foreground, size: Size): Box[] {
  if (foreground.kind !== 'SUBJECT' || !foreground.isClear) return []
  const open = findOpenSides(cover, foreground)
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

/** Where between both sides of the frame: a side that stays free must be open. */
function listWays({ left, right }: OpenSides): number[] {
  return [...(right ? [0] : []), ...(left && right ? [0.25, 0.5, 0.75] : []), ...(left ? [1] : [])]
}

type OpenSides = { left: boolean; right: boolean; top: boolean }

/** So much of a picture belongs to an edge, and so far from its neighbour, of 255, is another thing. */
const EDGE = 0.06
const APART = 10
const BUSY_SHARE = 0.06
/** A side that touches the subject along more than this part of it is closed. */
const TOUCHED = 0.02

/** The sides at which nothing of the subject is, and the ground is plain: there it can be drawn on. */
function findOpenSides({ picture }: Cover, { matte: { columns, rows, values } }: Foreground): OpenSides {
  const luma = (column: number, row: number) => {
    const x = Math.floor(((column + 0.5) / columns) * picture.width)
    const at = 4 * (Math.floor(((row + 0.5) / rows) * picture.height) * picture.width + x)
    const [red, green, blue] = [picture.pixels[at]!, picture.pixels[at + 1]!, picture.pixels[at + 2]!]
    return 0.299 * red + 0.587 * green + 0.114 * blue
  }
  const isFront = (column: number, row: number) => values[row * columns + column]! > 0.5
  const isOpen = (count: number, deep: number, at: (along: number, inward: number) => [number, number]) => {
    let [touched, pairs, apart] = [0, 0, 0]
    for (let along = 0; along < count; along++) {
      if (isFront(...at(along, 0))) touched++
      for (let inward = 0; inward < Math.ceil(EDGE * deep); inward++) {
        const [own, next] = [at(along, inward), at(Math.min(count - 1, along + 1), inward)]
        if (isFront(...own) || isFront(...next)) continue
        pairs++
        if (Math.abs(luma(...own) - luma(...next)) > APART) apart++
      }
    }
    return touched <= TOUCHED * count && apart <= BUSY_SHARE * pairs
  }
  return {
    left: isOpen(rows, columns, (along, inward) => [inward, along]),
    right: isOpen(rows, columns, (along, inward) => [columns - 1 - inward, along]),
    top: isOpen(columns, rows, (along, inward) => [along, inward]),
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
