import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, ground, SMALL } from '../../testing/draw-layers.ts'
import { paint } from './paint.ts'
import { type Piece, pieces } from './pieces.ts'
import { sprite } from './sprite.ts'

const BOX = { x: 20, y: 10, width: 90, height: 60 }
/** Columns and rows that do not part the box evenly: pieces of odd sizes on odd places. */
const GRID = { columns: 7, rows: 9 }

const picture = () =>
  paint(BOX, (ctx, { width, height }) => {
    const colours = ctx.createLinearGradient(0, 0, width, height)
    colours.addColorStop(0, '#ff2010')
    colours.addColorStop(0.5, '#20c060')
    colours.addColorStop(1, '#3020ff')
    ctx.fillStyle = colours
    ctx.fillRect(0, 0, width, height)
  })

function placeHome(piece: Piece, index: number): void {
  const [column, row] = [index % GRID.columns, Math.floor(index / GRID.columns)]
  const cutX = (at: number) => Math.round((at * BOX.width) / GRID.columns)
  const cutY = (at: number) => Math.round((at * BOX.height) / GRID.rows)
  piece.fromX = cutX(column)
  piece.fromY = cutY(row)
  piece.width = cutX(column + 1) - piece.fromX
  piece.height = cutY(row + 1) - piece.fromY
  piece.x = BOX.x + piece.fromX + piece.width / 2
  piece.y = BOX.y + piece.fromY + piece.height / 2
}

test('pieces that are all at home are the painting', async () => {
  const whole = await drawLayers([ground('#000000'), sprite(picture())])
  const count = GRID.columns * GRID.rows
  const cut = await drawLayers([ground('#000000'), pieces(picture(), { count, place: placeHome })])
  assert.deepEqual(cut.y, whole.y)
  // On its very rim, colour is half the ground's: pieces take it as it is.
  const width = SMALL.size.width / 2
  for (let row = BOX.y / 2 + 1; row < (BOX.y + BOX.height) / 2 - 1; row++) {
    const [from, to] = [row * width + BOX.x / 2 + 1, row * width + (BOX.x + BOX.width) / 2 - 1]
    assert.deepEqual(cut.u.subarray(from, to), whole.u.subarray(from, to))
    assert.deepEqual(cut.v.subarray(from, to), whole.v.subarray(from, to))
  }
})

test('a piece shows its part of the painting where it flies, larger or smaller, and nothing of it is left at home', async () => {
  const shot = await drawLayers([
    ground('#000000'),
    pieces(picture(), {
      count: 1,
      place: (piece) =>
        Object.assign(piece, { fromX: 0, fromY: 0, width: 10, height: 10, x: 120, y: 60, scale: 2 }),
    }),
  ])
  const isLit = (x: number, y: number) => (shot.y[y * SMALL.size.width + x] ?? 0) > 40
  for (const [x, y] of [
    [110, 50],
    [129, 69],
    [120, 60],
  ] as const)
    assert.ok(isLit(x, y), `${x}, ${y}`)
  for (const [x, y] of [
    [109, 60],
    [130, 60],
    [120, 49],
    [120, 70],
    [25, 15],
  ] as const)
    assert.ok(!isLit(x, y), `${x}, ${y}`)
})

test('pieces in front are drawn last, and those beyond the frame or without a size not at all', async () => {
  const draw = (isFront: boolean) =>
    drawLayers([
      ground('#000000'),
      pieces(picture(), {
        count: 4,
        place: (piece, index) => {
          const far = index === 2 ? 1000 : 0
          Object.assign(piece, {
            fromX: index === 0 ? 0 : 80,
            fromY: index === 0 ? 0 : 50,
            width: 10,
            height: 10,
          })
          Object.assign(piece, {
            x: 60 + far,
            y: 40,
            scale: index === 3 ? 0 : 1,
            isFront: isFront && index === 0,
          })
        },
      }),
    ])
  const at = 20 * (SMALL.size.width / 2) + 30
  const [behind, before] = [await draw(false), await draw(true)]
  assert.ok((behind.u[at] ?? 0) > 160, 'the last one is blue')
  assert.ok((before.v[at] ?? 0) > 160, 'the first one, in front, is red')
})

test('frames come out the same in any order', async () => {
  const place = (piece: Piece, index: number, { secs }: { secs: number }) => {
    placeHome(piece, index)
    piece.x += 40 * secs * (index % 3)
    piece.scale = 1 - 0.3 * secs
  }
  const layers = [ground('#000000'), pieces(picture(), { count: 63, place })]
  const [first, again] = [await drawLayers(layers, 30), await drawLayers(layers, 30)]
  assert.deepEqual(again, first)
})

test('a piece takes colour from itself alone, at any place and size: none from beyond the picture or from what lies beside it', async () => {
  // Colour is blurred to the left, so that each grey field is a little wider than its piece.
  const fields = paint(BOX, (ctx, { width, height }) => {
    ctx.fillStyle = '#ff2010'
    ctx.fillRect(0, 0, width, height)
    ctx.fillStyle = '#c0c0c0'
    for (const [right, bottom] of CORNERS) ctx.fillRect(right - 12, bottom - 10, 12, 10)
  })
  const place = (piece: Piece, index: number) => {
    const [column, row] = [index % 4, Math.floor(index / 4)]
    const [right, bottom] = CORNERS[column % 2]!
    Object.assign(piece, { fromX: right - 10, fromY: bottom - 10, width: 10, height: 10 })
    const [x, y] = [20 + column * 30 + (row % 2), 12 + row * 16 + (column > 1 ? 1 : 0)]
    Object.assign(piece, { x, y, scale: SIZES[row]! / 10 })
  }
  const { u, v } = await drawLayers([ground('#000000'), pieces(fields, { count: 20, place })])
  for (const plane of [u, v]) {
    const farthest = Math.max(...plane.map((value) => Math.abs(value - 128)))
    assert.ok(farthest <= 1, `${farthest}`)
  }
})

/** Right and lower ends of two fields: that of the picture, and one inside of it. */
const CORNERS = [
  [90, 60],
  [50, 30],
] as const
/** How large the pieces come out. */
const SIZES = [4, 7, 8, 10, 16]
