import type { SKRSContext2D } from '@napi-rs/canvas'
import { chance, chanceBetween, chanceOf } from './chance.ts'
import { mixColours, withAlpha } from './colour.ts'
import type { CoverScheme } from './cover-schemes.ts'

/** What a composition paints with; one unit is one side of the square. */
export type Easel = { ctx: SKRSContext2D; sizePx: number; scheme: CoverScheme; seed: number }

/** Where the art leaves room for type, in units. */
export type TypeArea = { top: number; bottom: number; anchor: 'TOP' | 'BOTTOM' }

/** Paints the art of a cover and says where type may stand. */
export type Composition = (easel: Easel) => TypeArea

const BELOW: TypeArea = { top: 0.7, bottom: 0.925, anchor: 'BOTTOM' }
const MARGIN = 0.075

/** A great sun cut by the edge, a small one in front of it, and hairline orbits. */
const orbits: Composition = ({ ctx, sizePx, scheme, seed }) => {
  const side = chance(seed, 'side') < 0.5 ? 0 : 1
  const x = (side ? chanceBetween(0.6, 0.72, seed, 'x') : chanceBetween(0.28, 0.4, seed, 'x')) * sizePx
  const y = chanceBetween(0.25, 0.31, seed, 'y') * sizePx
  const radius = chanceBetween(0.28, 0.34, seed, 'radius') * sizePx
  const sun = ctx.createLinearGradient(x, y - radius, x, y + radius)
  sun.addColorStop(0, scheme.fields[1])
  sun.addColorStop(1, scheme.fields[0])
  ctx.lineWidth = 0.0018 * sizePx
  ctx.strokeStyle = withAlpha(scheme.ink, 0.28)
  for (const [index, factor] of [1.22, 1.5, 1.84, 2.24].entries()) {
    disc(ctx, x, y, radius * factor)
    ctx.stroke()
    const angle =
      chanceBetween(0.15, 0.85, seed, 'moon', index) * Math.PI + (side ? Math.PI / 2 : -Math.PI / 2)
    disc(ctx, x + Math.cos(angle) * radius * factor, y + Math.sin(angle) * radius * factor, 0.006 * sizePx)
    ctx.fillStyle = scheme.ink
    ctx.fill()
  }
  disc(ctx, x, y, radius)
  ctx.fillStyle = sun
  ctx.fill()
  const small = radius * chanceBetween(0.34, 0.44, seed, 'small')
  const turn = (side ? Math.PI * 0.78 : Math.PI * 0.22) + chanceBetween(-0.12, 0.12, seed, 'turn')
  disc(ctx, x + Math.cos(turn) * radius * 0.98, y + Math.sin(turn) * radius * 0.98, small)
  ctx.fillStyle = scheme.fields[2]
  ctx.fill()
  return BELOW
}

/** Ridges one behind the other under a low sun, each paler than the one before it. */
const strata: Composition = ({ ctx, sizePx, scheme, seed }) => {
  const sunX = chanceBetween(0.3, 0.72, seed, 'sunX') * sizePx
  const sunY = chanceBetween(0.5, 0.56, seed, 'sunY') * sizePx
  const sunRadius = chanceBetween(0.13, 0.19, seed, 'sunRadius') * sizePx
  const sky = ctx.createLinearGradient(0, 0.3 * sizePx, 0, sizePx)
  sky.addColorStop(0, scheme.ground)
  sky.addColorStop(1, mixColours(scheme.ground, scheme.fields[0], 0.45))
  ctx.fillStyle = sky
  ctx.fillRect(0, 0, sizePx, sizePx)
  disc(ctx, sunX, sunY, sunRadius)
  ctx.fillStyle = scheme.fields[1]
  ctx.fill()
  const layers = 5
  for (let layer = 0; layer < layers; layer++) {
    const depth = layer / (layers - 1)
    const base = (0.58 + 0.3 * depth) * sizePx
    ctx.beginPath()
    ctx.moveTo(0, sizePx)
    for (let step = 0; step <= 90; step++) {
      const u = step / 90
      const height = ridge(u, seed, layer) * (0.075 - 0.03 * depth)
      ctx.lineTo(u * sizePx, base - height * sizePx)
    }
    ctx.lineTo(sizePx, sizePx)
    ctx.closePath()
    const near = mixColours(scheme.fields[0], scheme.fields[2], depth)
    ctx.fillStyle = depth < 0.5 ? mixColours(scheme.fields[0], near, depth * 2) : near
    ctx.fill()
  }
  return { top: MARGIN, bottom: 0.33, anchor: 'TOP' }
}

/** A disc in horizontal slices, each slipped sideways: a chord, or a broadcast half received. */
const slices: Composition = ({ ctx, sizePx, scheme, seed }) => {
  const count = chanceOf([7, 9, 11], seed, 'count')
  const radius = 0.29 * sizePx
  const centreX = 0.5 * sizePx
  const centreY = 0.365 * sizePx
  const height = (2 * radius) / count
  for (let slice = 0; slice < count; slice++) {
    const top = centreY - radius + slice * height
    const calm = Math.abs(slice - (count - 1) / 2) / count
    const slip = (chance(seed, 'slip', slice) - 0.5) * (0.36 - 0.3 * calm) * sizePx
    ctx.save()
    ctx.beginPath()
    ctx.rect(0, top + height * 0.06, sizePx, height * 0.88)
    ctx.clip()
    disc(ctx, centreX + slip, centreY, radius)
    const isAccent = chance(seed, 'accent', slice) < 0.24
    ctx.fillStyle = isAccent ? scheme.fields[1] : scheme.fields[0]
    ctx.fill()
    ctx.restore()
  }
  return BELOW
}

/** Quarter circles, half circles and squares on a grid. */
const tiles: Composition = ({ ctx, sizePx, scheme, seed }) => {
  const columns = chanceOf([4, 5], seed, 'columns')
  const rows = 3
  const margin = MARGIN * sizePx
  const cell = (sizePx - 2 * margin) / columns
  const colours = [scheme.fields[0], scheme.fields[0], scheme.fields[1], scheme.fields[2], scheme.ink]
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = margin + column * cell
      const y = margin + row * cell
      ctx.save()
      ctx.beginPath()
      ctx.rect(x, y, cell, cell)
      ctx.clip()
      if (chance(seed, 'filled', row, column) < 0.42) {
        ctx.fillStyle = chanceOf(
          [scheme.fields[2], mixColours(scheme.ground, scheme.fields[0], 0.35)],
          seed,
          'base',
          row,
          column,
        )
        ctx.fillRect(x, y, cell, cell)
      }
      ctx.fillStyle = chanceOf(colours, seed, 'colour', row, column)
      drawTile(ctx, {
        x,
        y,
        cell,
        kind: Math.floor(chance(seed, 'kind', row, column) * 6),
        seed: seed + row * 31 + column,
      })
      ctx.restore()
    }
  }
  const end = MARGIN + (rows * cell) / sizePx
  return { top: end + 0.05, bottom: 1 - MARGIN, anchor: 'BOTTOM' }
}

/** Bows of changing weight around a corner. */
const bows: Composition = ({ ctx, sizePx, scheme, seed }) => {
  const fromRight = chance(seed, 'corner') < 0.6
  const x = fromRight ? sizePx : 0
  const colours = [scheme.fields[0], scheme.fields[1], scheme.fields[0], scheme.fields[2], scheme.ink]
  let radius = 0.14 * sizePx
  let index = 0
  disc(ctx, x, 0, radius * 0.72)
  ctx.fillStyle = scheme.fields[1]
  ctx.fill()
  while (radius < 0.64 * sizePx) {
    const weight = chanceBetween(0.012, 0.072, seed, 'weight', index) * sizePx
    ctx.lineWidth = weight
    ctx.strokeStyle = colours[Math.floor(chance(seed, 'bow', index) * colours.length)]!
    disc(ctx, x, 0, radius + weight / 2)
    ctx.stroke()
    radius += weight + chanceBetween(0.01, 0.022, seed, 'air', index) * sizePx
    index++
  }
  return BELOW
}

/** Columns of light, bright at one edge and gone at the other. */
const beams: Composition = ({ ctx, sizePx, scheme, seed }) => {
  const count = chanceOf([5, 6, 8], seed, 'beams')
  const bottom = 0.66 * sizePx
  const width = sizePx / count
  for (let beam = 0; beam < count; beam++) {
    const wave = 0.5 + 0.5 * Math.sin(beam * 0.9 + chance(seed, 'phase') * 6.28)
    const top = (0.02 + 0.3 * wave) * sizePx
    const light = ctx.createLinearGradient(beam * width, 0, (beam + 1) * width, 0)
    const colour = mixColours(scheme.fields[0], scheme.fields[1], wave)
    light.addColorStop(0, mixColours(scheme.ground, scheme.fields[2], 0.25))
    light.addColorStop(0.55, mixColours(scheme.fields[2], colour, 0.75))
    light.addColorStop(1, colour)
    ctx.fillStyle = light
    ctx.beginPath()
    ctx.roundRect(beam * width, top, width * 1.002, bottom - top, [width / 2, width / 2, 0, 0])
    ctx.fill()
  }
  return { ...BELOW, top: 0.71 }
}

/** All compositions; the seed picks one. */
export const COMPOSITIONS: readonly Composition[] = [orbits, strata, slices, tiles, bows, beams]

function disc(ctx: SKRSContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, 2 * Math.PI)
}

/** A soft skyline between 0 and 1: a few sines that never quite repeat. */
function ridge(u: number, seed: number, layer: number): number {
  let sum = 0
  let weight = 0
  for (let octave = 0; octave < 4; octave++) {
    const frequency = (1.3 + layer * 0.35) * 1.9 ** octave
    const phase = chance(seed, 'ridge', layer, octave) * 2 * Math.PI
    const amount = 0.55 ** octave
    sum += amount * (0.5 + 0.5 * Math.sin(u * frequency * Math.PI + phase))
    weight += amount
  }
  return sum / weight
}

type Tile = { x: number; y: number; cell: number; kind: number; seed: number }

function drawTile(ctx: SKRSContext2D, { x, y, cell, kind, seed }: Tile): void {
  const corner = Math.floor(chance(seed, 'turn') * 4)
  const cornerX = x + (corner % 2) * cell
  const cornerY = y + (corner >> 1) * cell
  if (kind === 0) ctx.fillRect(x, y, cell, cell)
  else if (kind <= 2) disc(ctx, cornerX, cornerY, cell)
  else if (kind === 3) disc(ctx, x + cell / 2, cornerY, cell / 2)
  else if (kind === 4) disc(ctx, x + cell / 2, y + cell / 2, cell / 2)
  else disc(ctx, cornerX, y + cell / 2, cell / 2)
  if (kind > 0) ctx.fill()
}
