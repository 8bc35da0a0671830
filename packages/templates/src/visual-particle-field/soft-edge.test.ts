import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { scatterDust } from './dust.ts'
import { NEVER, planGusts } from './gusts.ts'
import type { Stillness } from './keep-still.ts'
import { measureDepth } from './sides.ts'
import { planSoftEdges } from './soft-edge.ts'
import { cutTiles } from './tiles.ts'

/** A cover in the upper right corner of a square frame: it streams off to the left, and below it stands the type. */
const SIZE = { width: 1080, height: 1080 }
const COVER = { x: 340, y: 0, width: 740, height: 740 }
const FREE: Stillness = { at: () => 0, isFace: () => false, freeFrom: () => 1 }
const BELOW = { x: 0, y: 1 }
const depthOf = (x: number, y: number) => measureDepth(COVER, BELOW, x, y)

function plan(still = FREE) {
  const place = { size: SIZE, cover: COVER, seed: 3, grid: 30, still }
  return { ...place, isReduced: false, freedomAt: () => 1, isSeen: () => true, soft: planSoftEdges(place) }
}

/** How much is left of a white cover, of 255, at each height. */
function wear(still = FREE): number[] {
  const ctx = createCanvas(COVER.width, COVER.height).getContext('2d')
  ctx.fillStyle = '#ffffff'
  ctx.fillRect(0, 0, COVER.width, COVER.height)
  plan(still).soft.wear(ctx)
  const { data } = ctx.getImageData(0, 0, COVER.width, COVER.height)
  return Array.from({ length: COVER.height }, (_, y) => {
    let sum = 0
    for (let x = 0; x < COVER.width; x++) sum += data[4 * (y * COVER.width + x) + 3]!
    return sum / COVER.width
  })
}

test('the side at which a cover does not stream away goes over into the ground as fine grains, and no whole piece is missing there', () => {
  const rows = wear()
  assert.ok(
    rows.slice(0, 600).every((level) => level === 255),
    'nothing else is taken away',
  )
  const mean = (from: number, to: number) =>
    rows.slice(from, to).reduce((sum, level) => sum + level, 0) / (to - from)
  const steps = [600, 640, 680, 720, 740]
  const levels = steps.slice(1).map((to, i) => mean(steps[i]!, to))
  for (const [i, level] of levels.entries()) if (i > 0) assert.ok(level < levels[i - 1]! - 20, `${levels}`)
  assert.ok(levels[0]! > 200 && levels.at(-1)! < 12, `${levels}`)
  const eaten = cutTiles(plan()).filter(({ isEaten }) => isEaten)
  assert.ok(eaten.length > 0)
  for (const { homeX } of eaten)
    assert.ok((homeX - COVER.x) / COVER.width < 0.25, 'only where it streams away')
})

test('what stands out keeps its foot for longer, and a letter all of itself', () => {
  const [free, held] = [wear(), wear({ ...FREE, at: () => 1 })]
  assert.ok(held[660]! > free[660]! + 20, `${held[660]} and ${free[660]}`)
  assert.ok(wear({ ...FREE, isFace: () => true }).every((level) => level === 255))
})

test('no piece leaves or comes home where the cover is half ground, and only fine dust flies there', () => {
  const scene = plan()
  const tiles = cutTiles(scene)
  for (const { leaves } of planGusts(tiles, scene))
    for (const [index, { homeX, homeY }] of tiles.entries())
      if (leaves[index]! < NEVER) assert.equal(scene.soft.at(homeX, homeY), 1)
  const piece = COVER.width / scene.grid
  const atFoot = scatterDust(scene, tiles).filter(({ homeX, homeY }) => depthOf(homeX, homeY) < 0.03)
  assert.ok(atFoot.length > 20)
  for (const { width } of atFoot) assert.ok(width <= 0.95 * piece, `${width} of ${piece}`)
})
