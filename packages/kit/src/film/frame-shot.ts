import type { ClipLook } from '../compose/clip-file.ts'
import type { Box, Size } from '../geometry.ts'
import { chance } from '../paint/chance.ts'
import { cropToFill } from '../paint/crop-to-fill.ts'
import type { Shot } from './plan-shots.ts'

/** How the camera stands in a shot: nearness and the part that is seen, at its start and at its end. */
export type ShotFraming = { zoom: Ends; panX: Ends; panY: Ends }
type Ends = { from: number; to: number }

/** Where a picture is fitted in, at a short side of 1080: a box, and the part of it that nothing covers. */
export type ShotWindow = { box: Box; seen?: Box }

const WIDE_ZOOM = 1.05
const NEAR_ZOOM = 1.26
/** How far the camera comes nearer or draws back in a shot. */
const DRIFT = 0.1
/** How far it may pan in a shot: the eye must be able to follow. */
const MOST_PAN = 0.5
/** Enlarged beyond this at a short side of 1080, a clip looks soft. */
const SOFT_SCALE = 2

/** Plans the camera of a shot: what matters stays in the picture, and it moves slowly and without a jump. */
export function frameShot(
  shot: Shot,
  index: number,
  file: Size,
  window: ShotWindow,
  seed: number,
): ShotFraming {
  const { box } = window
  const scale = Math.max(box.width / file.width, box.height / file.height)
  const isNear = index % 2 === 1 && scale < SOFT_SCALE
  const middle = isNear ? NEAR_ZOOM : WIDE_ZOOM
  const comesNearer = chance(seed, 'drift', index) < 0.65
  const zoom = {
    from: middle + (comesNearer ? 0 : DRIFT),
    to: middle + (comesNearer ? DRIFT : 0),
  }
  const from = findPan(file, window, shot.looks.from, zoom.from)
  const to = findPan(file, window, shot.looks.to, zoom.to)
  return {
    zoom,
    panX: { from: from.x, to: keepNear(from.x, to.x) },
    panY: { from: from.y, to: keepNear(from.y, to.y) },
  }
}

/** A place that the camera reaches from another without panning farther than it may. */
export function keepNear(from: number, to: number): number {
  return from + Math.max(-MOST_PAN, Math.min(MOST_PAN, to - from))
}

/** The crop that keeps what matters, from -1 to 1 along each side. */
function findPan(file: Size, { box, seen }: ShotWindow, look: ClipLook | undefined, zoom: number) {
  const picture = look ? { ...file, salience: look.salience } : file
  const crop = cropToFill(picture, box, { zoom, ...(seen && { seen }) })
  const pan = (at: number, room: number) => (room > 1e-6 ? (2 * at) / room - 1 : 0)
  return { x: pan(crop.x, file.width - crop.width), y: pan(crop.y, file.height - crop.height) }
}
