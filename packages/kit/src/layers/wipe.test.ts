import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, ground, type Shot, worst } from '../../testing/draw-layers.ts'
import { paint } from './paint.ts'
import { sprite } from './sprite.ts'
import { waveform } from './waveform.ts'
import { wipe } from './wipe.ts'

const BOX = { x: 21, y: 31, width: 100, height: 24 }
const word = paint(BOX, (ctx) => {
  ctx.font = '22px sans-serif'
  ctx.fillStyle = '#ffffff'
  ctx.fillText('Karaoke', 0, 20)
})

test('both sides of the edge together are one painting: the ground never shines through', async () => {
  const block = paint(BOX, (ctx) => {
    ctx.fillStyle = '#c0d0e0'
    ctx.fillRect(0, 0, 100, 24)
  })
  for (const painting of [block, word]) {
    const plain = await drawLayers([ground('#304050'), sprite(painting)])
    for (const edge of [0, 0.01, 0.37, 0.5, 0.99, 1]) {
      for (const from of ['LEFT', 'RIGHT', 'TOP', 'BOTTOM'] as const) {
        const shot = await drawLayers([
          ground('#304050'),
          wipe(painting, painting, { edge, softness: 9, from }),
        ])
        // Half-covered pixels of letters grow a little bolder under the soft edge itself.
        const tolerance = painting === block ? 1 : 40
        assert.ok(
          worst(shot.y, plain.y) <= tolerance,
          `edge at ${edge} from ${from}: ${worst(shot.y, plain.y)}`,
        )
      }
    }
  }
})

test('the edge passes through the box evenly', async () => {
  const block = paint(BOX, (ctx) => ctx.fillRect(0, 0, 100, 24))
  const props = { beforeColour: '#000000', afterColour: '#ffffff', softness: 2 }
  for (const edge of [0.1, 0.25, 0.5, 0.9]) {
    const shot = await drawLayers([wipe(block, block, { edge, ...props })])
    const lit = row(shot, 40).filter((value) => value > 125).length
    assert.ok(Math.abs(lit - edge * 100) <= 1.5, `${lit} columns at ${edge}`)
  }
})

test('a waveform has a bar per peak, higher for louder, and its played part in another colour', async () => {
  const shot = await drawLayers([
    waveform(
      { x: 5, y: 13, width: 140, height: 60 },
      {
        peaks: [0, 0.5, 1, 0.5],
        progress: 0.5,
        colour: '#404040',
        playedColour: '#ffffff',
        thickness: 0.5,
        minHeight: 4,
        radius: 0,
      },
    ),
  ])
  const pitch = 140 / 3.5
  const columns = [0, 1, 2, 3].map((i) => column(shot, Math.round(5 + i * pitch + pitch / 4)))
  assert.deepEqual(
    columns.map((values) => values.filter((value) => value > 30).length),
    [4, 32, 60, 32],
  )
  assert.equal(Math.max(...columns[0]!), 235)
  assert.ok(Math.max(...columns[3]!) < 80)
})

function row({ y, width }: Shot, at: number): number[] {
  return [...y.subarray(at * width, (at + 1) * width)]
}

function column({ y, width, height }: Shot, at: number): number[] {
  return Array.from({ length: height }, (_, i) => y[i * width + at]!)
}
