import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { chanceOf, seedOf } from './chance.ts'
import { COMPOSITIONS, type TypeArea } from './cover-compositions.ts'
import { COVER_SCHEMES, type CoverScheme } from './cover-schemes.ts'
import type { FontStyle } from './font-families.ts'
import type { Picture } from './picture.ts'
import { drawText, fitText } from './text.ts'

/** What a cover is drawn from. */
export type DrawnCoverOptions = {
  song: { title: string; artist: string }
  /** Another seed gives another cover of the same song. */
  seed: number
  /** False leaves title and artist out, for templates that must show no names. Default true. */
  hasType?: boolean
  /** Side of the square. Default 1600, or `maxSidePx` when that is less. */
  maxSidePx?: number
}

/** Draws a cover for a song that has none. The same song and seed give the same picture. */
export function drawCover({ song, seed, hasType = true, maxSidePx = 1600 }: DrawnCoverOptions): Picture {
  const sizePx = Math.min(1600, maxSidePx)
  const look = seedOf(song.title, song.artist, String(seed))
  const scheme = chanceOf(COVER_SCHEMES, look, 'scheme')
  const compose = chanceOf(COMPOSITIONS, look, 'composition')
  const canvas = createCanvas(sizePx, sizePx)
  const ctx = canvas.getContext('2d')
  ctx.fillStyle = scheme.ground
  ctx.fillRect(0, 0, sizePx, sizePx)
  const area = compose({ ctx, sizePx, scheme, seed: look })
  if (hasType) drawTitles(ctx, song, { sizePx, scheme, area, font: chanceOf(VOICES, look, 'voice') })
  addGrain(ctx, sizePx, look)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(sizePx * sizePx * 4))
  pixels.set(ctx.getImageData(0, 0, sizePx, sizePx).data)
  return {
    pixels,
    width: sizePx,
    height: sizePx,
    originalWidth: sizePx,
    originalHeight: sizePx,
    hasAlpha: false,
  }
}

const VOICES: readonly FontStyle[] = ['MODERN', 'GROTESK', 'SERIF', 'CONDENSED', 'MODERN', 'SERIF']
const MARGIN = 0.075

type Titling = { sizePx: number; scheme: CoverScheme; area: TypeArea; font: FontStyle }

/** Title and artist share a left edge; the artist is the quiet one. */
function drawTitles(ctx: SKRSContext2D, song: { title: string; artist: string }, titling: Titling): void {
  const { sizePx, scheme, area, font } = titling
  const left = MARGIN * sizePx
  const width = sizePx - 2 * left
  const height = (area.bottom - area.top) * sizePx
  const artist = fitText(
    song.artist,
    { width, height: height * 0.26 },
    {
      font,
      role: 'TEXT',
      maxSizePx: 0.042 * sizePx,
      maxLines: 1,
      anchor: area.anchor,
    },
  )
  const gap = song.artist === '' ? 0 : 0.028 * sizePx
  const artistHeight = artist.block.bottom - artist.block.top
  const titleHeight = height - artistHeight - gap
  const title = fitText(
    song.title,
    { width, height: titleHeight },
    {
      font,
      role: 'DISPLAY',
      maxSizePx: 0.15 * sizePx,
      minSizePx: 0.03 * sizePx,
      maxLines: 2,
      anchor: area.anchor,
    },
  )
  const top = area.top * sizePx
  if (area.anchor === 'TOP') {
    drawText(ctx, title, left, top, scheme.ink)
    drawText(ctx, artist, left, top + title.block.bottom + gap, scheme.ink)
  } else {
    drawText(ctx, title, left, top, scheme.ink)
    drawText(ctx, artist, left, top + titleHeight + gap - artist.block.top, scheme.ink)
  }
}

/** A breath of paper: flat fields look like software, and grain hides banding once the video is encoded. */
function addGrain(ctx: SKRSContext2D, sizePx: number, seed: number): void {
  const tile = createCanvas(GRAIN_PX, GRAIN_PX)
  const grain = tile.getContext('2d')
  const image = grain.createImageData(GRAIN_PX, GRAIN_PX)
  let state = seed | 1
  for (let at = 0; at < image.data.length; at += 4) {
    state = Math.imul(state, 1664525) + 1013904223
    const value = state >>> 24
    image.data[at] = value
    image.data[at + 1] = value
    image.data[at + 2] = value
    image.data[at + 3] = 255
  }
  grain.putImageData(image, 0, 0)
  ctx.save()
  ctx.globalCompositeOperation = 'overlay'
  ctx.globalAlpha = 0.07
  ctx.fillStyle = ctx.createPattern(tile, 'repeat')!
  ctx.fillRect(0, 0, sizePx, sizePx)
  ctx.restore()
}

const GRAIN_PX = 256
