import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canvasPlanes, drawLayers, SMALL, typical, worst } from '../../testing/draw-layers.ts'
import { discs } from './discs.ts'

const CIRCLES = [
  { colour: '#a04020', radius: 60.4 },
  { colour: '#20a080', radius: 31 },
  { colour: '#e0d040', radius: 4.5 },
]

test('discs lie on each other as if they were painted, with smooth edges', async () => {
  const colours = CIRCLES.map(({ colour }) => colour)
  const radii = () => CIRCLES.map(({ radius }) => radius)
  const shot = await drawLayers([discs({ ground: '#203040', colours, radii, x: 71.3, y: 40.6 })])
  const painted = canvasPlanes((ctx) => {
    ctx.fillStyle = '#203040'
    ctx.fillRect(0, 0, SMALL.size.width, SMALL.size.height)
    for (const { colour, radius } of CIRCLES) {
      ctx.fillStyle = colour
      ctx.beginPath()
      ctx.arc(71.3, 40.6, radius, 0, 7)
      ctx.fill()
    }
  })
  assert.ok(typical(shot.y, painted.y) < 0.5)
  assert.ok(worst(shot.y, painted.y) <= 24, 'edges agree up to the way of anti-aliasing')
  assert.ok(worst(shot.u, painted.u) <= 24)
})

test('a disc that covers the frame is its ground, and one of no size is not seen', async () => {
  const shot = await drawLayers([
    discs({ ground: '#000000', colours: ['#ffffff', '#000000'], radii: () => [400, 0], x: 75, y: 43 }),
  ])
  assert.ok(shot.y.every((value) => value === 235))
})
