import type { Box, Size } from '@songreel/kit'
import { type Block, GAP, type Plan, setNames, setTitle } from './set-names.ts'

/** The cover and the names of the last picture. */
export type LastCard = { cover: Box; names: Block & { x: number; y: number } }

/** The most that the names take of a card's height where they stand below the cover, and the cover of a wide card's width. */
const NAMES_SHARE = 0.25
const WIDE_COVER = 0.5
/** A cover is as wide and as high as itself between these. */
const RATIOS = { least: 0.8, most: 1.4 }
/** The largest title. */
const TITLE_PX = { TALL: 330, SQUARE: 190, WIDE: 190 }
/** Between the cover and the names below it, in parts of the usual gap. */
const BELOW = 1.3

/** The cover as a print with the night around it, and the names like a film's last credit. */
export function planLast(plan: Plan, hasLogo: boolean): LastCard {
  return plan.shape === 'WIDE' ? planWideCard(plan) : planUprightCard(plan, hasLogo)
}

/** The names below the cover, both from where reading begins, as all type on the film: a high cover begins above the safe part. */
function planUprightCard(plan: Plan, hasLogo: boolean): LastCard {
  const { size, safe, isMirrored } = plan
  const margin = Math.min(safe.x, size.width - safe.x - safe.width)
  const start = isMirrored ? safe.x + safe.width : safe.x
  const names = setCard(plan, { width: safe.width, height: NAMES_SHARE * safe.height })
  const gap = BELOW * GAP
  const head = hasLogo ? safe.y : Math.min(safe.y, MOST_RISE + margin)
  const foot = safe.y + safe.height
  const ratio = holdRatio(plan)
  const most = (isMirrored ? start : size.width - start) - margin
  const width = Math.min(most, ratio * (foot - head - gap - names.height))
  const height = width / ratio
  const room = safe.height - height - gap - names.height
  const y = Math.max(head, safe.y + (room > 0 ? room / 2 : room))
  return {
    cover: { x: isMirrored ? start - width : start, y, width, height },
    names: { ...names, x: safe.x, y: y + height + gap },
  }
}

/** A cover may begin above the safe part, where no type may: so far below the frame's edge, beside its margin. */
const MOST_RISE = 100

/** The cover on the side where reading ends, and the names beside its foot, as far from it as from the frame's edge. */
function planWideCard(plan: Plan): LastCard {
  const { size, safe, isMirrored } = plan
  const margin = isMirrored ? size.width - safe.x - safe.width : safe.x
  const ratio = holdRatio(plan)
  const width = Math.min(ratio * safe.height, WIDE_COVER * size.width)
  const height = width / ratio
  const names = setCard(plan, { width: safe.width - width - margin, height: 0.8 * safe.height })
  const foot = safe.y + (safe.height + height) / 2
  return {
    cover: { x: isMirrored ? safe.x : safe.x + safe.width - width, y: foot - height, width, height },
    names: {
      ...names,
      x: isMirrored ? safe.x + safe.width - names.width : safe.x,
      y: foot - names.height,
    },
  }
}

/** How wide a cover is beside its height. */
function holdRatio({ cover }: Plan): number {
  return Math.max(RATIOS.least, Math.min(RATIOS.most, cover.width / cover.height))
}

/** Title, artist and note below each other. */
function setCard(plan: Plan, room: Size): Block {
  const names = setNames(plan, room, 'last')
  const gap = names.heightPx > 0 ? 0.6 * GAP : 0
  const title = setTitle(
    plan,
    { width: room.width, height: Math.max(1, room.height - names.heightPx - gap) },
    TITLE_PX[plan.shape],
  )
  return {
    width: room.width,
    height: title.heightPx + gap + names.heightPx,
    texts: [...title.place(0, 0), ...names.place(0, title.heightPx + gap)],
  }
}
