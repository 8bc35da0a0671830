import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canvasPlanes, drawLayers, SMALL, typical, worst } from '../../testing/draw-layers.ts'
import { sweep } from './sweep.ts'

const MIDDLE = { x: 71.3, y: 40.6 }

function paintWedge(turn: number) {
  return canvasPlanes((ctx) => {
    ctx.fillStyle = '#204060'
    ctx.fillRect(0, 0, SMALL.size.width, SMALL.size.height)
    ctx.fillStyle = '#e0a030'
    ctx.beginPath()
    ctx.moveTo(MIDDLE.x, MIDDLE.y)
    ctx.arc(MIDDLE.x, MIDDLE.y, 400, -Math.PI / 2, -Math.PI / 2 + turn * 2 * Math.PI)
    ctx.fill()
  })
}

test('the hand leaves its colour behind, at any angle and with a smooth edge', async () => {
  for (const turn of [0.07, 0.25, 0.31, 0.499, 0.5, 0.62, 0.75, 0.93]) {
    const shot = await drawLayers([sweep({ turn, before: '#204060', after: '#e0a030', ...MIDDLE })])
    const painted = paintWedge(turn)
    assert.ok(typical(shot.y, painted.y) < 1, `luma at ${turn}`)
    assert.ok(typical(shot.u, painted.u) < 1, `chroma at ${turn}`)
    // Three pixels meet in the middle, where the two edges cross.
    const far = shot.y.filter((value, i) => Math.abs(value - (painted.y[i] ?? 0)) > 40)
    assert.ok(far.length <= 4, `${far.length} pixels differ at ${turn}`)
  }
})

test('it begins with one colour, ends with the other, and goes back the same way', async () => {
  const colours = { before: '#000000', after: '#ffffff', ...MIDDLE }
  const start = await drawLayers([sweep({ turn: 0, ...colours })])
  const end = await drawLayers([sweep({ turn: 1, ...colours })])
  assert.ok(start.y.every((value) => value === 16))
  assert.ok(end.y.every((value) => value === 235))
  const there = await drawLayers([sweep({ turn: 0.3, ...colours })])
  const back = await drawLayers([
    sweep({ turn: 0.7, isBackwards: true, before: '#ffffff', after: '#000000', ...MIDDLE }),
  ])
  assert.equal(worst(there.y, back.y), 0)
})
