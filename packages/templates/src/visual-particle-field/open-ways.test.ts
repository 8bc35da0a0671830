import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scatterDust } from './dust.ts'
import { NEVER, planGusts } from './gusts.ts'
import { cutOpen } from './open-ways.ts'
import { chooseSide, measureDepth, type Side } from './sides.ts'
import { cutTiles, type Tile, type TilesPlan } from './tiles.ts'

const BOX = { x: 76, y: 600, width: 928, height: 928 }

/** A cover of nothing but ground, so that chance alone says what is missing, and nothing of it is free further in. */
function cut(isSeen: (x: number, y: number) => boolean = () => true) {
  const plan: TilesPlan = {
    size: { width: 1080, height: 1920 },
    cover: BOX,
    seed: 3,
    grid: 36,
    isReduced: false,
    freedomAt: () => 1,
    isSeen,
    still: { at: () => 0, isFace: () => false, freeFrom: () => 0 },
  }
  return { plan, tiles: cutTiles(plan), grid: plan.grid }
}

const depthOf = (side: Side, { homeX, homeY }: Pick<Tile, 'homeX' | 'homeY'>) =>
  measureDepth(BOX, side, homeX, homeY)

test('no piece is missing with the picture around it, and what flies off leaves holes half as large as itself', () => {
  const { plan, tiles, grid } = cut()
  const gusts = planGusts(tiles, plan)
  const missingIn = gusts.map(({ leaves }) => tiles.map((tile, i) => tile.isEaten || leaves[i]! < NEVER))
  for (const missing of [tiles.map(({ isEaten }) => isEaten), ...missingIn])
    for (const [index, isMissing] of missing.entries()) {
      const [column, row] = [index % grid, Math.floor(index / grid)]
      const outwards = [
        Array.from({ length: column }, (_, i) => row * grid + i),
        Array.from({ length: grid - column }, (_, i) => index + i),
        Array.from({ length: row }, (_, i) => i * grid + column),
        Array.from({ length: grid - row }, (_, i) => index + i * grid),
      ]
      assert.ok(
        !isMissing || outwards.some((line) => line.every((other) => missing[other])),
        `piece ${index}`,
      )
    }
  const hole = tiles.map((_, index) => index === 20 * grid + 20)
  const { width, height } = tiles[20 * grid + 20]!
  const area = (parts: readonly { width: number; height: number }[]) =>
    parts.reduce((sum, part) => sum + part.width * part.height, 0)
  const cutOut = Array.from({ length: 100 }, (_, seed) => area(cutOpen(tiles, hole, seed)))
  const mean = cutOut.reduce((sum, each) => sum + each, 0) / 100
  assert.ok(mean < 0.6 * width * height && mean > 0.3 * width * height, `${mean}`)
  assert.equal(
    area(
      cutOpen(
        tiles,
        tiles.map(() => true),
        3,
      ),
    ),
    BOX.width * BOX.height,
  )
})

test('crumbs come off what is left of the cover, where its edge runs in and out', () => {
  const { plan, tiles, grid } = cut()
  const side = chooseSide(plan)!
  const depths = Array.from({ length: grid }, (_, along) => {
    const line = tiles.filter((_, i) => (side.x === 0 ? i % grid : Math.floor(i / grid)) === along)
    const inwards = line.toSorted((a, b) => depthOf(side, a) - depthOf(side, b))
    return inwards.findIndex(({ isEaten }) => !isEaten)
  })
  assert.ok(new Set(depths).size >= 4, `an edge as deep all along is a straight one: ${depths}`)
  const crumbs = scatterDust(plan, tiles).slice(-grid)
  for (const [along, { homeX, homeY }] of crumbs.entries()) {
    const deep = depthOf(side, { homeX, homeY }) * grid
    assert.ok(Math.abs(deep - depths[along]! - 0.5) < 0.2, `line ${along}: ${deep}, ${depths[along]}`)
  }
})

test('nothing that looks like the ground flies over what is seen of the picture', () => {
  const { plan } = cut()
  const side = chooseSide(plan)!
  const depthAt = (homeX: number, homeY: number) => depthOf(side, { homeX, homeY })
  // A bright stripe along the edge, and the colour of the ground behind it.
  const striped = cut((x, y) => depthAt(x, y) < 0.05)
  const fly = ({ plan, tiles }: typeof striped) => [
    ...scatterDust(plan, tiles),
    ...tiles.filter(({ edge }) => edge),
  ]
  const isBehind = ({ edge, homeX, homeY }: Tile) =>
    edge!.x * side.x + edge!.y * side.y > 0 && depthAt(homeX, homeY) > 0.06
  assert.ok(fly(cut()).some(isBehind), 'what is seen does')
  assert.ok(fly(striped).length > 300 && !fly(striped).some(isBehind))
  const dark = cut(() => false)
  assert.ok(fly(dark).some(isBehind), 'and over more of the ground it may, too')
})
