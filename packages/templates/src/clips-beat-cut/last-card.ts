import type { Box } from '@songreel/kit'
import { type Card, type Plan, setColumn } from './set-card.ts'

/** The cover and the names, in pixels of the design. */
export type LastCard = { cover: Box; names: Card & { x: number; y: number } }

/** The most that the cover takes of a wide card's width. */
const WIDE_COVER = 0.5625
/** A cover is as wide and as high as itself from here on. */
const LEAST_RATIO = 0.8

/** The cover from the upper to the lower edge, on the side where reading ends; between it and the names lies as much as before them. */
export function planWideLast(plan: Plan): LastCard {
  const { size, safe, cover, isMirrored } = plan
  const ratio = cover.width / cover.height
  const width = Math.min(Math.max(LEAST_RATIO, ratio) * size.height, WIDE_COVER * size.width)
  const margin = isMirrored ? size.width - safe.x - safe.width : safe.x
  const room = { width: size.width - width - 2 * margin, height: safe.height }
  return {
    cover: { x: isMirrored ? 0 : size.width - width, y: 0, width, height: size.height },
    names: { ...setColumn(plan, room), x: isMirrored ? safe.x + safe.width - room.width : safe.x, y: safe.y },
  }
}
