import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { COATS, GROUP, paintGroup } from '../../testing/paint-group.ts'
import { contrast, toHex } from './colour.ts'
import { printWhole } from './print-whole.ts'
import { drawFilling } from './shapes.ts'

const SIDE = 320

test('a group is printed whole on a square, on paper that is as wide', () => {
  const cover = paintGroup()
  const at = draw(cover, '#807060')
  const y = 0.44 * (SIDE - cover.height) + 0.8 * cover.height
  assert.deepEqual(
    GROUP.map((x) => at(x * SIDE, y)),
    [...COATS],
  )
  for (const [x, edge] of [
    [2, 2],
    [SIDE - 2, 2],
    [SIDE / 2, SIDE - 2],
  ] as const)
    assert.equal(at(x, edge), '#807060', 'paper above and below')
})

test('paper is told from the ground of the video', () => {
  const cover = paintGroup()
  for (const theme of ['DARK', 'LIGHT'] as const) {
    const worn = {
      ...cover,
      palette: { ...cover.palette, theme, background: theme === 'DARK' ? '#101010' : '#f4f2ee' },
    }
    const ratio = contrast(draw(worn)(4, 4), worn.palette.background)
    assert.ok(ratio > 4, `${theme}: ${ratio}`)
  }
})

test('a landscape without people is cropped, and so is a group on what is as wide', () => {
  const cover = paintGroup()
  const landscape = { ...cover, salience: { ...cover.salience, faces: [] } }
  assert.equal(printWhole(landscape, { width: 1, height: 1 }), landscape)
  assert.equal(printWhole(cover, { width: 3.4, height: 2 }), cover)
})

function draw(cover: ReturnType<typeof paintGroup>, paper?: string): (x: number, y: number) => string {
  const ctx = createCanvas(SIDE, SIDE).getContext('2d')
  const box = { x: 0, y: 0, width: SIDE, height: SIDE }
  drawFilling(ctx, printWhole(cover, box, paper), box)
  return (x, y) => {
    const [red, green, blue] = ctx.getImageData(Math.round(x), Math.round(y), 1, 1).data
    return toHex([red!, green!, blue!])
  }
}
