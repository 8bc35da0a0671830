import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { chance } from '@songreel/kit/core'
import { drawCover } from '@songreel/kit/drawing'
import {
  type CoverData,
  describeCover,
  describePhoto,
  type PaletteOptions,
  type PhotoData,
  type Picture,
  SAMPLE_PX,
} from '@songreel/kit/input'
import { paintSubject, SUBJECT_NAMES, type SubjectName } from './rehearsal-subjects.ts'

/**
 * Covers that need no file. NIGHT_SEA resembles a photograph, ART is a drawn cover without type, DRAWN is what a song
 * without a cover gets; the others are what artists really upload and templates must survive.
 */
export const COVER_NAMES = [
  'NIGHT_SEA',
  'ART',
  'DRAWN',
  'DARK',
  'LIGHT',
  'GREY',
  'RED',
  'TINY',
  'WIDE',
] as const

/** One of the covers that need no file. */
export type RehearsalCover = (typeof COVER_NAMES)[number]

/** What a cover is painted for. */
export type CoverWish = PaletteOptions & {
  song: { title: string; artist: string }
  seed: number
  sidePx: number
}

/** Paints one of the covers and finds its colours, as if it had been read from a file. */
export function paintCover(name: RehearsalCover | SubjectName, wish: CoverWish): CoverData {
  const sample = paintPicture(name, { ...wish, sidePx: SAMPLE_PX })
  return describeCover(paintPicture(name, wish), sample, wish, name === 'DRAWN')
}

/** Paints the same as a photograph of the artist. */
export function paintPhoto(
  name: RehearsalCover | SubjectName,
  wish: Pick<CoverWish, 'song' | 'seed' | 'sidePx'>,
): PhotoData {
  return describePhoto(paintPicture(name, wish), paintPicture(name, { ...wish, sidePx: SAMPLE_PX }))
}

function paintPicture(
  name: RehearsalCover | SubjectName,
  { song, seed, sidePx }: Pick<CoverWish, 'song' | 'seed' | 'sidePx'>,
): Picture {
  if (isSubject(name)) return toPicture(sidePx, sidePx, (ctx) => paintSubject(name, ctx, sidePx))
  if (name === 'DRAWN' || name === 'ART') return drawCover({ song, seed, hasType: false, maxSidePx: sidePx })
  if (name === 'TINY') return toPicture(48, 48, (ctx) => paintSquares(ctx, 48))
  if (name === 'WIDE') return toPicture(sidePx, Math.round(sidePx * 0.5625), (ctx) => paintNight(ctx, sidePx))
  const draw = { NIGHT_SEA: paintNight, DARK: paintDark, LIGHT: paintLight, GREY: paintGrey, RED: paintRed }[
    name
  ]
  return toPicture(sidePx, sidePx, (ctx) => draw(ctx, sidePx))
}

function isSubject(name: RehearsalCover | SubjectName): name is SubjectName {
  return (SUBJECT_NAMES as readonly string[]).includes(name)
}

function toPicture(width: number, height: number, draw: (ctx: SKRSContext2D) => void): Picture {
  const ctx = createCanvas(width, height).getContext('2d')
  draw(ctx)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4))
  pixels.set(ctx.getImageData(0, 0, width, height).data)
  return { pixels, width, height, originalWidth: width, originalHeight: height, hasAlpha: false }
}

function fillGradient(ctx: SKRSContext2D, line: [number, number, number, number], stops: string[]): void {
  const gradient = ctx.createLinearGradient(...line)
  for (const [i, stop] of stops.entries()) gradient.addColorStop(i / (stops.length - 1), stop)
  ctx.fillStyle = gradient
}

/** A low sun over water under the first stars. */
function paintNight(ctx: SKRSContext2D, side: number): void {
  const { width, height } = ctx.canvas
  const horizon = height * 0.66
  fillGradient(ctx, [0, 0, width * 0.12, horizon], ['#0b0d33', '#2b185c', '#7a2870', '#d9484a', '#ff9a5c'])
  ctx.fillRect(0, 0, width, horizon)
  for (let i = 0; i < 260; i++) {
    const y = chance(3, 'star y', i) ** 1.6 * horizon * 0.8
    ctx.globalAlpha = chance(3, 'star light', i) * (1 - y / horizon)
    ctx.fillStyle = '#ffffff'
    const radius = (0.4 + chance(3, 'star size', i)) * side * 0.0014
    ctx.beginPath()
    ctx.arc(chance(3, 'star x', i) * width, y, radius, 0, 7)
    ctx.fill()
  }
  ctx.globalAlpha = 1
  paintSun(ctx, width * 0.62, horizon - side * 0.06, side * 0.11)
  fillGradient(ctx, [0, horizon, 0, height], ['#b23f55', '#5b2364', '#1b1248', '#0b0a2a'])
  ctx.fillRect(0, horizon, width, height - horizon)
  paintRipples(ctx, { left: width * 0.62, horizon, height, side })
}

function paintSun(ctx: SKRSContext2D, x: number, y: number, radius: number): void {
  const light = ctx.createRadialGradient(x, y, radius * 0.5, x, y, radius * 4)
  light.addColorStop(0, 'rgba(255, 214, 150, 0.75)')
  light.addColorStop(0.4, 'rgba(255, 150, 90, 0.25)')
  light.addColorStop(1, 'rgba(255, 120, 80, 0)')
  ctx.fillStyle = light
  ctx.fillRect(x - radius * 4, y - radius * 4, radius * 8, radius * 8)
  ctx.fillStyle = '#ffe6b8'
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, 7)
  ctx.fill()
}

function paintRipples(
  ctx: SKRSContext2D,
  { left, horizon, height, side }: { left: number; horizon: number; height: number; side: number },
): void {
  for (let i = 0; i < 150; i++) {
    const depth = chance(5, 'ripple depth', i)
    const y = horizon + depth ** 1.5 * (height - horizon)
    const reach = side * (0.05 + 0.16 * depth)
    const x = left + (chance(5, 'ripple x', i) - 0.5) * 2 * reach
    ctx.globalAlpha = 0.5 * (1 - depth) + 0.08
    ctx.fillStyle = '#ffc98a'
    ctx.fillRect(x - reach * 0.3, y, reach * 0.6 * chance(5, 'ripple length', i), side * 0.0025 * (1 + depth))
  }
  ctx.globalAlpha = 1
}

function paintDark(ctx: SKRSContext2D, side: number): void {
  ctx.fillStyle = '#020203'
  ctx.fillRect(0, 0, side, side)
  ctx.fillStyle = '#0b0b10'
  ctx.fillRect(side * 0.3, side * 0.3, side * 0.4, side * 0.4)
}

function paintLight(ctx: SKRSContext2D, side: number): void {
  ctx.fillStyle = '#ffffff'
  ctx.fillRect(0, 0, side, side)
  ctx.fillStyle = '#f2efe6'
  ctx.fillRect(0, side * 0.6, side, side * 0.4)
  ctx.fillStyle = '#f6c9b8'
  ctx.beginPath()
  ctx.arc(side * 0.5, side * 0.52, side * 0.16, 0, 7)
  ctx.fill()
}

function paintGrey(ctx: SKRSContext2D, side: number): void {
  fillGradient(ctx, [0, 0, side, side], ['#d8d8d8', '#8a8a8a', '#3a3a3a'])
  ctx.fillRect(0, 0, side, side)
  for (let i = 0; i < 9; i++) {
    ctx.fillStyle = i % 2 ? '#1c1c1c' : '#efefef'
    ctx.fillRect(side * (0.12 + i * 0.085), side * (0.2 + (i % 4) * 0.08), side * 0.05, side * 0.5)
  }
}

function paintRed(ctx: SKRSContext2D, side: number): void {
  ctx.fillStyle = '#e1000f'
  ctx.fillRect(0, 0, side, side)
  ctx.fillStyle = '#16a34a'
  ctx.fillRect(side * 0.1, side * 0.1, side * 0.3, side * 0.3)
}

function paintSquares(ctx: SKRSContext2D, side: number): void {
  const colours = ['#f4d35e', '#ee964b', '#f95738', '#0d3b66']
  for (const [i, colour] of colours.entries()) {
    ctx.fillStyle = colour
    ctx.fillRect((i % 2) * (side / 2), Math.floor(i / 2) * (side / 2), side / 2, side / 2)
  }
}
