import { type Box, type Cover, cropToFill, keepsSubject, measureLost, type Size } from '@songreel/kit'

/** The height at which the subject stands, and where the picture's room ends below. */
type Room = { focusY: number; lowest: number }

/** Where the whole cover lies in each shot, the widest first; with `window`, the picture is seen only in there. */
export type Shots = { places: Box[]; window?: Box }

/** How close each shot is: the part of the subject's room that it shows. */
const CLOSENESS = [0.82, 0.55]
/** The closest shot shows at least this part of the cover, along its shorter side. */
const LEAST_PART = 0.32
/** A close shot may lose so much of the subject; where it would lose more, it is only so much closer than the widest. */
const MOST_CUT = 0.14
const A_LITTLE_CLOSER = 1.14

/** Shots that fill the room above the line; where none of them keeps the cover's subject, the whole cover in a window of its own. */
export function placeShots(size: Size, cover: Cover, room: Room, window: Box): Shots {
  const toCrop = ({ x, y, width }: Box, seen: Box): Box => {
    const factor = cover.width / width
    return {
      x: factor * (seen.x - x),
      y: factor * (seen.y - y),
      width: factor * seen.width,
      height: factor * seen.height,
    }
  }
  const filled = { x: 0, y: 0, width: size.width, height: room.lowest }
  const tries = CLOSENESS.map((share, i) => placePicture(size, cover, { ...room, share, sharpness: i }))
  const widest = [...tries.slice(0, 1), placePicture(size, cover, { ...room, share: 2, sharpness: 0 })].find(
    (place) => keepsSubject(cover, toCrop(place, filled)),
  )
  const isWhole = widest === undefined
  const first = widest ?? window
  const seen = isWhole ? window : filled
  const closer = tries.at(-1)
  const isKept = !isWhole && closer && measureLost(cover, toCrop(closer, filled)).subject <= MOST_CUT
  const second = isKept && closer.width > first.width ? closer : comeCloser(cover, first, seen)
  return { places: [first, second], ...(isWhole && { window }) }
}

/** A little closer to what matters, and filling what it filled. */
function comeCloser(cover: Cover, place: Box, seen: Box): Box {
  const [width, height] = [A_LITTLE_CLOSER * place.width, A_LITTLE_CLOSER * place.height]
  const crop = cropToFill(
    cover,
    seen,
    width / cover.width / Math.max(seen.width / cover.width, seen.height / cover.height),
  )
  const factor = width / cover.width
  return { x: seen.x - factor * crop.x, y: seen.y - factor * crop.y, width, height }
}

type Shot = Room & { share: number; sharpness: number }

/**
 * The subject's room fills what is above the line, and the cover goes at least from side to side; below the line it may
 * end.
 */
function placePicture(size: Size, cover: Cover, { share, focusY, lowest, sharpness }: Shot): Box {
  const subject = findFocus(cover, sharpness)
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
type Focus = { x: number; y: number; part: number; isFaces: boolean }

/** A subject reaches so many standard deviations to either side. */
const REACH = 1.9

/** Faces have so many times their size around them. */
const FACE_ROOM = 4.2

/** Where the subject is: faces, or what matters most; the sharper, the more only its most striking part counts. */
function findFocus({ salience }: Cover, sharpness: number): Focus {
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

function frameFaces(faces: readonly Box[]): Focus {
  const left = Math.min(...faces.map(({ x }) => x))
  const top = Math.min(...faces.map(({ y }) => y))
  const width = Math.max(...faces.map((face) => face.x + face.width)) - left
  const height = Math.max(...faces.map((face) => face.y + face.height)) - top
  // A group needs no more room around it than its largest face does.
  const around = (FACE_ROOM - 1) * Math.max(...faces.map((face) => Math.max(face.width, face.height)))
  const part = Math.min(1, Math.max(width, height) + around)
  return { x: left + width / 2, y: top + height / 2, part, isFaces: true }
}
