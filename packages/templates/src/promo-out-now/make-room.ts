import { type Box, isRightToLeft, planFrame } from '@songreel/kit'
import {
  fitCalls,
  fitCredits,
  fitHeadline,
  fitParts,
  type Layout,
  measureStack,
  placeRows,
  ROCK_PX,
  stackParts,
} from './layout.ts'
import type { Poster, PosterWish } from './poster.ts'

type Room = Required<Pick<Poster, 'layout' | 'picture'>>

/** Between the picture and the type; beside it slabs rock and swell towards it. */
const GAP = 28
const BESIDE_GAP = 76

/** The picture is shown whole, as large as type of the poster's one scale leaves it, and flush with the frame's edges. */
export function makeRoom(wish: PosterWish): Room {
  const { width, height } = wish.size
  const ratio = width / height
  if (ratio < 0.7) return standAbove(wish)
  if (ratio < 0.9) return standBelow(wish)
  return ratio > 1.3 ? standBeside(wish) : standAround(wish)
}

/** Tall: the type above, and the picture fills the foot from edge to edge. */
function standAbove(wish: PosterWish): Room {
  const { size } = wish
  const { safe } = planFrame(size)
  const side = Math.min(size.width, size.height - safe.y - 440)
  const picture = { x: (size.width - side) / 2, y: size.height - side, width: side, height: side }
  const room = { ...safe, height: picture.y - GAP - safe.y }
  return { layout: stackIn(wish, room, { headlineHeight: 330, at: 1 }), picture }
}

/** Nearly square, but higher: the picture hangs from the upper edge, the type stands on the foot. */
function standBelow(wish: PosterWish): Room {
  const { size } = wish
  const { safe } = planFrame(size)
  const room = { ...safe, y: safe.y + safe.height - 500, height: 500 }
  const side = Math.min(size.width, room.y - GAP)
  const picture = { x: isEnd(wish) ? 0 : size.width - side, y: 0, width: side, height: side }
  const layout = stackIn(wish, room, { headlineHeight: 330, at: 1 })
  const free = size.width - side - GAP - safe.x
  const code = placeCode(wish, { ...safe, width: free, height: room.y - GAP - safe.y })
  return { layout: { ...layout, ...code }, picture }
}

/** Wide: the picture at one side in full height, the type in a column at the other. */
function standBeside(wish: PosterWish): Room {
  const { size, codeSide = 0, words, font } = wish
  const { safe } = planFrame(size)
  const side = Math.min(size.height, 0.5625 * size.width)
  const isRight = !isEnd(wish)
  const picture = { x: isRight ? size.width - side : 0, y: size.height - side, width: side, height: side }
  const width = size.width - side - safe.x - BESIDE_GAP
  const room = { ...safe, x: isRight ? safe.x : side + BESIDE_GAP, width }
  if (codeSide === 0) return { layout: stackIn(wish, room, { headlineHeight: 620, at: 0.5 }), picture }
  const foot = safe.y + safe.height
  const style = { width: width - codeSide - GAP - ROCK_PX, scale: 0.8, font }
  const calls = fitCalls(words, style)
  const upper = { ...room, height: room.height - codeSide - GAP }
  const layout = stackIn({ ...wish, words: { ...words, cta: '', link: '' } }, upper, {
    headlineHeight: 520,
    at: 1,
  })
  const [cta, link] = placeRows(calls, room, foot - calls.height, !isRight)
  const codeX = isRight ? room.x + width - codeSide : room.x
  return {
    layout: {
      ...layout,
      cta,
      link,
      code: { x: codeX, y: foot - codeSide, width: codeSide, height: codeSide },
    },
    picture,
  }
}

/** Square: the picture in one corner, names and code beside it, the headline below it from edge to edge. */
function standAround(wish: PosterWish): Room {
  const { size, words, font, codeSide = 0 } = wish
  const { safe } = planFrame(size)
  const isMirrored = isEnd(wish)
  const side = 0.585 * Math.min(size.width, size.height)
  const picture = { x: isMirrored ? 0 : size.width - side, y: 0, width: side, height: side }
  const width = size.width - side - GAP - safe.x
  const beside = { x: isMirrored ? side + GAP : safe.x, y: safe.y, width, height: side - safe.y }
  const taken = codeSide > 0 ? codeSide + 16 : 0
  const titleHeight = beside.height - taken - 160
  const names = { width: width - ROCK_PX, scale: taken > 0 ? 0.66 : 0.8, font, titleHeight }
  const [title, artist] = placeRows(fitCredits(words, names), beside, beside.y, isMirrored)
  const foot = safe.y + safe.height
  const below = { ...safe, y: side + GAP, height: foot - side - GAP }
  const calls = fitCalls(words, { width: below.width - ROCK_PX, scale: 0.7, font, isFlat: true })
  const rest = calls.height > 0 ? calls.height + 12 : 0
  const headline = fitHeadline(words.headline, { width: below.width, height: below.height - rest }, font)
  const [cta, link] = placeRows(calls, below, foot - calls.height, isMirrored)
  const top = foot - rest - headline.height
  const layout = { headline: headline.place(below.x, top, isMirrored), title, artist, cta, link, isMirrored }
  const code = placeCode(wish, {
    ...beside,
    x: beside.x + (isMirrored ? width - codeSide - ROCK_PX : ROCK_PX),
  })
  return { layout: { ...layout, ...code }, picture }
}

function isEnd({ words }: PosterWish): boolean {
  return isRightToLeft(words.title || words.headline)
}

/** The usual stack in a room of its own. */
function stackIn(
  wish: PosterWish,
  room: Box,
  { headlineHeight, at }: { headlineHeight: number; at: number },
): Layout {
  const column = {
    width: room.width,
    height: room.height,
    headlineHeight,
    creditsWidth: room.width - ROCK_PX,
  }
  const parts = fitParts(wish.words, column, wish.font)
  const top = room.y + Math.max(0, room.height - measureStack(parts)) * at
  return stackParts(parts, room, { top, isMirrored: isEnd(wish), isUpsideDown: wish.isUpsideDown })
}

/** The code stands at the foot of a room, if it fits. */
function placeCode({ codeSide }: PosterWish, room: Box): Pick<Layout, 'code'> {
  if (codeSide === undefined || room.width < codeSide || room.height < codeSide) return {}
  return {
    code: { x: room.x, y: room.y + room.height - codeSide, width: codeSide, height: codeSide },
  }
}
