import {
  type Box,
  type Cover,
  type FontStyle,
  type FrameLayout,
  fitLogoSize,
  isRightToLeft,
  type Size,
  type Song,
} from '@songreel/kit'
import { type HeadText, planBeside, planHead } from './layout.ts'
import { drawOnInRoom, fillRoom, layAtFoot, layAtSide, layPart, type Picture } from './pictures.ts'
import type { Room } from './split.ts'

/** How a phrase and the cover share the frame: the room of the words, the picture, and the names where they go along with it. */
export type SetUp = { words: Room; picture: Picture; texts?: readonly HeadText[] }

/** The names that never move, the set-ups between which phrases cut, the first with the larger picture, and room for a brand's logo. */
export type Stage = { texts: readonly HeadText[]; setUps: readonly SetUp[]; logo?: Box }

/** Between words and picture, in pixels of a short side of 1080. */
const GAP = 44
/** The words' least height over a large picture, in such pixels. */
const LEAST_WORDS = 380
/** In a square: what the cover has of the frame's side at its head, and between the two halves of a phrase, where a part of it is as wide as all of it at the head. */
const SQUARE = { large: 0.62, between: 0.4, widest: 0.56 }
/** A brand's logo above the names there, in pixels of a short side of 1080, and its air. */
const LOGO = { width: 270, height: 92, tallest: 120, air: 40 }

type StageWish = { song: Song; font: FontStyle; cover: Cover; logoSize?: Size | undefined }

/** The words above and the cover below them, as large as it can be or smaller: it is always seen. */
export function planStage(frame: FrameLayout, wish: StageWish): Stage {
  return frame.shape === 'TALL' ? planTall(frame, wish) : planSquare(frame, wish)
}

/** A band of the cover at the foot where that leaves its subject whole; else all of it, in one size. */
function planTall(frame: FrameLayout, { song, font, cover }: StageWish): Stage {
  const { size, safe, scale } = frame
  const { width, height } = size
  const { texts, below } = planHead(frame, song, font)
  const most = height - below.y - scale(LEAST_WORDS + GAP)
  const large = Math.min(most, width, (width * cover.height) / cover.width)
  const low = height - safe.y - safe.height + scale(GAP)
  const room = (high: number) => ({ x: 0, y: height - high, width, height: high })
  const fill = (high: number) => {
    const across = { box: room(high), anchor: { x: 0.5, y: 0 } }
    return fillRoom(cover, across) ?? drawOnInRoom(cover, across)
  }
  const pictures = [fill(large) ?? layAtFoot(cover, room(large), safe.x), fill(low)]
  const setUps = pictures.flatMap((picture) => {
    if (!picture) return []
    const foot = Math.min(safe.y + safe.height, picture.box.y - scale(GAP))
    return [{ words: { ...below, height: foot - below.y }, picture }]
  })
  return { texts, setUps }
}

/**
 * The cover at the side where reading ends, beside the names: all of it in the upper corner over a huge phrase, or a band of it between the two
 * halves of one, if that leaves its subject whole.
 * With the cover at the foot it would be the poster that says OUT NOW.
 */
function planSquare(frame: FrameLayout, { song, font, cover, logoSize }: StageWish): Stage {
  const { size, safe, scale } = frame
  const isRight = !isRightToLeft(song.title)
  const gap = scale(GAP)
  const { high, middle } = layPictures(cover, size, isRight)
  const beside = ({ box }: Picture): Box => {
    const width = size.width - box.width - safe.x - gap
    const y = Math.max(safe.y, box.y)
    return { x: isRight ? safe.x : safe.x + safe.width - width, y, width, height: box.y + box.height - y }
  }
  const under = ({ box }: Picture): Box => {
    const y = box.y + box.height + gap
    return { ...safe, y, height: safe.y + safe.height - y }
  }
  const over = { ...safe, height: middle.box.y - gap - safe.y }
  const logo = logoSize && placeLogo(frame, logoSize, { room: beside(middle), isRight })
  const setUps = [
    { picture: high, words: under(high) },
    { picture: middle, words: { ...over, below: under(middle) } },
  ].map((setUp) => {
    const room = beside(setUp.picture)
    const top = logo ? logo.y + logo.height + scale(LOGO.air) : room.y
    const below = { ...room, y: top, height: room.y + room.height - top }
    return { ...setUp, texts: planBeside(frame, { song, font, room: below }) }
  })
  return { texts: [], setUps, ...(logo && { logo }) }
}

function layPictures(
  cover: Cover,
  { width, height }: Size,
  isRight: boolean,
): { high: Picture; middle: Picture } {
  const { large, between, widest } = SQUARE
  const room = (across: number, down: number, y: number): Box => ({
    x: isRight ? (1 - across) * width : 0,
    y: y * height,
    width: across * width,
    height: down * height,
  })
  return {
    high: layAtSide(cover, room(large, large, 0), { isRight, down: 0 }),
    middle:
      layPart(cover, {
        box: room(large, between, (1 - between) / 2),
        anchor: { x: isRight ? 1 : 0, y: 0.5 },
      }) ?? layAtSide(cover, room(widest, between, (1 - between) / 2), { isRight, down: 0.5 }),
  }
}

function placeLogo(
  { scale }: FrameLayout,
  logoSize: Size,
  { room, isRight }: { room: Box; isRight: boolean },
): Box {
  const { width, height, tallest } = LOGO
  const mark = fitLogoSize(logoSize, { width: scale(width), height: scale(height), tallest: scale(tallest) })
  return { ...mark, x: isRight ? room.x : room.x + room.width - mark.width, y: room.y }
}
