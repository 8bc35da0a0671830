import {
  type Box,
  type ColumnText,
  type FontStyle,
  fitColumn,
  insetBox,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type Size,
} from '@songreel/kit'

/** What is printed besides the picture; each may be empty. */
export type Words = { kicker: string; title: string; artist: string }

/** Where everything is printed, in pixels of the design, whose short side is 1080. */
export type Layout = {
  picture: Box
  texts: PlacedText[]
  /** Middles of the crosses by which a printer lays plates over each other. */
  crosses: { x: number; y: number }[]
  /** Where the inks are tried, one over the other. */
  proof: { x: number; y: number; radius: number }
}

/** Bare paper around the print. */
const MARGIN_PX = 44
const GAP_PX = 40
const PROOF_PX = 30
/** Type moves with its plate. */
const SHIFT_PX = 8

type Plan = { size: Size; safe: Box; words: Words; font: FontStyle; isMirrored: boolean }

/** Wide frames: the type stands beside the picture. All others: above it, and the picture takes what is left of the sheet. */
export function planLayout(size: Size, words: Words, font: FontStyle): Layout {
  const { safe: whole, shape } = planFrame(size)
  const safe = insetBox(whole, SHIFT_PX)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const plan = { size, safe, words, font, isMirrored }
  return shape === 'WIDE' ? planWide(plan) : planUpright(plan)
}

function planUpright({ size, safe, words, font, isMirrored }: Plan): Layout {
  const isTall = size.height > 1.45 * size.width
  const type = fitType(words, safe.width, {
    font,
    isMirrored,
    titlePx: isTall ? 360 : 210,
    titleHeight: isTall ? 0.235 * size.height : 0.18 * size.height,
    artistPx: isTall ? 76 : 52,
  })
  const top = type.heightPx > 0 ? safe.y + type.heightPx + GAP_PX : safe.y
  const picture = {
    x: MARGIN_PX,
    y: top,
    width: size.width - 2 * MARGIN_PX,
    height: size.height - MARGIN_PX - top,
  }
  const proofX = isMirrored ? safe.x + 2 * PROOF_PX : safe.x + safe.width - 2 * PROOF_PX
  return {
    picture,
    texts: type.place(safe.x, safe.y),
    crosses: placeCrosses(size, picture),
    // Above the type in a tall frame; in others the margin is too narrow, and it lies opposite the artist.
    proof: { x: proofX, y: isTall ? safe.y - 2.4 * PROOF_PX : top - GAP_PX - PROOF_PX, radius: PROOF_PX },
  }
}

function planWide({ size, safe, words, font, isMirrored }: Plan): Layout {
  const side = size.height - 2 * MARGIN_PX
  const width = Math.min(side, 0.54 * size.width)
  const picture = {
    x: isMirrored ? MARGIN_PX : size.width - MARGIN_PX - width,
    y: MARGIN_PX,
    width,
    height: side,
  }
  const left = isMirrored ? picture.x + width + 1.6 * GAP_PX : safe.x
  const right = isMirrored ? safe.x + safe.width : picture.x - 1.6 * GAP_PX
  const type = fitType(words, right - left, {
    font,
    isMirrored,
    titlePx: 400,
    titleHeight: 0.66 * safe.height,
    artistPx: 84,
  })
  return {
    picture,
    texts: type.place(left, safe.y),
    crosses: placeCrosses(size, picture),
    proof: {
      x: isMirrored ? right - 2 * PROOF_PX : left + 2 * PROOF_PX,
      y: safe.y + safe.height - PROOF_PX,
      radius: PROOF_PX,
    },
  }
}

/** In the middle of the bare margins. */
function placeCrosses(size: Size, { x, y, width, height }: Box): Layout['crosses'] {
  const aside = MARGIN_PX / 2
  const middle = y + height / 2
  return [
    { x: x - aside, y: middle },
    { x: x + width + aside, y: middle },
    { x: x + width / 2, y: size.height - aside },
  ]
}

type TypeWish = {
  font: FontStyle
  isMirrored: boolean
  titlePx: number
  titleHeight: number
  artistPx: number
}

function fitType({ kicker, title, artist }: Words, width: number, wish: TypeWish) {
  const { font, isMirrored, titlePx, titleHeight, artistPx } = wish
  const base = { font, anchor: 'TOP', align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const isLoud = font === 'CONDENSED' || font === 'GROTESK' || font === 'MODERN'
  const texts: ColumnText[] = [
    {
      text: kicker,
      style: { ...base, role: 'TEXT', maxSizePx: 40, minSizePx: 26, maxLines: 2 },
      maxHeightPx: 100,
      gapPx: 0,
    },
    {
      text: title,
      style: {
        ...base,
        role: 'DISPLAY',
        maxSizePx: titlePx,
        minSizePx: 44,
        maxLines: 4,
        lineHeight: isLoud ? 0.92 : 1,
        uppercase: isLoud && title.length <= 60,
      },
      maxHeightPx: titleHeight,
      gapPx: 22,
    },
    {
      text: artist,
      style: { ...base, role: 'TEXT', maxSizePx: artistPx, minSizePx: 30, maxLines: 2 },
      maxHeightPx: 1.9 * artistPx,
      gapPx: 24,
    },
  ]
  return fitColumn(texts, width)
}
