import type { Box, Size } from '@songreel/kit'
import type { Stillness, Way } from './keep-still.ts'

/** Where the cover lies, and what of it matters. */
export type SidesPlan = { size: Size; cover: Box; still: Stillness }

/** How far inside the cover a place lies, from one of its sides, in covers. */
export function measureDepth(cover: Box, { x, y }: Way, atX: number, atY: number): number {
  const [across, down] = [(atX - cover.x) / cover.width, (atY - cover.y) / cover.height]
  if (y === 0) return x < 0 ? across : 1 - across
  return y < 0 ? down : 1 - down
}

/** Whether something holds of a place that a piece passes on its straight way to one of the sides. */
export function isPassing(
  { cover, grid }: { cover: Box; grid: number },
  { way: { x, y }, homeX, homeY }: { way: Way; homeX: number; homeY: number },
  holds: (x: number, y: number) => boolean,
): boolean {
  const step = (x === 0 ? cover.height : cover.width) / grid
  const count = Math.floor(grid * measureDepth(cover, { x, y }, homeX, homeY))
  return Array.from({ length: count }, (_, i) => (i + 1) * step).some((off) =>
    holds(homeX + x * off, homeY + y * off),
  )
}

/** Whether nothing at all comes off a head: a picture in its own shape is a group's, and between dark hair and a dark ground cheeks would be what flies. */
export function keepsHeads({ width, height }: Box): boolean {
  return width !== height
}

/** A side of the cover, and how much room is beside it, in pixels. */
export type Side = Way & { room: number }

/** Pieces go no further than this part of the cover's side, however much room there is. */
const FARTHEST = 0.8

/** A stream needs so much room, in covers; the subject at its side counts half as much as none of it. */
const WISHED_ROOM = 0.2
const LOOKED_AT = 24
/** Type stands above or below a cover that has room beside it, too: there the stream would pass in the shade. */
const BEHIND_TYPE = 0.6

/** The side off which pieces stream: with room, without type, and where least of the subject is. */
export function chooseSide({ size, cover, still }: SidesPlan): Side | undefined {
  const cost = (side: Side) => {
    let subject = 0
    for (let i = 0; i < LOOKED_AT; i++) {
      const along = (i + 0.5) / LOOKED_AT
      const deep = 0.06
      const across = side.x === 0 ? along : side.x < 0 ? deep : 1 - deep
      const down = side.y === 0 ? along : side.y < 0 ? deep : 1 - deep
      subject += still.at(cover.x + across * cover.width, cover.y + down * cover.height) / LOOKED_AT
    }
    const tightness = 1 - Math.min(1, side.room / (WISHED_ROOM * cover.width))
    return subject + 2 * tightness + (side.y === 0 ? 0 : BEHIND_TYPE)
  }
  return listSides(size, cover).toSorted((a, b) => cost(a) - cost(b))[0]
}

/** The sides of the cover with room beside them. */
export function listSides(size: Size, cover: Box): Side[] {
  const most = FARTHEST * cover.width
  const [right, bottom] = [cover.x + cover.width, cover.y + cover.height]
  return [
    { x: -1, y: 0, room: cover.x },
    { x: 1, y: 0, room: size.width - right },
    { x: 0, y: -1, room: cover.y },
    { x: 0, y: 1, room: size.height - bottom },
  ]
    .map((side) => ({ ...side, room: Math.min(most, side.room) }))
    .filter(({ room }) => room > 0.03 * cover.width)
}
