import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { chance } from '@songreel/kit/core'
import type { Picture } from '@songreel/kit/input'

/** Places that a clip could have been shot at. */
export type Scenery = 'ROAD' | 'SHORE' | 'CITY'

const WIDTH = 1280
const HEIGHT = 960

/** Paints one of the places, with a subject that a crop should keep. */
export function paintScenery(scenery: Scenery): Picture {
  const ctx = createCanvas(WIDTH, HEIGHT).getContext('2d')
  const draw = { ROAD: paintRoad, SHORE: paintShore, CITY: paintCity }[scenery]
  draw(ctx)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(WIDTH * HEIGHT * 4))
  pixels.set(ctx.getImageData(0, 0, WIDTH, HEIGHT).data)
  return {
    pixels,
    width: WIDTH,
    height: HEIGHT,
    originalWidth: WIDTH,
    originalHeight: HEIGHT,
    hasAlpha: false,
  }
}

/** A road through hills towards a low sun. */
function paintRoad(ctx: SKRSContext2D): void {
  fillDown(ctx, 0, 520, ['#3b5b8c', '#9fb4c8', '#f3d9a8'])
  glow(ctx, 820, 470, 330, '255, 236, 180')
  for (let range = 0; range < 4; range++) {
    const base = 470 + range * 34
    ctx.fillStyle = ['#7d8fa3', '#5d7387', '#3f5a5c', '#2c4338'][range] ?? '#2c4338'
    paintRidge(ctx, base, 70 - range * 10, range)
  }
  fillDown(ctx, 570, HEIGHT, ['#4c5a37', '#3a4a2a', '#1d2716'])
  ctx.fillStyle = '#4a4a50'
  paintShape(ctx, [
    [800, 570],
    [828, 570],
    [1010, HEIGHT],
    [420, HEIGHT],
  ])
  ctx.fillStyle = '#e8dcb8'
  for (let dash = 0; dash < 9; dash++) {
    const near = (dash / 9) ** 1.8
    const y = 575 + 385 * near
    const x = 814 - 99 * near
    ctx.fillRect(x - 1 - 6 * near, y, 2 + 12 * near, 4 + 34 * near)
  }
  paintFigure(ctx, 700, 800, 1.3, '#c23a2e')
  speckle(ctx, 590, HEIGHT, ['#6b7a45', '#2a361d', '#8a8a4f'])
}

/** A walker on a pebble beach below white cliffs. */
function paintShore(ctx: SKRSContext2D): void {
  fillDown(ctx, 0, 430, ['#5fa0c8', '#a9d0df', '#e6f0ec'])
  fillDown(ctx, 430, 640, ['#1f6a86', '#2f8ea0', '#74bdb9'])
  fillDown(ctx, 640, HEIGHT, ['#cfd2cb', '#aeb4ae', '#7f8885'])
  ctx.fillStyle = '#e9e6da'
  paintShape(ctx, [
    [0, 150],
    [150, 170],
    [260, 300],
    [330, 440],
    [0, 450],
  ])
  ctx.fillStyle = '#5f7d4a'
  paintShape(ctx, [
    [0, 130],
    [160, 160],
    [270, 300],
    [150, 200],
    [0, 175],
  ])
  ctx.fillStyle = 'rgba(255, 255, 255, 0.75)'
  for (let wave = 0; wave < 70; wave++) {
    const y = 445 + 200 * chance(5, 'wave y', wave)
    const length = 20 + (90 * (y - 430)) / 200
    ctx.fillRect(WIDTH * chance(5, 'wave x', wave), y, length, 1 + (y - 430) / 60)
  }
  paintFigure(ctx, 850, 790, 1.7, '#f2b234')
  speckle(ctx, 660, HEIGHT, ['#e8ebe6', '#8b938f', '#c2c7c1'])
}

/** Lit windows of a town at night, and a sign. */
function paintCity(ctx: SKRSContext2D): void {
  fillDown(ctx, 0, HEIGHT, ['#0c1024', '#241b3c', '#53304f'])
  glow(ctx, 380, 820, 480, '255, 120, 90')
  for (let house = 0; house < 15; house++) {
    const width = 80 + 90 * chance(9, 'house', house)
    const top = 180 + 420 * chance(9, 'top', house)
    const x = house * 90 - 40
    ctx.fillStyle = house % 2 ? '#12131f' : '#1b1a2b'
    ctx.fillRect(x, top, width, HEIGHT - top)
    for (let y = top + 22; y < HEIGHT - 130; y += 34) {
      for (let column = x + 12; column < x + width - 16; column += 26) {
        const light = chance(9, 'window', column, y)
        ctx.fillStyle = light > 0.62 ? (light > 0.85 ? '#ffe2a0' : '#d99a5b') : '#242438'
        ctx.fillRect(column, y, 14, 20)
      }
    }
  }
  fillDown(ctx, 830, HEIGHT, ['#1a1626', '#2b2134', '#120f1a'])
  ctx.strokeStyle = '#46e0d0'
  ctx.lineWidth = 12
  ctx.strokeRect(500, 540, 210, 110)
  glow(ctx, 605, 595, 200, '70, 224, 208')
  paintFigure(ctx, 610, 880, 1.5, '#d64a7a')
}

function fillDown(ctx: SKRSContext2D, from: number, to: number, stops: readonly string[]): void {
  const gradient = ctx.createLinearGradient(0, from, 0, to)
  for (const [i, stop] of stops.entries()) gradient.addColorStop(i / (stops.length - 1), stop)
  ctx.fillStyle = gradient
  ctx.fillRect(0, from, WIDTH, to - from)
}

function glow(ctx: SKRSContext2D, x: number, y: number, radius: number, rgb: string): void {
  const gradient = ctx.createRadialGradient(x, y, 0, x, y, radius)
  gradient.addColorStop(0, `rgba(${rgb}, 0.8)`)
  gradient.addColorStop(1, `rgba(${rgb}, 0)`)
  ctx.fillStyle = gradient
  ctx.fillRect(x - radius, y - radius, 2 * radius, 2 * radius)
}

function paintRidge(ctx: SKRSContext2D, base: number, height: number, key: number): void {
  const points: [number, number][] = [[0, 640]]
  for (let x = 0; x <= WIDTH; x += 16) {
    const wave = Math.sin(x / (130 - 20 * key) + 2 * key) + 0.5 * Math.sin(x / 47 + 5 * key)
    points.push([x, base - 0.5 * height * wave - 6 * chance(7, 'ridge', key, x)])
  }
  paintShape(ctx, [...points, [WIDTH, 640]])
}

/** A person in a coat, seen from behind. */
function paintFigure(ctx: SKRSContext2D, x: number, feet: number, scale: number, coat: string): void {
  ctx.save()
  ctx.translate(x, feet)
  ctx.scale(scale, scale)
  ctx.fillStyle = '#1c1d24'
  ctx.fillRect(-11, -50, 9, 50)
  ctx.fillRect(2, -50, 9, 50)
  ctx.fillStyle = coat
  paintShape(ctx, [
    [-15, -110],
    [15, -110],
    [21, -40],
    [-21, -40],
  ])
  ctx.fillStyle = '#2a1a14'
  ctx.beginPath()
  ctx.arc(0, -122, 13, 0, 7)
  ctx.fill()
  ctx.restore()
}

function speckle(ctx: SKRSContext2D, from: number, to: number, colours: readonly string[]): void {
  for (let i = 0; i < 1500; i++) {
    const near = chance(2, 'y', i)
    ctx.fillStyle = colours[i % colours.length] ?? '#000000'
    ctx.globalAlpha = 0.5
    ctx.fillRect(WIDTH * chance(2, 'x', i), from + (to - from) * near, 2 + 7 * near, 1 + 3 * near)
  }
  ctx.globalAlpha = 1
}

function paintShape(ctx: SKRSContext2D, points: readonly (readonly [number, number])[]): void {
  ctx.beginPath()
  for (const [x, y] of points) ctx.lineTo(x, y)
  ctx.fill()
}
