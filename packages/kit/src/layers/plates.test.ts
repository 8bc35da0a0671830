import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canvasPlanes, drawLayers, SMALL, typical, worst } from '../../testing/draw-layers.ts'
import { examplePicture } from '../../testing/layer-examples.ts'
import { drawHalftone } from '../paint/halftone.ts'
import { paint } from './paint.ts'
import { plates } from './plates.ts'

const PAPER = '#f0e8d8'
const INKS = { first: '#2060c0', second: '#f06090', both: '#302050' }
const OTHERS = { first: '#208060', second: '#f0a040', both: '#203020' }
const left = paint({ x: 20, y: 16, width: 60, height: 40 }, (ctx) => ctx.fillRect(0, 0, 60, 40))
const right = paint({ x: 50, y: 30, width: 60, height: 40 }, (ctx) => ctx.fillRect(0, 0, 60, 40))
const print = { paper: PAPER, inks: INKS, pitchPx: 12 }

function paintPrint(x: number, y: number) {
  return canvasPlanes((ctx) => {
    const fill = (colour: string, ...box: [number, number, number, number]) => {
      ctx.fillStyle = colour
      ctx.fillRect(...box)
    }
    fill(PAPER, 0, 0, SMALL.size.width, SMALL.size.height)
    fill(INKS.first, 20, 16, 60, 40)
    fill(INKS.second, 50 + x, 30 + y, 60, 40)
    fill(INKS.both, 50 + x, 30 + y, 30 - x, 26 - y)
  })
}

test('either ink has its colour on the paper, and both together have theirs, wherever the plates lie', async () => {
  for (const [x, y] of [
    [0, 0],
    [6, 4],
    [-13, -8],
  ] as const) {
    const shot = await drawLayers([plates(left, right, { ...print, second: { x, y } })])
    const painted = paintPrint(x, y)
    assert.ok(worst(shot.y, painted.y) < 1.5, `luma at ${x}, ${y}`)
    assert.ok(typical(shot.u, painted.u) < 1, `chroma at ${x}, ${y}`)
  }
})

test('a plate moves by parts of a pixel, and none of it stays behind where it leaves the frame', async () => {
  const at = (x: number) => drawLayers([plates(left, right, { ...print, first: { x } })])
  const [whole, half, next] = await Promise.all([at(0), at(0.5), at(1)])
  // At the left edge, in a row that only the first plate inks.
  const edge = 20 * SMALL.size.width + 20
  assert.ok(half.y[edge]! > whole.y[edge]! && half.y[edge]! < next.y[edge]!)
  const away = await drawLayers([plates(left, right, { ...print, first: { x: -300 }, second: { y: 300 } })])
  assert.equal(worst(away.y, new Uint8Array(away.y.length).fill(away.y[0]!)), 0)
})

test('behind the squeegee the new inks are seen, ahead of it the old ones', async () => {
  const shot = await drawLayers([plates(left, right, { ...print, inksBefore: OTHERS, pulled: 0.4 })])
  const all = await drawLayers([plates(left, right, print)])
  const old = await drawLayers([plates(left, right, { ...print, inks: OTHERS })])
  const row = (from: { y: Uint8Array }, y: number) =>
    from.y.slice(y * SMALL.size.width, (y + 1) * SMALL.size.width)
  assert.deepEqual(row(shot, 18), row(all, 18))
  assert.deepEqual(row(shot, 52), row(old, 52))
})

test('a halftone has as much ink as its picture is dark, and more of it where it spreads', async () => {
  const picture = examplePicture(64)
  const half = paint({ x: 0, y: 0, ...SMALL.size }, (ctx, box) =>
    drawHalftone(ctx, picture, box, { pitch: 10, degrees: 15, weights: [0.3, 0.6, 0.1] }),
  )
  const inks = { first: '#000000', second: '#000000', both: '#000000' }
  const none = paint({ x: 0, y: 0, width: 8, height: 8 }, () => undefined)
  const ink = async (spread: number) => {
    const { y } = await drawLayers([
      plates(half, none, { paper: '#ffffff', inks, pitchPx: 10, first: { spread } }),
    ])
    return 1 - y.reduce((sum, value) => sum + (value - 16) / 219, 0) / y.length
  }
  const [less, usual, more] = [await ink(-0.15), await ink(0), await ink(0.15)]
  assert.ok(usual > 0.3 && usual < 0.7, `${usual} is inked`)
  assert.ok(less < usual - 0.08 && more > usual + 0.08, `${less}, ${usual}, ${more}`)
})
