import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Box, chance } from '@songreel/kit/core'

/**
 * Covers with a subject whose place is known, to try what type does to it: somebody's head and shoulders, three people in a row, a
 * bird low at one side, and a lantern at the edge.
 */
export const SUBJECT_NAMES = ['PORTRAIT', 'GROUP', 'BIRD', 'LANTERN'] as const

/** One of them. */
export type SubjectName = (typeof SUBJECT_NAMES)[number]

/** Where the subject is, as ovals in fractions of the picture; faces apart from all else, and bodies, on which type may stand and logos may not. */
export type KnownSubject = { ovals: readonly Box[]; faces: readonly Box[]; bodies: readonly Box[] }

/** A head in fractions of the picture's side: its middle, and half of its width. */
type Head = { x: number; y: number; radius: number; skin: string; hair: string; coat: string }

/** Of a head's radius: how far below its middle that of a coat is, and half of the coat's width and height. */
const COAT = { below: 4.2, width: 2.1, height: 2.9 }

const PORTRAIT: Head = { x: 0.5, y: 0.3, radius: 0.13, skin: '#c98f6b', hair: '#2a1a12', coat: '#31507a' }
const PEOPLE: Head[] = [
  { x: 0.2, y: 0.36, radius: 0.075, skin: '#8a5a3c', hair: '#17110d', coat: '#a8442f' },
  { x: 0.5, y: 0.3, radius: 0.08, skin: '#d8a684', hair: '#6d4423', coat: '#2d5a4a' },
  { x: 0.79, y: 0.38, radius: 0.075, skin: '#b97f5b', hair: '#2a1a12', coat: '#c99a34' },
]
const BIRD: Box = { x: 0.62, y: 0.66, width: 0.22, height: 0.17 }
const LANTERN: Box = { x: 0.86, y: 0.16, width: 0.12, height: 0.16 }

/** Where the subjects of these covers are. */
export const KNOWN_SUBJECTS: Record<SubjectName, KnownSubject> = {
  PORTRAIT: { ovals: [], faces: [toFace(PORTRAIT)], bodies: [toBody(PORTRAIT)] },
  GROUP: { ovals: [], faces: PEOPLE.map(toFace), bodies: PEOPLE.map(toBody) },
  BIRD: { ovals: [BIRD], faces: [], bodies: [] },
  LANTERN: { ovals: [LANTERN], faces: [], bodies: [] },
}

/** Paints one of these covers, a square. */
export function paintSubject(name: SubjectName, ctx: SKRSContext2D, side: number): void {
  ctx.save()
  ctx.scale(side, side)
  if (name === 'PORTRAIT') paintPeople(ctx, [PORTRAIT], ['#aab4b8', '#6c7a80'])
  if (name === 'GROUP') paintPeople(ctx, PEOPLE, ['#c9c2b2', '#8d8674'])
  if (name === 'BIRD') paintBird(ctx)
  if (name === 'LANTERN') paintLantern(ctx)
  ctx.restore()
}

function toFace({ x, y, radius }: Head): Box {
  return { x: x - radius, y: y - 1.2 * radius, width: 2 * radius, height: 2.4 * radius }
}

/** Their coat, as it is painted. */
function toBody({ x, y, radius }: Head): Box {
  const [across, down] = [COAT.width * radius, COAT.height * radius]
  return { x: x - across, y: y + COAT.below * radius - down, width: 2 * across, height: 2 * down }
}

function paintPeople(ctx: SKRSContext2D, heads: readonly Head[], [above, below]: [string, string]): void {
  fillFrom(ctx, above, below)
  for (const head of heads) paintPerson(ctx, head)
}

function fillFrom(ctx: SKRSContext2D, above: string, below: string): void {
  const ground = ctx.createLinearGradient(0, 0, 0, 1)
  ground.addColorStop(0, above)
  ground.addColorStop(1, below)
  ctx.fillStyle = ground
  ctx.fillRect(0, 0, 1, 1)
}

function paintPerson(ctx: SKRSContext2D, { x, y, radius, skin, hair, coat }: Head): void {
  oval(ctx, x, y + COAT.below * radius, COAT.width * radius, COAT.height * radius, coat)
  oval(ctx, x, y + 1.2 * radius, 0.45 * radius, 0.8 * radius, shade(skin, 0.78))
  oval(ctx, x, y - 0.3 * radius, 1.12 * radius, 1.3 * radius, hair)
  const light = ctx.createRadialGradient(x - 0.2 * radius, y - 0.1 * radius, 0, x, y, 1.3 * radius)
  light.addColorStop(0, shade(skin, 1.12))
  light.addColorStop(0.7, skin)
  light.addColorStop(1, shade(skin, 0.66))
  oval(ctx, x, y + 0.12 * radius, 0.86 * radius, 1.1 * radius, light)
  for (const side of [-1, 1]) {
    const eye = x + 0.36 * side * radius
    oval(ctx, eye, y - 0.08 * radius, 0.24 * radius, 0.15 * radius, shade(skin, 0.62))
    oval(ctx, eye, y - 0.06 * radius, 0.17 * radius, 0.09 * radius, '#efe7de')
    oval(ctx, eye, y - 0.06 * radius, 0.09 * radius, 0.09 * radius, '#1a1210')
    ctx.fillStyle = shade(hair, 1.1)
    ctx.fillRect(eye - 0.23 * radius, y - 0.36 * radius, 0.46 * radius, 0.09 * radius)
    oval(ctx, x + 0.1 * side * radius, y + 0.42 * radius, 0.06 * radius, 0.04 * radius, shade(skin, 0.5))
  }
  oval(ctx, x, y + 0.2 * radius, 0.1 * radius, 0.28 * radius, shade(skin, 1.16))
  oval(ctx, x, y + 0.72 * radius, 0.32 * radius, 0.11 * radius, '#8a3a38')
}

/** Dark leaves all over, which are much busier than the bird. */
function paintBird(ctx: SKRSContext2D): void {
  fillFrom(ctx, '#2c4a2a', '#16280f')
  for (let i = 0; i < 900; i++) {
    const tone = ['#1f3d1a', '#2f5a24', '#1b3413'][i % 3]!
    const reach = 0.008 + 0.02 * chance(2, 'leaf', i)
    oval(ctx, chance(2, 'x', i), chance(2, 'y', i), reach, 0.6 * reach, tone)
  }
  const { x, y, width, height } = BIRD
  oval(ctx, x + 0.5 * width, y + 0.6 * height, 0.36 * width, 0.34 * height, '#e4572e')
  oval(ctx, x + 0.8 * width, y + 0.3 * height, 0.17 * width, 0.22 * height, '#f4a259')
  oval(ctx, x + 0.84 * width, y + 0.26 * height, 0.025 * width, 0.03 * width, '#101010')
  oval(ctx, x + 0.2 * width, y + 0.72 * height, 0.2 * width, 0.1 * height, '#8c2f14')
}

function paintLantern(ctx: SKRSContext2D): void {
  fillFrom(ctx, '#141a30', '#070912')
  const { x, y, width, height } = LANTERN
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  const light = ctx.createRadialGradient(middleX, middleY, 0, middleX, middleY, 0.17)
  light.addColorStop(0, 'rgba(255, 190, 96, 0.5)')
  light.addColorStop(1, 'rgba(255, 170, 80, 0)')
  ctx.fillStyle = light
  ctx.fillRect(0.6, 0, 0.4, 0.6)
  oval(ctx, middleX, middleY, 0.42 * width, 0.42 * height, '#ffcf7a')
  ctx.fillStyle = '#7a3414'
  ctx.fillRect(middleX - 0.25 * width, y, 0.5 * width, 0.08 * height)
  ctx.fillRect(middleX - 0.25 * width, y + 0.9 * height, 0.5 * width, 0.08 * height)
}

function oval(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  fill: SKRSContext2D['fillStyle'],
): void {
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.ellipse(x, y, radiusX, radiusY, 0, 0, 7)
  ctx.fill()
}

/** A `#rrggbb` colour, darker or lighter. */
function shade(colour: string, factor: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return `rgb(${parts.map((part) => Math.min(255, Math.round(part * factor))).join(', ')})`
}
