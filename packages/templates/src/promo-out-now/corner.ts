import { type Box, fitLogoSize, planFrame } from '@songreel/kit'
import {
  ARTIST_PX,
  BESIDE,
  CORNER_TITLE_PX,
  GAP,
  LOGO_PX,
  type Poster,
  type PosterWish,
  planColumn,
  ROCK_PX,
  SQUARE_LINES,
} from './column.ts'
import { type Align, type PlacedText, setCalls, setCredits } from './set-type.ts'

/** How much smaller credits may get beside a picture. */
const LEAST_SHRINK = 0.86

/**
 * Square: the headline from edge to edge, the whole picture in a corner of the foot, and the credits beside it on the same foot. On the end
 * card the picture steps back into its corner, and what to do stands on its edge, above it; a code keeps to the credits.
 */
export function planCorner(wish: PosterWish): Poster {
  const { size, words, font, ratio, logoSize, codeSide = 0 } = wish
  const { safe } = planFrame(size)
  const column = planColumn(wish, safe)
  const { isMirrored, align, room } = column
  const headline = column.fitHeadline(SQUARE_LINES * size.height)
  const height = size.height - safe.y - headline.height - GAP
  const width = Math.min(height * ratio, size.width - safe.x - Math.max(BESIDE, codeSide) - ROCK_PX - GAP)
  const picture = column.inCorner({ width, height: width / ratio })
  const beside = size.width - width - GAP - room.x
  const x = isMirrored ? room.x + room.width - beside : room.x
  const mark = logoSize && fitLogoSize(logoSize, { ...LOGO_PX, width: Math.min(beside, LOGO_PX.width) })
  const top = safe.y + headline.height + GAP
  const foot = safe.y + safe.height
  const logoPx = mark ? mark.height + GAP : 0
  const codeY = top + logoPx
  const taken = codeY + (codeSide > 0 ? codeSide + GAP : 0)
  const strip = planStrip(wish, picture, { top, align })
  const setWithin = (height: number) =>
    setCredits(words, { width: beside, height: height - ARTIST_PX, font, align, titlePx: CORNER_TITLE_PX })
  // Larger as long as they have the column to themselves.
  const large = setWithin(Math.min(foot - codeY, (foot - taken) / LEAST_SHRINK))
  const shrink = Math.min(1, (foot - taken) / large.height)
  const isLarge = shrink >= LEAST_SHRINK
  const credits = isLarge ? large : setWithin(foot - taken)
  const code = codeSide > 0 && {
    code: { x: isMirrored ? x + beside - codeSide : x, y: codeY, width: codeSide, height: codeSide },
  }
  return {
    picture,
    headline: column.putHeadline(headline, safe.y),
    credits: column.put(credits, foot - credits.height, x, beside),
    calls: strip.place(column.put),
    ...code,
    ...(mark && { logo: { x: isMirrored ? x + beside - mark.width : x, y: top, ...mark } }),
    isMirrored,
    end: { headline: 1, credits: isLarge ? shrink : 1, picture: strip.scale, slide: 0 },
  }
}

/** The narrower the picture gets, the narrower is what stands above it: after so many rounds both fit. */
const ROUNDS = 4

/** What to do, as wide as the picture that leaves it room below the headline. */
function planStrip(
  { size, words, font }: PosterWish,
  picture: Box,
  { top, align }: { top: number; align: Align },
): { scale: number; place(put: ReturnType<typeof planColumn>['put']): PlacedText[] } {
  const { safe } = planFrame(size)
  // Type stands on the picture's edge once all that is said rests at its own.
  const widthAt = (scale: number) => picture.width * scale - (size.width - safe.x - safe.width) - ROCK_PX
  let scale = 1
  let calls = setCalls(words, { width: widthAt(scale), font, align })
  for (let round = 0; round < ROUNDS && calls.height > 0; round++) {
    const fits = (size.height - top - GAP - calls.height) / picture.height
    if (round > 0 && fits >= scale) break
    scale = Math.min(scale, fits)
    calls = setCalls(words, { width: widthAt(scale), font, align })
  }
  const width = widthAt(scale)
  const x =
    align === 'RIGHT' ? picture.width * scale - ROCK_PX - width : size.width - picture.width * scale + ROCK_PX
  return { scale, place: (put) => put(calls, top, x, width) }
}
