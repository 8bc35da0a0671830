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
import { type Align, type Block, setCalls, setCredits, setHeadline } from './set-type.ts'

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
  const x = isMirrored ? room.x : room.x + room.width - width
  const told = planBeside(wish, { credits, height: foot - safe.y, width, align })
  if (told) {
    return {
      picture: column.inCorner({ width: size.width, height: size.height - pictureY }),
      headline: column.putHeadline(headline, foot - headline.height, true),
      credits: column.put(credits, foot - credits.height, x, width),
      calls: column.put(told.calls, foot - told.calls.height, x, width),
      isMirrored,
      end: { headline: 1, credits: told.scale, lift: told.lift, picture: 1, slide: 0 },
    }
  }
  const calls = setCalls(words, { width: room.width, font, align })
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

/** No smaller than this gets a title that makes room for what to do, nor is that told in smaller type, in pixels. */
const LEAST_BESIDE = { credits: 0.75, callsPx: 34 }

/** What to do on the end card, below the credits: the headline keeps its size, and all beside it is one column; nothing where that gets small. */
function planBeside(
  { words, font }: PosterWish,
  { credits, height, width, align }: { credits: Block; height: number; width: number; align: Align },
): { calls: Block; scale: number; lift: number } | undefined {
  const calls = setCalls(words, { width, font, align })
  const lift = calls.height > 0 ? calls.height + GAP : 0
  const scale = Math.min(1, (height - lift) / credits.height)
  const isLarge = calls
    .place(0, 0)
    .every(({ layout }) => layout.sizePx >= LEAST_BESIDE.callsPx && !layout.isTruncated)
  return isLarge && scale >= LEAST_BESIDE.credits ? { calls, scale, lift } : undefined
}
