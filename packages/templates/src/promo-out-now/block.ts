import { planFrame } from '@songreel/kit'
import {
  ARTIST_PX,
  CORNER_TITLE_PX,
  FLAT,
  GAP,
  LEAST_HEADLINE,
  type Poster,
  type PosterWish,
  planColumn,
  SWELL,
} from './column.ts'
import { setCalls, setCredits, setHeadline } from './set-type.ts'

/** The part of the width that a headline of several lines has beside the credits. */
const BLOCK = 0.64

/** Tall, with a cover that is not flat: the headline as a block of lines, the credits beside it on its foot, and all of the cover below both. */
export function planBlock(wish: PosterWish): Poster | undefined {
  const { size, words, font, ratio, logoSize } = wish
  const { safe, shape } = planFrame(size)
  if (shape !== 'TALL' || logoSize || ratio >= FLAT) return undefined
  const column = planColumn(wish, safe)
  const { isMirrored, align, room } = column
  const pictureY = size.height - size.width / ratio
  const foot = pictureY - GAP
  const height = (foot - safe.y) / (1 + SWELL)
  if (height < LEAST_ROOM * size.width) return undefined
  const headline = setHeadline(
    words.headline,
    { width: (BLOCK * room.width) / (1 + SWELL), height },
    font,
    align,
  )
  if (headline.place(0, 0).length < 2 || headline.height < LEAST_BLOCK * height) return undefined
  const width = room.width - headline.width * (1 + SWELL) - GAP
  const credits = setCredits(words, {
    width,
    height: height - ARTIST_PX,
    font,
    align,
    titlePx: CORNER_TITLE_PX,
  })
  const calls = setCalls(words, { width: room.width, font, align })
  const x = isMirrored ? room.x : room.x + room.width - width
  const callsPx = calls.height > 0 ? calls.height + GAP : 0
  // The headline makes room for what to do, and the cover stays whole.
  const scale = Math.min(1, (foot - callsPx - safe.y) / (1 + SWELL) / headline.height)
  const creditsScale = Math.min(1, (foot - callsPx - safe.y) / credits.height)
  const isRoomy = Math.min(scale, creditsScale) >= LEAST_HEADLINE
  return {
    picture: column.inCorner({ width: size.width, height: size.height - pictureY }),
    headline: column.putHeadline(headline, foot - headline.height, true),
    credits: column.put(credits, foot - credits.height, x, width),
    calls: column.put(calls, isRoomy ? foot - calls.height : pictureY),
    isMirrored,
    end: isRoomy
      ? { headline: scale, rise: callsPx, credits: creditsScale, lift: callsPx, picture: 1, slide: 0 }
      : { headline: 1, credits: 1, picture: 1, slide: callsPx },
  }
}

/** A block is at least so much of the height it may have, and that at least so much of the frame's width. */
const LEAST_BLOCK = 0.8
const LEAST_ROOM = 0.36
