import assert from 'node:assert/strict'
import { test } from 'node:test'
import { peelOff } from './dust.ts'
import { keepIslands } from './islands.ts'
import type { Stillness } from './keep-still.ts'
import { cutTiles } from './tiles.ts'

const SIZE = { width: 1920, height: 1080 }
const COVER = { x: 840, y: 0, width: 1080, height: 1080 }
const FREE: Stillness = { at: () => 0, isFace: () => false, freeFrom: () => 1 }
const LEFT = { x: -1, y: 0 }
type Area = { left: number; right: number; top: number; bottom: number }

/** A cover that is seen but for one part of it, in fractions. */
function show({ left, right, top, bottom }: Area) {
  const isIn = (x: number, y: number) => {
    const [across, down] = [(x - COVER.x) / COVER.width, (y - COVER.y) / COVER.height]
    return across > left && across < right && down > top && down < bottom
  }
  const isSeen = (x: number, y: number) => !isIn(x, y)
  const still = keepIslands(FREE, { cover: COVER, grid: 30, isSeen })
  const plan = {
    size: SIZE,
    cover: COVER,
    seed: 3,
    grid: 30,
    isReduced: false,
    freedomAt: () => 1,
    isSeen,
    still,
  }
  return { still, isIn, plan, tiles: cutTiles(plan) }
}

/** A black dog on a meadow, whose tail the edge of the picture may cut off. */
const DOG = { left: 0.07, right: 0.24, top: 0.6, bottom: 0.7 }

test('a thing in the colour of the ground is kept with what is around it, also where the edge cuts it off', () => {
  for (const area of [DOG, { ...DOG, left: -1, right: 0.2 }]) {
    const { still, isIn, plan, tiles } = show(area)
    const [x, y] = [COVER.x + 0.15 * COVER.width, COVER.y + 0.65 * COVER.height]
    assert.equal(still.at(x, y), 1)
    assert.ok(still.freeFrom(LEFT, x, y) < 0.05 && still.freeFrom(LEFT, x, 0.1 * COVER.height) > 0.2)
    const beside = (homeX: number, homeY: number) =>
      [-36, 0, 36].some((off) => isIn(homeX + off, homeY) || isIn(homeX, homeY + off))
    for (const { homeX, homeY, isEaten, edge } of tiles)
      if (beside(homeX, homeY)) assert.ok(!isEaten && !edge, `${homeX}, ${homeY}`)
    const passing = peelOff(plan, tiles).filter(
      ({ homeX, homeY }) => Math.abs(homeY - y) < 36 && homeX > x + 160,
    )
    assert.equal(passing.length, 0, 'nothing flies over it')
  }
})

test('a dark side, a shadow and a cover that is dark on the whole are no things', () => {
  const [x, y] = [COVER.x + 0.05 * COVER.width, COVER.y + 0.65 * COVER.height]
  for (const [name, area] of Object.entries({
    side: { left: -1, right: 0.07, top: 0.3, bottom: 0.9 },
    shadow: { left: 0.03, right: 0.08, top: 0.62, bottom: 0.68 },
    whole: { left: 0.04, right: 0.96, top: 0.04, bottom: 0.96 },
  }))
    assert.equal(show(area).still.at(x, y), 0, name)
})
