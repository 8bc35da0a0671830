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
import { type HeadText, planCaption, planHead } from './layout.ts'
import { drawOnInRoom, fillRoom, layAtFoot, layAtHead, type Picture } from './pictures.ts'
import type { Room } from './poster.ts'

/** How a phrase and the cover share the frame: the room of the words, and the picture. */
export type SetUp = { words: Room; picture: Picture }

/** The names that never move, the set-ups between which phrases cut, the first with the larger picture, and room for a brand's logo. */
export type Stage = { texts: readonly HeadText[]; setUps: readonly SetUp[]; logo?: Box }

/** Between words and picture, in pixels of a short side of 1080. */
const GAP = 44
/** The words' least height over a large picture, in such pixels. */
const LEAST_WORDS = 380
/** In a square: what the cover has of the frame's height, the air above it, and above and below the names, in such pixels: flush with the frame's head it would look slipped. */
const SQUARE = { cover: 0.565, top: 52, gap: 28 }
/** A brand's logo at the other end of the names' line there, in pixels of a short side of 1080, and its air. */
const LOGO = { width: 260, height: 84, tallest: 100, air: 40 }

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
 * All of the cover in the middle of the frame's head, the names as one line below it, and every phrase whole at the foot: one set-up that
 * never changes. With the cover at the foot it would be the poster that says OUT NOW.
 */
function planSquare(frame: FrameLayout, { song, font, cover, logoSize }: StageWish): Stage {
  const { size, safe, scale } = frame
  const picture = layAtHead(cover, {
    x: 0,
    y: scale(SQUARE.top),
    width: size.width,
    height: SQUARE.cover * size.height,
  })
  const y = picture.box.y + picture.box.height + scale(SQUARE.gap)
  const mark = logoSize && fitLogo(frame, logoSize)
  const isRtl = isRightToLeft(song.title)
  const taken = mark ? mark.width + scale(LOGO.air) : 0
  const room = { ...safe, x: safe.x + (isRtl ? taken : 0), y, width: safe.width - taken }
  const names = planCaption(frame, { song, font, room, isCentred: !mark })
  const namesPx = Math.max(...names.map(({ box }) => box.y + box.height - y))
  const rowPx = Math.max(namesPx, mark?.height ?? 0)
  const texts = names.map((text) => ({
    ...text,
    box: { ...text.box, y: text.box.y + (rowPx - namesPx) / 2 },
  }))
  const top = y + rowPx + scale(SQUARE.gap)
  const words = { ...safe, y: top, height: safe.y + safe.height - top, isCentred: true }
  if (!mark) return { texts, setUps: [{ words, picture }] }
  const x = isRtl ? safe.x : safe.x + safe.width - mark.width
  return { texts, setUps: [{ words, picture }], logo: { ...mark, x, y: y + (rowPx - mark.height) / 2 } }
}

function fitLogo({ scale }: FrameLayout, logoSize: Size): Size {
  const { width, height, tallest } = LOGO
  return fitLogoSize(logoSize, { width: scale(width), height: scale(height), tallest: scale(tallest) })
}
