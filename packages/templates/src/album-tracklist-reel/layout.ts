import {
  type Box,
  type Croppable,
  type FontStyle,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type Size,
} from '@songreel/kit'
import { fitBeside } from './art.ts'
import {
  fitRow,
  planReadable,
  planStack,
  type Rest,
  type Row,
  stackRows,
  sumRows,
  type Wording,
  type Words,
} from './list.ts'
import { fitHeadline, fitNames } from './names.ts'
import { type Plan, planTall } from './tall.ts'

/** Where everything stands, in pixels of the design, whose short side is 1080. */
export type Layout = {
  cover: Box
  names: readonly PlacedText[]
  rows: readonly Row[]
  /** The list goes on as a pattern to the frame's foot. */
  rest: readonly Rest[]
  /** The band of the names in tall frames, to the frame's head: it steps as the list does. */
  head?: Rest
  isMirrored: boolean
}

/** Between cover and names. */
const GAP = 40

/** The cover at one side, the list at the other: above each other, or beside each other in wide frames. */
export function planLayout(size: Size, words: Words, font: FontStyle, art: Croppable): Layout {
  const { safe, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.album || words.artist)
  const plan = {
    TALL: () => planTall(size, safe, { words, font, art, isMirrored }),
    SQUARE: () => planSquare(size, safe, { words, font, art }),
    WIDE: () => planWide(size, safe, { words, font, art }),
  }[shape]()
  const mirror = (box: Box): Box => (isMirrored ? { ...box, x: size.width - box.x - box.width } : box)
  // In tall frames the safe box is not in the middle: what is mirrored stays inside of it.
  const keep = (box: Box): Box => (shape === 'TALL' ? box : mirror(box))
  const room = keep(plan.names)
  const inLine = plan.isInLine ? fitHeadline(words, font, { room, isMirrored }) : undefined
  const names = inLine ?? fitNames(words, font, room)
  const { rows, rest } = stackRows(words, font, {
    ...plan,
    list: keep(plan.list),
    bands: shape === 'WIDE' && isMirrored ? { ...plan.bands, x: 0 } : plan.bands,
  })
  const cover = shape === 'TALL' ? plan.cover : mirror(plan.cover)
  const band = { x: 0, y: 0, width: size.width, height: plan.list.y }
  return { cover, names, rows, rest, ...(shape === 'TALL' && { head: { place: -1, band } }), isMirrored }
}

/** In a square the cover gives way until rows can be read on a phone, down to somewhat more than a third of the side. */
const SQUARE = { most: 0.52, least: 0.4, widest: 0.56, readableRowPx: 63 }

/** The cover in one corner with the names beside it, and the list below both. */
function planSquare(size: Size, safe: Box, wording: Wording & { art: Croppable }): Plan {
  const { stack, broken } = planReadable(
    wording,
    safe,
    SQUARE.readableRowPx,
    size.height - SQUARE_FOOT - SQUARE_GAP - SQUARE.least * size.width,
  )
  const foot = size.height - SQUARE_FOOT
  const wished = foot - SQUARE_GAP - sumRows(SQUARE.readableRowPx, stack)
  const side = Math.max(SQUARE.least * size.width, Math.min(SQUARE.most * size.width, wished))
  const cover = fitBeside(wording.art, { side, mostWidth: SQUARE.widest * size.width })
  const left = cover.width + GAP
  const listY = cover.height + SQUARE_GAP
  return {
    cover,
    names: { x: left, y: safe.y, width: safe.x + safe.width - left, height: cover.height - safe.y },
    list: { ...safe, y: listY, height: foot - listY },
    broken,
    bands: { x: 0, width: size.width, bottom: size.height },
  }
}

/** Below the cover, and below the last row of a square. */
const SQUARE_GAP = 20
const SQUARE_FOOT = 56

/** Of a wide frame the cover has so much at most. */
const WIDEST = 0.585

function planWide(size: Size, safe: Box, wording: Wording & { art: Croppable }): Plan {
  const cover = fitBeside(wording.art, { side: size.height, mostWidth: WIDEST * size.width, isFilled: true })
  const x = cover.width + 72
  const width = safe.x + safe.width - x
  const names = { x, y: safe.y, width, height: 0.24 * safe.height }
  const listY = names.y + names.height + GAP
  const height = safe.y + safe.height - listY
  const { down, hasPlaying } = planStack(wording, width, 0).stack
  const { broken } = planStack(wording, width, fitRow(height, { down, hasPlaying, extra: 0 }))
  return {
    cover: { ...cover, y: (size.height - cover.height) / 2 },
    names,
    list: { x, y: listY, width, height },
    broken,
    bands: { x: cover.width, width: size.width - cover.width, bottom: size.height },
  }
}
