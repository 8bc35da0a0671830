import { type Box, fitLogoSize, isRightToLeft, planFrame, type Size } from '@songreel/kit'
import { planBlock } from './block.ts'
import {
  FLAT,
  GAP,
  LEAST_HEADLINE,
  LOGO_PX,
  type Poster,
  type PosterWish,
  planColumn,
  SQUARE_LINES,
  SWELL,
} from './column.ts'
import { planCorner } from './corner.ts'
import { type Block, type PlacedText, setCalls, setCredits, TITLE_PX } from './set-type.ts'

export function planPoster(wish: PosterWish): Poster {
  const { width, height } = wish.size
  return width > 1.3 * height ? planBeside(wish) : planBelow(wish)
}

/** A headline of one line is about so high for its width. */
const LINE = 0.42
/** A title never comes near the headline. */
const MOST_LARGER = 28

/** Tall and square: the headline at the head, and the credits on the picture, which is flush with the foot. */
function planBelow(wish: PosterWish): Poster {
  const { size, words, font, ratio, logoSize, codeSide } = wish
  const { safe } = planFrame(size)
  const column = planColumn(wish, safe)
  const { room, align, isMirrored } = column
  const isSquare = size.height < 1.1 * size.width
  const mark = logoSize && fitLogoSize(logoSize, LOGO_PX)
  const width = room.width - (mark ? mark.width + LOGO_PX.air : 0)
  const setLarge = (titlePx?: number) =>
    setCredits(words, { width, height: 0.17 * size.height, font, align, titlePx })
  const heightOf = (block: Block) => Math.max(block.height, mark?.height ?? 0)
  const least = setLarge()
  const creditsPx = heightOf(least) + GAP
  const calls = setCalls(words, { width: codeSide ? codeSide + GAP / 2 : room.width, font, align })
  const underPx = codeSide || calls.height === 0 ? 0 : calls.height + GAP
  // A flat cover leaves the headline more room, as far as type may stand.
  const wholePx = size.width / ratio
  const spare = Math.min(size.height - wholePx, safe.y + safe.height - underPx) - safe.y - creditsPx - GAP
  const line = Math.max(LINE * room.width, spare)
  // A code stands below all of it.
  const codePx = codeSide ? codeSide + calls.height + 2 * GAP + room.x : 0
  const most = codePx > 0 ? size.height - codePx - safe.y - creditsPx : size.height
  const held = isSquare ? Math.min(SQUARE_LINES * size.height, line) : line
  const headline = column.fitHeadline(Math.max(80, Math.min(held, most)))
  const typePx = creditsPx + headline.height + GAP
  const rest = size.height - safe.y - typePx
  const fill = { width: size.width, height: Math.min(rest, wholePx) }
  const isFilled = rest >= wholePx || ((!isSquare || ratio >= FLAT) && wish.fills(fill))
  const corner = isSquare ? (isFilled ? undefined : planCorner(wish)) : planBlock(wish)
  if (corner && isLargeEnough(corner.credits)) return corner
  const shown = isFilled ? fill : { width: Math.min(size.width, rest * ratio), height: rest }
  const picture = column.inCorner(shown)
  // What is left makes the title larger, and then parts it from the headline.
  const lowest = Math.min(picture.y, safe.y + safe.height - underPx, size.height - codePx)
  const free = Math.max(0, lowest - safe.y - typePx)
  const larger = setLarge(TITLE_PX + Math.min(free, MOST_LARGER))
  const credits = heightOf(larger) + GAP <= creditsPx + free ? larger : least
  const foot = safe.y + typePx + free
  const creditsY = foot - GAP - heightOf(credits)
  return {
    picture,
    headline: column.putHeadline(headline, safe.y),
    credits: column.put(credits, creditsY),
    ...(mark && {
      logo: { x: isMirrored ? room.x : room.x + room.width - mark.width, y: creditsY, ...mark },
    }),
    isMirrored,
    ...(codeSide
      ? ((mark ? undefined : clearHead(wish, { picture, headline, credits, codeSide, foot }, column)) ??
        clearStrip(wish, { picture, calls, codeSide }, column))
      : makeRoom(column, { calls, foot, headline, reach: foot + underPx - picture.y, mark })),
  }
}

type Room = { calls: Block; foot: number; headline: Block; reach: number; mark: Size | undefined }

/** On the end card the headline makes room for what to do, and the cover stays whole; beside a mark nothing can go up, and the cover goes down. */
function makeRoom(
  { put }: ReturnType<typeof planColumn>,
  { calls, foot, headline, reach, mark }: Room,
): Pick<Poster, 'calls' | 'end'> {
  const slide = Math.max(0, reach)
  const scale = 1 - slide / headline.height
  return mark || scale < LEAST_HEADLINE
    ? { calls: put(calls, foot), end: { headline: 1, credits: 1, picture: 1, slide } }
    : {
        calls: put(calls, foot - slide),
        end: { headline: scale, credits: 1, lift: slide, picture: 1, slide: 0 },
      }
}

/** Beside a picture no title is smaller. */
const LEAST_TITLE_PX = 52

function isLargeEnough([title]: readonly PlacedText[]): boolean {
  return title === undefined || (title.layout.sizePx >= LEAST_TITLE_PX && !title.layout.isTruncated)
}

type Head = { picture: Box; headline: Block; credits: Block; codeSide: number; foot: number }

/**
 * Below it a flat picture has all the width: on the end card a code stands at the head, across from all that is said, the headline and
 * the credits make room for it, and the picture steps back as little as it must. Nothing where they would get small.
 */
function clearHead(
  { size, words, font }: PosterWish,
  { picture, headline, credits, codeSide, foot }: Head,
  { room, align, isMirrored, put }: ReturnType<typeof planColumn>,
): Pick<Poster, 'calls' | 'code' | 'isCodeAcross' | 'end'> | undefined {
  const { safe } = planFrame(size)
  const width = room.width - codeSide - GAP
  const [larger, smaller] = [headline, credits].map((block) => Math.min(1, width / block.width / (1 + SWELL)))
  const calls = setCalls(words, { width, font, align })
  const creditsY = safe.y + larger! * headline.height + TIGHT_PX
  const callsY = creditsY + smaller! * credits.height + GAP
  const top = Math.max(callsY + calls.height, safe.y + codeSide) + GAP
  const scale = Math.min(1, (size.height - top) / picture.height, (size.width - room.x) / picture.width)
  if (Math.min(larger!, smaller!) < LEAST_HEADLINE || scale < LEAST_PICTURE) return undefined
  const x = isMirrored ? room.x : room.x + room.width - codeSide
  return {
    calls: put(calls, callsY),
    code: { x, y: safe.y, width: codeSide, height: codeSide },
    isCodeAcross: true,
    end: {
      headline: larger!,
      credits: smaller!,
      lift: foot - GAP - creditsY - smaller! * credits.height,
      picture: scale,
      slide: 0,
    },
  }
}

/** Between headline and credits beside a code. */
const TIGHT_PX = 30
/** So much of its size a picture keeps on an end card with a code at its head. */
const LEAST_PICTURE = 0.66

/** On the end card the picture steps back into its corner, and a code and what to do stand beside it. */
function clearStrip(
  { size }: PosterWish,
  { picture, calls, codeSide }: { picture: Box; calls: Block; codeSide: number },
  { room, isMirrored, put }: ReturnType<typeof planColumn>,
): Pick<Poster, 'calls' | 'code' | 'end'> {
  const width = size.width - room.x - codeSide - 2 * GAP
  const y = size.height - room.x - calls.height
  const x = isMirrored ? room.x + room.width - codeSide : room.x
  return {
    calls: put(calls, y),
    code: { x, y: y - GAP / 2 - codeSide, width: codeSide, height: codeSide },
    end: { headline: 1, credits: 1, picture: Math.min(1, width / picture.width), slide: 0 },
  }
}

/** Wide: the picture at one side, the type in a column at the other: credits at its head, the headline on its foot. */
function planBeside(wish: PosterWish): Poster {
  const { size, words, font, ratio, logoSize, codeSide = 0 } = wish
  const { safe } = planFrame(size)
  const widest = 0.5625 * size.width
  const full = {
    width: Math.min(widest, Math.max(0.44 * size.width, size.height * ratio)),
    height: size.height,
  }
  const isFull = full.width === size.height * ratio || wish.fills(full)
  const whole =
    ratio > 1
      ? { width: widest, height: widest / ratio }
      : { width: size.height * ratio, height: size.height }
  const shown = isFull ? full : whole
  const width = size.width - shown.width - safe.x - GAP
  const isEnd = isRightToLeft(words.title || words.headline)
  const column = planColumn(wish, { ...safe, x: isEnd ? shown.width + GAP : safe.x, width })
  const { room, align, isMirrored } = column
  const mark = logoSize && fitLogoSize(logoSize, LOGO_PX)
  const credits = setCredits(words, {
    width: room.width - (mark ? mark.width + LOGO_PX.air : 0),
    height: 0.42 * safe.height,
    font,
    align,
  })
  const creditsPx = Math.max(credits.height, mark?.height ?? 0) + GAP
  const headline = column.fitHeadline((safe.height - creditsPx) / (1 + SWELL))
  const foot = safe.y + safe.height
  const besideCode = codeSide > 0 ? codeSide + CODE_GAP : 0
  const calls = setCalls(words, { width: room.width - besideCode, font, align })
  const takes = Math.max(calls.height, codeSide)
  const scale = Math.min(1, (safe.height - creditsPx - takes - GAP) / (headline.height * (1 + SWELL)))
  const code = codeSide > 0 && {
    code: {
      x: isMirrored ? room.x + room.width - codeSide : room.x,
      y: foot - codeSide,
      width: codeSide,
      height: codeSide,
    },
  }
  const callsX = isMirrored ? room.x : room.x + besideCode
  const middle = shown.height < size.height ? { y: (size.height - shown.height) / 2 } : {}
  return {
    picture: { ...column.inCorner(shown), ...middle },
    headline: column.putHeadline(headline, foot - headline.height, true),
    credits: column.put(credits, safe.y),
    // In one row with the code, on its foot.
    calls: column.put(calls, foot - calls.height, callsX, room.width - besideCode),
    ...code,
    ...(mark && { logo: { x: isMirrored ? room.x : room.x + room.width - mark.width, y: safe.y, ...mark } }),
    isMirrored,
    // The headline makes room for that row below it, and is still what stands below the credits.
    end: { headline: scale, rise: takes > 0 ? takes + GAP : 0, credits: 1, picture: 1, slide: 0 },
  }
}

/** Between a code and what is said beside it. */
const CODE_GAP = 32
