import type { Frame } from '../compose/frame.ts'
import type { Box, Size } from '../geometry.ts'
import type { LottieFilm } from '../layers/lottie.ts'
import { type DrawImage, fillLottie, type LottieFilling } from '../lottie/fill-lottie.ts'
import { listSlots } from '../lottie/list-slots.ts'
import { findLength, type Lottie } from '../lottie/lottie-file.ts'
import { type LottiePlay, planPlay } from '../lottie/plan-play.ts'
import { drawRest, type LottiePixels } from '../lottie/try-lottie.ts'
import type { Cover } from '../paint/create-cover.ts'
import { drawToUrl } from '../paint/draw-to-url.ts'
import type { FontStyle } from '../paint/font-families.ts'
import type { Palette } from '../paint/palette.ts'
import { drawFilling } from '../paint/shapes.ts'
import type { AudioTrack } from '../track/audio-track.ts'

/** What the animations of a brand are filled with: a slot, layer or fill of this name is bound by itself. */
export type BrandFilling = {
  song: { title: string; artist: string; album: string }
  palette: Palette
  font: FontStyle
  /** The line of the end card. */
  words?: string | undefined
  cover: DrawImage
  logo?: DrawImage | undefined
}

const MOST_DENSITY = 8

/** An animation of a brand as a film, filled when it is first drawn. */
export function filmOf(lottie: Lottie, box: Size, filling: BrandFilling): LottieFilm {
  const density = Math.min(MOST_DENSITY, Math.max(box.width / lottie.w, box.height / lottie.h))
  let text: string | undefined
  const read = () => {
    text ??= fillLottie(lottie, bind(lottie, filling, density))
    return text
  }
  return { width: lottie.w, height: lottie.h, frames: lottie.op - lottie.ip, read }
}

/** The picture with which an animation ends once it is filled, with a longer side of so many pixels. */
export function drawFilledRest(
  lottie: Lottie,
  maxSidePx: number,
  filling: BrandFilling,
): LottiePixels | undefined {
  return drawRest(lottie, maxSidePx, (density) => bind(lottie, filling, density))
}

/** The cover in a picture of any size. */
export function drawCoverUrl(cover: Cover): DrawImage {
  return (wished) => drawToUrl(wished, (ctx) => drawFilling(ctx, cover, { x: 0, y: 0, ...wished }))
}

/** Plays once from a moment on, then rests. */
export function playFrom(lottie: Lottie, audio: AudioTrack, startSecs: number): LottiePlay {
  const play = planPlay({ plays: 'ONCE' }, findLength(lottie), audio)
  return {
    ...play,
    stepAt: ({ secs }: Pick<Frame, 'secs'>) => play.stepAt({ secs: Math.max(0, secs - startSecs) }),
  }
}

/** The box of a part of an animation, where another part of it fills a box. */
export function placeView(view: Box, part: Box, box: Box): Box {
  const scale = box.width / part.width
  return {
    x: box.x + (view.x - part.x) * scale,
    y: box.y + (view.y - part.y) * scale,
    width: view.width * scale,
    height: view.height * scale,
  }
}

/** What moves around a logo that plays is seen so far, in parts of the logo. */
export const STING_REACH = 0.5

/** A box larger by a part of itself on every side, inside of a size. */
export function growWithin(box: Box, by: number, { width, height }: Size): Box {
  const left = Math.max(0, box.x - by * box.width)
  const top = Math.max(0, box.y - by * box.height)
  const right = Math.min(width, box.x + (1 + by) * box.width)
  const bottom = Math.min(height, box.y + (1 + by) * box.height)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function bind(
  lottie: Lottie,
  { song, palette, font, words, cover, logo }: BrandFilling,
  density: number,
): LottieFilling {
  const names = listSlots(lottie)
  const texts: Record<string, string | undefined> = {
    title: song.title,
    artist: song.artist,
    album: song.album,
    text: words,
  }
  const { accent, accent2, text, background } = palette
  const colours: Record<string, string | undefined> = { accent, accent2, text, background }
  const images: Record<string, DrawImage | undefined> = { cover, logo }
  return {
    text: match(names.text, texts),
    colour: match(names.colour, colours),
    image: match(names.image, images),
    font,
    density,
  }
}

/** Names are compared without their case; Object's own are none. */
function match<T>(names: readonly string[], values: Record<string, T | undefined>): Map<string, T> {
  const found = new Map<string, T>()
  for (const name of names) {
    const key = name.trim().toLowerCase()
    const value = Object.hasOwn(values, key) ? values[key] : undefined
    if (value !== undefined) found.set(name, value)
  }
  return found
}
