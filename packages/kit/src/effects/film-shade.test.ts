import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shadeFilm } from './film-shade.ts'
import type { Placed, ShadeEdge } from './place-on-film.ts'

const SIZE = { width: 1080, height: 1920 }
const INK = { type: '#ffffff', veil: '#000000' }
const FRAME = { index: 0, count: 1, fps: 30, secs: 0, position: 0 }
const GRID = { columns: 27, rows: 48 }
const BOX = { x: 65, y: 1200, width: 600, height: 240 }

/** The levels of a shade behind one text, by row and column. */
function shade(edge: ShadeEdge, amount: number, presence = 1): { levels: Float32Array; opacity: unknown } {
  const placed: Placed = { size: 0, box: BOX, edge, shades: new Map([[0, amount]]) }
  const { veil } = shadeFilm({
    film: { inks: [INK] },
    stays: [{ placed, presence: () => presence }],
    size: SIZE,
    indexAt: () => 0,
  })
  const levels = new Float32Array(GRID.columns * GRID.rows)
  veil.shade({ ...GRID, levels }, FRAME)
  const { opacity } = veil
  return { levels, opacity: typeof opacity === 'function' ? opacity(FRAME) : opacity }
}

test('a shade is a slope from an edge of the frame, as wide as the frame: it ends nowhere within the picture', () => {
  const { levels } = shade('BOTTOM', 0.5)
  let above = 0
  for (let row = 0; row < GRID.rows; row++) {
    const own = levels.slice(row * GRID.columns, (row + 1) * GRID.columns)
    assert.ok(own.every((level) => level === own[0]))
    assert.ok(own[0]! >= above)
    const y = ((row + 0.5) / GRID.rows) * SIZE.height
    if (y >= BOX.y) assert.ok(own[0]! >= 0.499, `${own[0]} at ${y}`)
    if (y < 0.45 * SIZE.height) assert.equal(own[0], 0)
    above = own[0]!
  }
})

test('type in the upper half has its shade from above', () => {
  const { levels } = shade('TOP', 0.5)
  assert.ok(levels[0]! > 0.5 && levels.at(-1)! < levels[0]!)
})

test('shades that differ have different numbers, by the shot and by how much of which text is there', () => {
  let shot = 0
  let shares = [0, 0]
  const shades = new Map([0, 1, 24, 25, 1600, 1601, 4095].map((index) => [index, 0.5]))
  const placed = shares.map((): Placed => ({ size: 0, box: BOX, edge: 'BOTTOM', shades }))
  const { veil } = shadeFilm({
    film: { inks: Array.from({ length: 4096 }, () => INK) },
    stays: placed.map((each, i) => ({ placed: each, presence: () => shares[i]! / 24 })),
    size: SIZE,
    indexAt: () => shot,
  })
  const seen = new Map<number, string>()
  const parts = [0, 1, 2, 12, 23, 24]
  for (shot of shades.keys())
    for (const first of parts)
      for (const second of parts) {
        shares = [first, second]
        const number = veil.stays!(FRAME)
        const about = `shot ${shot}, ${shares}`
        assert.ok(Number.isSafeInteger(number))
        assert.equal(seen.get(number), undefined, about)
        seen.set(number, about)
      }
})

test('where type needs no shade, or none stands, there is none', () => {
  assert.equal(shade('BOTTOM', 0).opacity, 0)
  assert.equal(shade('BOTTOM', 0.5, 0).opacity, 0)
  assert.equal(shade('BOTTOM', 0.5).opacity, 1)
})
