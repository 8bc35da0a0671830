import {
  type Box,
  type ColumnText,
  type Croppable,
  type FontStyle,
  findKeepingCrop,
  fitColumn,
  fitLogoSize,
  fitText,
  insetBox,
  isRightToLeft,
  type PlacedText,
  placeInside,
  planFrame,
  type Size,
} from '@songreel/kit'

/** What is printed besides the picture; each may be empty. */
export type Words = { kicker: string; title: string; artist: string }

/** Where everything is printed, in pixels of the design, whose short side is 1080. */
export type Layout = {
  picture: Box
  texts: PlacedText[]
  /** What a printer leaves on a sheet, where there is room for it. */
  signs?: Signs
  /** A brand's logo beside the title of a square sheet; others have a corner for it. */
  logo?: Box
}

/** The middle of the mark by which plates are laid over each other, and that of the pair of inks that are tried there. */
export type Signs = Record<'mark' | 'proof', { x: number; y: number; radius: number }>

const GAP_PX = 40
const PROOF_PX = 30
/** A pair of proofs that overlap is so many radii wide. */
const PROOF_WIDTH = 3.1
/** Bare paper below the print in frames with room for more. */
const MARGIN_PX = 64
/** Type moves with its plate. */
const SHIFT_PX = 8

/** A logo's greatest width and height, and the air around it. */
const LOGO_PX = { width: 270, height: 104, air: 64 }
/** The foot of a wide sheet has room for a larger one. */
const WIDE_LOGO_PX = { width: 380, height: 150 }

type Plan = {
  size: Size
  safe: Box
  words: Words
  font: FontStyle
  isMirrored: boolean
  cover: Croppable
  logo: Box | undefined
}

/**
 * Wide frames: the type stands beside the picture. Tall ones: above it, and the picture takes what is left of the sheet. Square ones
 * are set alike, with smaller type, so that a picture that must be whole stays large. Type and print share one edge.
 */
export function planLayout(
  size: Size,
  words: Words,
  { font, cover, logoSize }: { font: FontStyle; cover: Croppable; logoSize?: Size | undefined },
): Layout {
  const { safe: whole, shape } = planFrame(size)
  const safe = insetBox(whole, SHIFT_PX)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const logo = logoSize && shape === 'SQUARE' ? placeLogo(logoSize, safe, isMirrored) : undefined
  const plan = { size, safe, words, font, isMirrored, cover, logo }
  if (shape === 'WIDE') return planWide(plan, logoSize)
  return size.height > 1.2 * size.width ? planTall(plan) : planSquare(plan)
}

/** At the head of the sheet, where the title's lines end. */
function placeLogo(size: Size, safe: Box, isMirrored: boolean): Box {
  const { width, height } = fitLogoSize(size, LOGO_PX)
  return { x: isMirrored ? safe.x : safe.x + safe.width - width, y: safe.y, width, height }
}

/** What a logo leaves to the type, and from where on the print and the signs beside the artist are below it. */
function findHead(safe: Box, isMirrored: boolean, logo: Box | undefined): { room: Box; least: number } {
  if (!logo) return { room: safe, least: 0 }
  const taken = logo.width + LOGO_PX.air
  const room = { ...safe, x: isMirrored ? safe.x + taken : safe.x, width: safe.width - taken }
  return { room, least: logo.height + LOGO_PX.air + 2 * PROOF_PX }
}

function planTall({ size, safe, words, font, isMirrored, cover, logo }: Plan): Layout {
  const isTall = size.height > 1.45 * size.width
  const head = findHead(safe, isMirrored, logo)
  const type = fitType(words, head.room.width, {
    font,
    isMirrored,
    titlePx: isTall ? 360 : 210,
    titleHeight: isTall ? 0.235 * size.height : 0.18 * size.height,
    artistPx: isTall ? 76 : 60,
    leavesRoom: !isTall,
  })
  const heightPx = Math.max(type.heightPx, head.least)
  const top = heightPx > 0 ? safe.y + heightPx + GAP_PX : safe.y
  // As far from the right edge as the type is from the left: the platform's buttons may lie on a picture.
  const room = { x: safe.x, y: top, width: size.width - 2 * safe.x, height: size.height - MARGIN_PX - top }
  const picture = fitPrint(cover, room, isMirrored ? 1 : 0)
  const signs = placeSigns(
    isMirrored ? picture.x + picture.width : safe.x,
    safe.y - 2.4 * PROOF_PX,
    isMirrored,
  )
  const besideArtist = placeSigns(
    isMirrored ? safe.x : safe.x + safe.width,
    top - GAP_PX - PROOF_PX,
    !isMirrored,
  )
  // Above the type in a tall frame; in others the margin is too narrow, and they lie opposite the artist.
  const texts = type.place(head.room.x, safe.y)
  return { picture, texts, ...keepClear(isTall ? signs : besideArtist, texts), ...(logo && { logo }) }
}

/** Beside a print that must be narrower than the sheet, the signs need a column so wide. */
const COLUMN_PX = 190

function planSquare({ size, safe, words, font, isMirrored, cover, logo }: Plan): Layout {
  const head = findHead(safe, isMirrored, logo)
  const type = fitType(words, head.room.width, {
    font,
    isMirrored,
    titlePx: 150,
    titleHeight: 0.12 * size.height,
    artistPx: 52,
    leavesRoom: true,
  })
  const heightPx = Math.max(type.heightPx, head.least)
  const top = heightPx > 0 ? safe.y + heightPx + 0.7 * GAP_PX : safe.y
  const room = { x: safe.x, y: top, width: safe.width, height: size.height - MARGIN_PX - top }
  const picture = fitPrint(cover, room, isMirrored ? 1 : 0)
  const far = isMirrored ? safe.x : safe.x + safe.width
  const besideArtist = placeSigns(far, top - 0.7 * GAP_PX - PROOF_PX, !isMirrored)
  const atFoot = placeSigns(
    isMirrored ? picture.x - GAP_PX : picture.x + picture.width + GAP_PX,
    picture.y + picture.height - PROOF_PX,
    isMirrored,
  )
  const hasColumn = safe.width - picture.width >= COLUMN_PX
  const texts = type.place(head.room.x, safe.y)
  return { picture, texts, ...keepClear(hasColumn ? atFoot : besideArtist, texts), ...(logo && { logo }) }
}

/** A logo stands at the foot of the type, and the printer's signs at the other end of that line. */
function planWide({ size, safe, words, font, isMirrored, cover }: Plan, logoSize?: Size): Layout {
  const widest = Math.min(safe.height, 0.54 * size.width)
  const room = {
    x: isMirrored ? safe.x : safe.x + safe.width - widest,
    y: safe.y,
    width: widest,
    height: safe.height,
  }
  const picture = fitPrint(cover, room, isMirrored ? 0 : 1)
  const left = isMirrored ? picture.x + picture.width + 1.6 * GAP_PX : safe.x
  const right = isMirrored ? safe.x + safe.width : picture.x - 1.6 * GAP_PX
  const mark = logoSize && fitLogoSize(logoSize, WIDE_LOGO_PX)
  const type = fitType(words, right - left, {
    font,
    isMirrored,
    titlePx: 400,
    titleHeight: 0.66 * safe.height - (mark ? mark.height + LOGO_PX.air : 0),
    artistPx: 84,
  })
  const foot = safe.y + safe.height
  const [first, last] = isMirrored ? [right, left] : [left, right]
  const signs = placeSigns(mark ? last : first, foot - PROOF_PX, mark ? !isMirrored : isMirrored)
  const texts = type.place(left, safe.y)
  if (!mark) return { picture, texts, ...keepClear(signs, texts) }
  const logo = { x: isMirrored ? right - mark.width : left, y: foot - mark.height, ...mark }
  return { picture, texts, ...keepClear(signs, texts), logo }
}

/** The proof of the inks and the printer's mark beside it, from an edge on. */
function placeSigns(edge: number, y: number, isMirrored: boolean): Signs {
  const way = isMirrored ? -1 : 1
  const mark = { x: edge + way * (PROOF_WIDTH + 1.6) * PROOF_PX, y, radius: 0.62 * PROOF_PX }
  return { proof: { x: edge + (way * PROOF_WIDTH * PROOF_PX) / 2, y, radius: PROOF_PX }, mark }
}

/** So wide are both signs, and the air between them and type that moves with its plate. */
const SIGNS_PX = (PROOF_WIDTH + 1.6 + 0.62 * 1.55) * PROOF_PX
const SIGNS_AIR_PX = 36

/** Where type already stands, a sheet has no signs: they would be print on print. */
function keepClear(signs: Signs, texts: readonly PlacedText[]): Pick<Layout, 'signs'> {
  const { proof, mark } = signs
  const reach = 0.5 * PROOF_WIDTH * PROOF_PX + SIGNS_AIR_PX
  const left = Math.min(proof.x, mark.x) - reach
  const right = Math.max(proof.x, mark.x) + reach
  const isTaken = texts.some(({ box, layout: { lines, ink } }) => {
    const isBeside = box.x + ink.right <= left || box.x + ink.left >= right
    const isApart = box.y + ink.bottom <= proof.y - PROOF_PX || box.y + ink.top >= proof.y + PROOF_PX
    return lines.length > 0 && !isBeside && !isApart
  })
  return isTaken ? {} : { signs }
}

/** Shapes that are tried between the room's and the cover's own. */
const STEPS = 12

/** The largest part of a room that shows the cover's subject whole; at worst it has the cover's own shape. */
function fitPrint(cover: Croppable, room: Box, align: number): Box {
  const own = cover.width / cover.height
  const ratio = room.width / room.height
  for (let i = 0; i <= STEPS; i++) {
    const tried = placeInside(room, ratio + ((own - ratio) * i) / STEPS, align, 0)
    if (findKeepingCrop(cover, tried)) return tried
  }
  return placeInside(room, own, align, 0)
}

type TypeWish = {
  font: FontStyle
  isMirrored: boolean
  titlePx: number
  titleHeight: number
  artistPx: number
  /** Whether the signs stand beside the artist. */
  leavesRoom?: boolean
}

/** An artist makes room for the signs, as long as that takes no more of the size. */
const LEAST_ARTIST = 0.86

function fitType({ kicker, title, artist }: Words, width: number, wish: TypeWish) {
  const { font, isMirrored, titlePx, titleHeight, leavesRoom } = wish
  const beside = { width: width - SIGNS_PX - 2 * SIGNS_AIR_PX, height: 1.9 * wish.artistPx }
  const line = leavesRoom
    ? fitText(artist, beside, { font, role: 'TEXT', maxSizePx: wish.artistPx, minSizePx: 8, maxLines: 1 })
    : undefined
  const isRoomy = line?.lines.length === 1 && line.sizePx >= LEAST_ARTIST * wish.artistPx
  const artistPx = isRoomy ? line.sizePx : wish.artistPx
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
      maxHeightPx: 1.9 * wish.artistPx,
      gapPx: 24,
    },
  ]
  return fitColumn(texts, width)
}
