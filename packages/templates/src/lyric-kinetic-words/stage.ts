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
import { type HeadText, planCaption, planColumn, planHead } from './layout.ts'
import { drawOnInRoom, fillRoom, layAcross, layAtFoot, layInCorner, type Picture } from './pictures.ts'

/** The names, the words and the cover, all of which keep their places, and room for a brand's logo. */
export type Stage = { texts: readonly HeadText[]; words: Box; picture: Picture; logo?: Box }

/** Between words and picture, in pixels of a short side of 1080. */
const GAP = 44
/** In a tall frame, in such pixels: the words' least height, and of the frame's height what a cover has of it if nothing of its subject is lost. */
const TALL = { words: 380, picture: 0.48 }
/** The most of the frame's width and height that a cover in its corner takes; one that would be no higher than the last of these lies across the head. */
const CORNER = { width: 0.58, height: 0.43, across: 0.36 }
/** From the cover to the words, to the names beside it and to the names below it, in pixels of a short side of 1080. */
const AIR = { words: 32, beside: 40, below: 28 }
/** A brand's logo below the names or at the other end of their line, in such pixels, and its air. */
const LOGO = { width: 260, height: 84, tallest: 100, air: 40 }

type StageWish = { song: Song; font: FontStyle; cover: Cover; logoSize?: Size | undefined }

/** In a tall frame the words stand above the cover, else below it. */
export function planStage(frame: FrameLayout, wish: StageWish): Stage {
  if (frame.shape === 'TALL') return planTall(frame, wish)
  const { width, height } = frame.size
  const isAcross = (width * wish.cover.height) / wish.cover.width <= CORNER.across * height
  return isAcross ? planAcross(frame, wish) : planCorner(frame, wish)
}

/** A band of the cover at the foot where that leaves its subject whole; else all of it. */
function planTall(frame: FrameLayout, { song, font, cover }: StageWish): Stage {
  const { size, safe, scale } = frame
  const { width, height } = size
  const { texts, below } = planHead(frame, song, font)
  const most = height - below.y - scale(TALL.words + GAP)
  const whole = Math.min(most, width, (width * cover.height) / cover.width)
  const room = (high: number) => ({ x: 0, y: height - high, width, height: high })
  const fill = (high: number) => {
    const across = { box: room(high), anchor: { x: 0.5, y: 0 } }
    return fillRoom(cover, across) ?? drawOnInRoom(cover, across)
  }
  const highs = [TALL.picture * height, whole]
  const picture =
    highs.reduce<Picture | undefined>((found, high) => found ?? fill(high), undefined) ??
    layAtFoot(cover, room(whole), safe.x)
  const foot = Math.min(safe.y + safe.height, picture.box.y - scale(GAP))
  return { texts, words: { ...below, height: foot - below.y }, picture }
}

/** The whole cover in the corner opposite the names, flush with the frame: below it rows have all the width between the margins. */
function planCorner(frame: FrameLayout, { song, font, cover, logoSize }: StageWish): Stage {
  const { size, safe, scale } = frame
  const isRtl = isRightToLeft(song.title)
  const corner = { x: 0, y: 0, width: CORNER.width * size.width, height: CORNER.height * size.height }
  const across = { ...corner, x: isRtl ? 0 : size.width - corner.width }
  const picture = layInCorner(cover, across, { isRight: !isRtl, isTop: true })
  const foot = picture.box.height
  const mark = logoSize && fitLogo(frame, logoSize)
  const width = size.width - safe.x - picture.box.width - scale(AIR.beside)
  const x = isRtl ? picture.box.width + scale(AIR.beside) : safe.x
  const taken = mark ? mark.height + scale(LOGO.air) : 0
  const texts = planColumn(frame, {
    song,
    font,
    room: { x, y: safe.y, width, height: foot - safe.y - taken },
  })
  const words = restOf(frame, foot)
  if (!mark) return { texts, words, picture }
  return {
    texts,
    words,
    picture,
    logo: { ...mark, x: isRtl ? x + width - mark.width : x, y: foot - mark.height },
  }
}

/** A very wide cover lies across the head of the frame, with the names as one line below it. */
function planAcross(frame: FrameLayout, { song, font, cover, logoSize }: StageWish): Stage {
  const { size, safe, scale } = frame
  const picture = layAcross(cover, size.width)
  const y = picture.box.height + scale(AIR.below)
  const mark = logoSize && fitLogo(frame, logoSize)
  const isRtl = isRightToLeft(song.title)
  const taken = mark ? mark.width + scale(LOGO.air) : 0
  const room = { ...safe, x: safe.x + (isRtl ? taken : 0), y, width: safe.width - taken }
  const names = planCaption(frame, { song, font, room })
  const namesPx = Math.max(...names.map(({ box }) => box.y + box.height - y))
  const rowPx = Math.max(namesPx, mark?.height ?? 0)
  const texts = names.map((text) => ({
    ...text,
    box: { ...text.box, y: text.box.y + (rowPx - namesPx) / 2 },
  }))
  const words = restOf(frame, y + rowPx)
  if (!mark) return { texts, words, picture }
  const x = isRtl ? safe.x : safe.x + safe.width - mark.width
  return { texts, words, picture, logo: { ...mark, x, y: y + (rowPx - mark.height) / 2 } }
}

/** What is left to the words below something. */
function restOf({ safe, scale }: FrameLayout, foot: number): Box {
  const y = foot + scale(AIR.words)
  return { ...safe, y, height: safe.y + safe.height - y }
}

function fitLogo({ scale }: FrameLayout, logoSize: Size): Size {
  const { width, height, tallest } = LOGO
  return fitLogoSize(logoSize, { width: scale(width), height: scale(height), tallest: scale(tallest) })
}
