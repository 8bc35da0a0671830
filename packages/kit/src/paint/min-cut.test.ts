import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance } from './chance.ts'
import { type CutWish, cutGrid, listSteps } from './min-cut.ts'

const COLUMNS = 4
const ROWS = 3
const COUNT = COLUMNS * ROWS

function makeWish(seed: number): CutWish {
  const steps = listSteps(COLUMNS)
  const leans = Float32Array.from({ length: COUNT }, (_, i) =>
    Math.round(20 * (chance(seed, 'lean', i) - 0.5)),
  )
  const bonds = new Float32Array(8 * COUNT)
  for (let cell = 0; cell < COUNT; cell++) {
    for (let way = 4; way < 8; way++) {
      const other = cell + steps[way]!
      if (other >= COUNT || Math.abs((other % COLUMNS) - (cell % COLUMNS)) > 1) continue
      bonds[8 * cell + way] = bonds[8 * other + 7 - way] = Math.round(6 * chance(seed, 'bond', cell, way))
    }
  }
  return { columns: COLUMNS, rows: ROWS, leans, bonds }
}

/** What a cut costs: wishes that are not heard, and bonds between front and behind. */
function measureCost({ leans, bonds }: CutWish, isFront: (cell: number) => boolean): number {
  const steps = listSteps(COLUMNS)
  let cost = 0
  for (let cell = 0; cell < COUNT; cell++) {
    if (leans[cell]! > 0 !== isFront(cell)) cost += Math.abs(leans[cell]!)
    for (let way = 0; way < 8; way++) {
      const bond = bonds[8 * cell + way]!
      if (bond > 0 && isFront(cell) && !isFront(cell + steps[way]!)) cost += bond
    }
  }
  return cost
}

test('no other cut of a grid costs less', () => {
  for (let seed = 0; seed < 60; seed++) {
    const wish = makeWish(seed)
    const cut = cutGrid(wish)
    let least = Number.POSITIVE_INFINITY
    for (let cells = 0; cells < 2 ** COUNT; cells++)
      least = Math.min(
        least,
        measureCost(wish, (cell) => ((cells >> cell) & 1) === 1),
      )
    const own = measureCost(wish, (cell) => cut[cell] === 1)
    assert.ok(Math.abs(own - least) < 1e-3, `seed ${seed}: ${own} instead of ${least}`)
  }
})

test('cells without a wish go where their bonds take them', () => {
  const leans = new Float32Array(COUNT)
  leans[0] = 9
  leans[3] = -9
  const { bonds } = makeWish(3)
  bonds.fill(0)
  for (const [cell, other] of [
    [0, 1],
    [1, 2],
    [2, 3],
  ] as const)
    bonds[8 * cell + 4] = bonds[8 * other + 3] = cell === 1 ? 1 : 4
  const cut = cutGrid({ columns: COLUMNS, rows: ROWS, leans, bonds })
  assert.deepEqual([...cut.slice(0, 4)], [1, 1, 0, 0])
})
