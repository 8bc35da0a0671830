import { type Box, chance, fadeOut, mix, type Size, smoothstep } from '@songreel/kit'
import type { Stillness, Way } from './keep-still.ts'
import { chooseSide, listSides, measureDepth } from './sides.ts'

/** Where the cover ends without streaming away, it goes over into the ground along so much of its length: whole pieces at its edge were a saw. */
const SOFT = 0.17
/** What belongs to the subject does so over this part of that way: boots stay boots. */
const HELD = 0.5
/** It goes as grains that are so much smaller than pieces, fewer and fewer of them, and over this part of the way as a fading. */
const GRAINS = 4
const FADING = 0.6

type Context = Parameters<typeof fadeOut>[0]
type PaintFade = Parameters<typeof fadeOut>[1]

/** The open sides of a cover but that off which pieces stream. */
export type SoftEdges = {
  /** How much of the cover is seen at a place of the frame, 0 to 1. */
  at(x: number, y: number): number
  /** Takes away what is painted there; the origin is the cover's corner. */
  wear(ctx: Context): void
}

export type SoftPlan = { size: Size; cover: Box; still: Stillness; seed: number; grid: number }

/** Where a cover ends softly, and how it does. */
export function planSoftEdges(plan: SoftPlan): SoftEdges {
  const { size, cover, still } = plan
  const stream = chooseSide(plan)
  const soft = listSides(size, cover).filter(({ x, y }) => x !== stream?.x || y !== stream.y)
  const at = (x: number, y: number) => {
    const depth = Math.min(...soft.map((side) => measureDepth(cover, side, x, y)))
    return depth >= SOFT ? 1 : Math.min(1, depth / (SOFT * mix(1, HELD, still.at(x, y))))
  }
  return {
    at,
    wear: (ctx) => {
      if (soft.length === 0) return
      const hasFace = wearGrains(ctx, plan, at)
      // A letter that fades away is as much of a fault as one in pieces.
      if (!hasFace) for (const side of soft) fadeOut(ctx, planFade(cover, side))
    },
  }
}

/** Clears fewer and fewer grains inwards, and none of a head or a letter; says whether there is one. */
function wearGrains(ctx: Context, { cover, still, seed, grid }: SoftPlan, seenAt: SoftEdges['at']): boolean {
  const grains = GRAINS * grid
  const [width, height] = [cover.width / grains, cover.height / grains]
  let hasFace = false
  for (let index = 0; index < grains ** 2; index++) {
    const [x, y] = [(index % grains) * width, Math.floor(index / grains) * height]
    const [atX, atY] = [cover.x + x + width / 2, cover.y + y + height / 2]
    const seen = seenAt(atX, atY)
    if (seen >= 1) continue
    if (still.isFace(atX, atY)) hasFace = true
    else if (chance(seed, 'grain', index) > smoothstep(0, 1, seen)) ctx.clearRect(x, y, width, height)
  }
  return hasFace
}

function planFade({ width, height }: Box, { x, y }: Way): PaintFade {
  const length = y === 0 ? width : height
  const faded = FADING * SOFT * length
  const isEnd = x > 0 || y > 0
  return { axis: y === 0 ? 'x' : 'y', full: isEnd ? length - faded : faded, gone: isEnd ? length : 0 }
}
