import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, SMALL, shoot, worst } from '../../testing/draw-layers.ts'
import { createScene } from '../compose/create-scene.ts'
import { paint } from './paint.ts'
import { paintEach } from './paint-each.ts'
import { particles } from './particles.ts'
import { sprite } from './sprite.ts'

const BOX = { x: 23, y: 11, width: 60, height: 40 }

test('what is painted in every frame looks as if painted once', async () => {
  const once = paint(BOX, (ctx) => ctx.fillRect(5.5, 5.5, 30, 20))
  const each = paintEach(BOX, (ctx) => ctx.fillRect(5.5, 5.5, 30, 20))
  assert.deepEqual(await drawLayers([each]), await drawLayers([sprite(once)]))
})

test('with a key it is painted only when the key changes', async () => {
  let count = 0
  const clock = paintEach(
    BOX,
    (ctx, frame) => {
      count++
      ctx.fillStyle = '#ffffff'
      ctx.fillRect(0, 0, 10 + Math.floor(frame.secs * 2) * 10, 10)
    },
    { key: (frame) => Math.floor(frame.secs * 2) },
  )
  const scene = await createScene([clock], SMALL)
  const widths = [0, 5, 14, 15, 20, 45].map((frame) => {
    const shot = shoot(scene.draw(frame))
    return shot.y.subarray(13 * 150, 14 * 150).filter((value) => value > 200).length
  })
  assert.deepEqual(widths, [10, 10, 10, 20, 20, 40])
  assert.equal(count, 3)
})

test('memory does not grow while it is painted and made smaller', async () => {
  const scene = await createScene(
    [paintEach(BOX, (ctx, { index }) => ctx.fillRect(0, 0, index, 9), { scale: 0.3 })],
    SMALL,
  )
  scene.draw(0)
  const top = () => new Int32Array(scene.share.memory.buffer, 65536, 1)[0]
  const before = top()
  for (let i = 1; i < 40; i++) scene.draw(i)
  assert.equal(top(), before)
})

test('particles are copies of the painting, each at its place, size, colour and opacity', async () => {
  const dot = paint({ x: 0, y: 0, width: 20, height: 20 }, (ctx) => {
    ctx.fillStyle = '#ffffff'
    ctx.fillRect(0, 0, 20, 20)
  })
  const layer = particles(dot, {
    count: 3,
    place: (particle, index) => {
      particle.x = 30 + index * 40
      particle.y = 40
      particle.scale = 1 - index * 0.25
      particle.opacity = index === 1 ? 0.5 : 1
      if (index === 2) particle.colour = '#ff0000'
    },
  })
  const shot = await drawLayers([layer])
  const line = [...shot.y.subarray(40 * 150, 41 * 150)]
  assert.deepEqual([line[21], line[39], line[41]], [235, 235, 16])
  assert.ok(Math.abs(line[70]! - 125.5) <= 1)
  assert.deepEqual([line[106], line[114], line[117]], [63, 63, 16])
  const again = await drawLayers([layer], 17)
  assert.equal(worst(again.y, shot.y), 0)
})
