import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { paintCover } from '../../testing/paint-cover.ts'
import { hexToOklch, toHex } from './colour.ts'
import { drawWhole } from './draw-whole.ts'

const SIDE = 240

test('beyond a busy edge goes on what the edge shows: pale above a pale sky, and no band of another colour', () => {
  const cover = paintCover(SIDE, (ctx) => {
    ctx.fillStyle = '#dfe6ee'
    ctx.fillRect(0, 0, SIDE, SIDE / 2)
    ctx.fillStyle = '#b9c4d2'
    for (let i = 0; i < 60; i++) ctx.fillRect((i % 20) * 12, Math.floor(i / 20) * 12, 7, 7)
    ctx.fillStyle = '#5a2f16'
    ctx.fillRect(0, SIDE / 2, SIDE, SIDE / 2)
    ctx.fillStyle = '#8a4c26'
    for (let i = 0; i < 60; i++) ctx.fillRect((i % 20) * 12, SIDE - 12 - Math.floor(i / 20) * 12, 7, 7)
  })
  const area = { x: 0, y: 0, width: 270, height: 480 }
  const place = { x: -15, y: 90, width: 300, height: 300 }
  const ctx = createCanvas(area.width, area.height).getContext('2d')
  drawWhole(ctx, cover, { place, area })
  const toneAt = (y: number) => {
    const [red, green, blue] = ctx.getImageData(135, y, 1, 1).data
    return hexToOklch(toHex([red!, green!, blue!]))
  }
  const tones = Array.from({ length: 40 }, (_, i) => toneAt(2 + 2 * i).lightness)
  assert.ok(Math.min(...tones) > 0.6, `the sky is as dark as ${Math.min(...tones)}`)
  for (const [i, tone] of tones.entries())
    if (i > 0) assert.ok(Math.abs(tone - tones[i - 1]!) < 0.05, `a step at ${2 * i}`)
  const foot = toneAt(area.height - 3)
  assert.ok(foot.lightness > 0.2 && foot.hue > 0.4 && foot.hue < 1.4, `the foot is ${JSON.stringify(foot)}`)
})
