import { type Box, type FontStyle, isRightToLeft, type Size } from '@songreel/kit'
import { type Align, type Block, type PlacedText, setHeadline, type Words } from './set-type.ts'

/** What a poster is planned for, in pixels of a design whose short side is 1080. */
export type PosterWish = {
  size: Size
  words: Words
  font: FontStyle
  /** Of the cover: width in heights. */
  ratio: number
  /** Whether the cover may fill a box without a cut into its subject. */
  fills(box: Size): boolean
  /** The side of the code's plate; absent without a code, or where nobody could scan it. */
  codeSide?: number | undefined
  logoSize?: Size | undefined
}

/** Where everything stands: the type on plain colour, the cover beside or below it, flush with the frame's edges. */
export type Poster = {
  picture: Box
  headline: { box: Box; texts: PlacedText[]; isOnFoot: boolean }
  credits: PlacedText[]
  calls: PlacedText[]
  code?: Box
  /** The code keeps to the upper corner across from the type; else to the lower one on the type's edge. */
  isCodeAcross?: boolean
  logo?: Box
  /** True: everything keeps to its right edge. */
  isMirrored: boolean
  /** On the end card, which needs room: how large headline, credits and picture are, how far headline and credits go up, and the picture down out of the frame. */
  end: {
    headline: number
    rise?: number
    credits: number
    lift?: number
    picture: number
    slide: number
  }
}

/** How far all that is said rocks to either side. */
export const ROCK_PX = 14
/** How much the headline grows on a beat. */
export const SWELL = 0.025
/** Between all that is said, and from it to the picture. */
export const GAP = 44
/** A cover that is less flat would lose much in a band. */
export const FLAT = 1.25
/** Of the credits' height in a column, the artist's part; and how large a title may be there. */
export const ARTIST_PX = 90
export const CORNER_TITLE_PX = 150

/** Of a logo: its box, and the air beside it. */
export const LOGO_PX = { width: 300, height: 104, air: 72 }
/** In a square no headline is higher than this part of it, and beside a picture credits have so much. */
export const SQUARE_LINES = 0.27
export const BESIDE = 270

/** On an end card no headline gets smaller than this for a line below it. */
export const LEAST_HEADLINE = 0.58

/** The column of type keeps its edge, with room to rock and to swell. */
export function planColumn({ size, words, font }: PosterWish, column: Box) {
  const isMirrored = isRightToLeft(words.title || words.headline)
  const align: Align = isMirrored ? 'RIGHT' : 'LEFT'
  const room = { ...column, x: column.x + ROCK_PX, width: column.width - 2 * ROCK_PX }
  const put = (block: Block, y: number, x = room.x, width = room.width) =>
    block.place(isMirrored ? x + width - block.width : x, y)
  return {
    isMirrored,
    align,
    room,
    put,
    fitHeadline: (height: number) =>
      setHeadline(words.headline, { width: room.width / (1 + SWELL), height }, font, align),
    putHeadline: (block: Block, y: number, isOnFoot = false) => {
      const x = isMirrored ? room.x + room.width - block.width : room.x
      const { width, height } = block
      return { box: { x, y, width, height }, texts: block.place(x, y), isOnFoot }
    },
    /** A picture of a size in the corner of the foot that the type leaves. */
    inCorner: ({ width, height }: Size): Box => ({
      x: isMirrored ? 0 : size.width - width,
      y: size.height - height,
      width,
      height,
    }),
  }
}
