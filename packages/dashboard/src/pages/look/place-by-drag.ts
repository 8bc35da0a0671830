import type { LookDrawing } from '@songreel/sdk'

type Outline = LookDrawing['layers'][number]
/** The part of a place that says where a box lies. */
type Place = { anchor?: unknown; inset?: unknown; [name: string]: unknown }
type Sides = { start?: number; end?: number; top?: number; bottom?: number }

/** How near to an edge or to the middle of its room something sticks to it, in pixels of a short side of 1080. */
const STICKS_PX = 12
const LEAST_INSET = -200
const MOST_INSET = 2000

const NAMES: Record<string, string> = {
  '0 0': 'TOP_START',
  '0.5 0': 'TOP',
  '1 0': 'TOP_END',
  '0 0.5': 'START',
  '0.5 0.5': 'CENTER',
  '1 0.5': 'END',
  '0 1': 'BOTTOM_START',
  '0.5 1': 'BOTTOM',
  '1 1': 'BOTTOM_END',
}

/**
 * A place after its box was moved by so much. Inside of its room the anchor moves it; beyond that its insets do, by as much on
 * one side as on the other, so that it keeps its size. `isExact`: it sticks to nothing, as under keys, which would never get away.
 */
export function movePlace(
  place: Place,
  { box, room }: Required<Pick<Outline, 'box' | 'room'>>,
  by: { x: number; y: number },
  { isMirrored, isExact = false }: { isMirrored: boolean; isExact?: boolean },
): Place {
  const sticksPx = isExact ? 0 : STICKS_PX
  const before = readAnchor(place.anchor)
  const left = isMirrored ? 1 - before.x : before.x
  const across = moveAlong({
    from: box.x - room.x,
    by: by.x,
    slack: room.width - box.width,
    share: left,
    sticksPx,
  })
  const down = moveAlong({
    from: box.y - room.y,
    by: by.y,
    slack: room.height - box.height,
    share: before.y,
    sticksPx,
  })
  const anchor = nameAnchor(isMirrored ? 1 - across.share : across.share, down.share)
  const sides = readSides(place.inset)
  const over = isMirrored ? -across.over : across.over
  const inset = writeSides({
    start: hold(sides.start + over),
    end: hold(sides.end - over),
    top: hold(sides.top + down.over),
    bottom: hold(sides.bottom - down.over),
  })
  const { inset: _, anchor: __, ...rest } = place
  return { ...rest, anchor, ...(inset !== undefined && { inset }) }
}

type Move = { from: number; by: number; slack: number; share: number; sticksPx: number }

/** Where between the ends of its room something lies, and by how much it goes beyond them. */
function moveAlong({ from, by, slack, share, sticksPx }: Move): { share: number; over: number } {
  if (by === 0) return { share, over: 0 }
  // What fills its room is moved together with it.
  if (slack < 1) return { share, over: by }
  const at = from + by
  const sticks = [0, 0.5, 1].find((goal) => Math.abs(at - goal * slack) <= sticksPx)
  if (sticks !== undefined) return { share: sticks, over: 0 }
  if (at < 0) return { share: 0, over: at }
  if (at > slack) return { share: 1, over: at - slack }
  return { share: Math.round((at / slack) * 1000) / 1000, over: 0 }
}

/** An anchor as shares of its room, from START and from the top. */
function readAnchor(anchor: unknown): { x: number; y: number } {
  if (typeof anchor === 'object' && anchor !== null) return { x: 0.5, y: 0.5, ...anchor }
  const found = Object.entries(NAMES).find(([, name]) => name === anchor)
  const [x = 0.5, y = 0.5] = found ? found[0].split(' ').map(Number) : []
  return { x, y }
}

function nameAnchor(x: number, y: number): string | { x: number; y: number } {
  return NAMES[`${x} ${y}`] ?? { x, y }
}

function readSides(inset: unknown): Required<Sides> {
  if (typeof inset === 'number') return { start: inset, end: inset, top: inset, bottom: inset }
  return { start: 0, end: 0, top: 0, bottom: 0, ...(inset as Sides | undefined) }
}

/** As short as it can be said. */
export function writeSides(sides: Required<Sides>): number | Sides | undefined {
  const { start, end, top, bottom } = sides
  if (start === end && start === top && start === bottom) return start === 0 ? undefined : start
  return Object.fromEntries(Object.entries(sides).filter(([, px]) => px !== 0))
}

function hold(px: number): number {
  return Math.max(LEAST_INSET, Math.min(MOST_INSET, Math.round(px)))
}
