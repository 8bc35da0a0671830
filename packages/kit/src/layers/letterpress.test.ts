import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drawLayers, SMALL, shoot, worst } from '../../testing/draw-layers.ts'
import { toYuv } from '../compose/colour.ts'
import { createScene } from '../compose/create-scene.ts'
import { type LetterpressProps, letterpress } from './letterpress.ts'

const { width, height } = SMALL.size
const ROWS = [
  { y: 0, height: 24 },
  { y: 24, height: 30 },
  { y: 54, height: 32 },
]
const PERIOD = 10

/** A picture of one colour, heavier from left to right. */
const heavier: LetterpressProps['pictures'][number] = (ctx) => {
  for (let x = 0; x < width; x++) {
    ctx.fillStyle = `rgba(240, 120, 40, ${x / (width - 1)})`
    ctx.fillRect(x, 0, 1, height)
  }
}

/** Upright strokes instead of letters. */
const strokes: LetterpressProps['types'][number] = (ctx) => {
  ctx.fillRect(2, 2, 5, 40)
  return PERIOD
}

const props = (change: Partial<LetterpressProps> = {}): LetterpressProps => ({
  ground: '#101010',
  rows: ROWS,
  pictures: [heavier],
  types: [strokes],
  place: () => undefined,
  ...change,
})

/** How much of these columns is ink, 0 to 1. */
function measureInk(luma: Uint8Array, from: number, to: number): number {
  const [ground, ink] = [toYuv('#101010').y, toYuv('#f07828').y]
  let sum = 0
  for (let y = 0; y < height; y++) {
    for (let x = from; x < to; x++) sum += ((luma[y * width + x] ?? 0) - ground) / (ink - ground)
  }
  return sum / (height * (to - from))
}

describe('a picture printed in letters', () => {
  test('they are the bolder the heavier it is, and not there where it weighs nothing', async () => {
    const { y } = await drawLayers([letterpress(props())])
    const shares = [0, 30, 60, 90, 120].map((from) => measureInk(y, from, from + 30))
    for (const [i, share] of shares.entries())
      assert.ok(i === 0 || share > (shares[i - 1] ?? 0) + 0.08, `${shares}`)
    assert.ok(measureInk(y, 0, 4) < 0.02 && measureInk(y, 140, 150) > 0.6)
  })

  test('a tone of a half prints half of all pixels', async () => {
    const half: LetterpressProps['pictures'][number] = (ctx) => {
      ctx.fillStyle = 'rgba(240, 120, 40, 0.5)'
      ctx.fillRect(0, 0, width, height)
    }
    const { y, u } = await drawLayers([letterpress(props({ pictures: [half] }))])
    assert.ok(Math.abs(measureInk(y, 0, 150) - 0.5) < 0.12, `${measureInk(y, 0, 150)}`)
    const [ground, ink] = [toYuv('#101010').u, toYuv('#f07828').u]
    const mean = u.reduce((sum, value) => sum + value, 0) / u.length
    assert.ok(Math.abs((mean - ground) / (ink - ground) - measureInk(y, 0, 150)) < 0.05)
  })

  test('between letters a part of the picture is seen, if asked for', async () => {
    const between = (y: Uint8Array) => measureInk(y, 139, 140)
    const { y } = await drawLayers([letterpress(props())])
    const { y: under } = await drawLayers([letterpress(props({ under: 2 }))])
    assert.ok(between(y) < 0.15 && between(under) > 0.2, `${between(y)}, ${between(under)}`)
    assert.ok(measureInk(under, 0, 4) < 0.02)
  })

  test('below the least tone there is none, only what is between them, and full tone still has the boldest', async () => {
    const spread = async (least?: number) => {
      const { y } = await drawLayers([letterpress(props({ under: 1, ...(least && { least }) }))])
      // Columns of a letter, and of the gap beside it, at half of the tone and at nearly all of it.
      const contrastAt = (from: number) =>
        Math.abs(measureInk(y, from + 3, from + 6) - measureInk(y, from + 8, from + 9))
      return [contrastAt(70), contrastAt(130)] as const
    }
    const [plain, late] = [await spread(), await spread(0.7)]
    assert.ok(plain[0] > 0.2 && late[0] < 0.05, `${plain}, ${late}`)
    assert.ok(late[1] > 0.3, `${late}`)
  })

  test('letters go on without end, and weight makes them bolder', async () => {
    const drawAt = (shift: number, weight = 1) => {
      const place: LetterpressProps['place'] = (printed) => Object.assign(printed, { shift, weight })
      return drawLayers([letterpress(props({ place }))])
    }
    const [start, round, back, on] = [
      await drawAt(0),
      await drawAt(3 * PERIOD),
      await drawAt(-PERIOD),
      await drawAt(4),
    ]
    assert.equal(worst(start.y, round.y), 0)
    assert.equal(worst(start.y, back.y), 0)
    assert.ok(worst(start.y, on.y) > 60)
    const bold = await drawAt(0, 1.5)
    assert.ok(measureInk(bold.y, 40, 100) > 1.2 * measureInk(start.y, 40, 100))
  })

  test('a frame looks the same whatever was drawn before it', async () => {
    const place: LetterpressProps['place'] = (printed, row, { index }) => {
      printed.shift = row === 1 ? 3 * index : 0
      printed.weight = row === 2 && index > 30 ? 0.4 : 1
    }
    const scene = await createScene([letterpress(props({ place }))], SMALL)
    for (const index of [0, 1, 31, 32]) scene.draw(index)
    const after = shoot(scene.draw(5))
    scene.close()
    const alone = await drawLayers([letterpress(props({ place }))], 5)
    assert.equal(worst(after.y, alone.y), 0)
    assert.equal(worst(after.u, alone.u), 0)
  })
})
