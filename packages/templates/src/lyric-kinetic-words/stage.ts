import {
  type Box,
  type Cover,
  type FontStyle,
  type FrameLayout,
  isRightToLeft,
  type Song,
} from '@songreel/kit'
import { type Head, planFoot, planHead } from './layout.ts'
import { drawOnInRoom, fillRoom, layAtFoot, layInCorner, type Picture } from './pictures.ts'

/** How a phrase and the cover share the frame: the room of the words, and the picture. */
export type SetUp = { words: Box; picture: Picture }

/** The names, which never move, and the set-ups between which phrases cut: the first has the larger picture. */
export type Stage = { texts: Head['texts']; setUps: readonly SetUp[] }

/** Between words and picture, in pixels of a short side of 1080. */
const GAP = 40
/** The words' least height over a large picture, in such pixels. */
const LEAST_WORDS = 380
/** In a square: what the cover has of the frame's side, larger and smaller. */
const SQUARE = { large: 0.64, small: 0.5 }

type StageWish = { song: Song; font: FontStyle; cover: Cover }

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

/** The whole cover in the lower corner, beside the names. */
function planSquare(frame: FrameLayout, { song, font, cover }: StageWish): Stage {
  const { size, safe, scale } = frame
  const isRtl = isRightToLeft(song.title)
  const pictures = [SQUARE.large, SQUARE.small].map((share) => {
    const [width, height] = [share * size.width, share * size.height]
    const room = { x: isRtl ? 0 : size.width - width, y: size.height - height, width, height }
    return layInCorner(cover, room, !isRtl)
  })
  const widest = Math.max(...pictures.map(({ box }) => box.width))
  // The names stand in one place beside all that phrases cut between.
  const { texts } = planFoot(frame, { song, font, width: size.width - widest - safe.x - scale(GAP) })
  const setUps = pictures.map((picture) => {
    const foot = Math.min(picture.box.y, ...texts.map(({ box }) => box.y)) - scale(GAP)
    return { words: { ...safe, height: foot - safe.y }, picture }
  })
  return { texts, setUps }
}
