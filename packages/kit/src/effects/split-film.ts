import type { Box, Size } from '../geometry.ts'

/** A frame in two: a window of the film, and beside it a field of one tone with a room for type. */
export type FilmSplit = { window: Box; room: Box }

/** Where the field lies, and how high its room is, or how wide at the left or the right; in pixels of the design. */
export type SplitWish = { side: 'TOP' | 'BOTTOM' | 'LEFT' | 'RIGHT'; roomPx: number }

/** The air between type and the window. */
const AIR = 60

/** Parts a frame from edge to edge, so that neither part is a box on the other; the room keeps clear of what platforms draw. */
export function splitFilm(frame: Size, safe: Box, { side, roomPx }: SplitWish): FilmSplit {
  const { width, height } = frame
  const [right, bottom] = [safe.x + safe.width, safe.y + safe.height]
  if (side === 'TOP') {
    const y = safe.y + roomPx + AIR
    return { room: { ...safe, height: roomPx }, window: { x: 0, y, width, height: height - y } }
  }
  if (side === 'BOTTOM') {
    const y = bottom - roomPx
    return { room: { ...safe, y, height: roomPx }, window: { x: 0, y: 0, width, height: y - AIR } }
  }
  if (side === 'LEFT') {
    const x = safe.x + roomPx + AIR
    return { room: { ...safe, width: roomPx }, window: { x, y: 0, width: width - x, height } }
  }
  const x = right - roomPx
  return { room: { ...safe, x, width: roomPx }, window: { x: 0, y: 0, width: x - AIR, height } }
}
