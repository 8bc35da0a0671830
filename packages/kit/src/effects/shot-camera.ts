import { keepNear, type ShotFraming } from '../film/frame-shot.ts'
import type { Size } from '../geometry.ts'

/** The beginning of a shot, and its end. */
export type ShotEnd = 'from' | 'to'

/** How much of a clip's width and height a camera sees, in parts of them. */
export function measureSeen(file: Size, frame: Size, zoom: number): { across: number; down: number } {
  const scale = zoom * Math.max(frame.width / file.width, frame.height / file.height)
  return { across: frame.width / (scale * file.width), down: frame.height / (scale * file.height) }
}

/** The same movement from farther off, so that the camera is never nearer than this, but not from where it sees more than the clip has. */
export function standOff({ from, to }: ShotFraming['zoom'], nearest: number): ShotFraming['zoom'] {
  const over = Math.max(0, Math.max(from, to) - nearest)
  return { from: Math.max(1, from - over), to: Math.max(1, to - over) }
}

/** From one place to another, or as far on the way to it as the camera may pan. */
export function panBetween(from: number, to: number): { from: number; to: number } {
  return { from, to: keepNear(from, to) }
}
