import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BIRD, type Draw, drawAnimal, drawLand, fill, paintScene } from '../../testing/paint-animals.ts'
import type { Size } from '../geometry.ts'
import type { Cover } from './create-cover.ts'
import { type Filling, planFilling } from './plan-filling.ts'

const SHAPES = {
  '9x16': { width: 1080, height: 1920 },
  '3x4': { width: 1080, height: 1440 },
  '1x1': { width: 1080, height: 1080 },
}

test('a thin beak is in the picture with air before it, below a wall that goes on', () => {
  const cover = paintScene(BIRD, 400, 400)
  for (const [size, filling] of [
    [SHAPES['9x16'], { canMakeUp: true }],
    [SHAPES['3x4'], {}],
  ] as const) {
    const { left, right } = findSides(cover, size, filling)
    assert.ok(left < 0.15 && right > 0.7, `${left} to ${right} of the cover is shown`)
  }
})

/** An animal, and another thing beside it. */
const drawTwo: Draw = (ctx, width, height) => {
  drawLand(ctx, width, height)
  drawAnimal(ctx, 0.36 * width, height)
  fill(ctx, '#d8ccb0', [0.62 * width, 0.5 * height, 0.2 * width, 0.3 * height])
}

test('two that stand beside each other are both whole below a sky that goes on far enough', () => {
  const { left, right } = findSides(paintScene(drawTwo), SHAPES['1x1'])
  assert.ok(left < 0.22 && right > 0.83, `${left} to ${right} of the cover is shown`)
})

test('where there is no room for the second it is left out, and never half of it is shown', () => {
  for (const [shape, filling] of [
    ['9x16', { canMakeUp: true }],
    ['3x4', {}],
  ] as const) {
    const { left, right } = findSides(paintScene(drawTwo), SHAPES[shape], filling)
    assert.ok(left < 0.22 && right > 0.5, `${shape}: one is whole: ${left} to ${right}`)
    assert.ok(right <= 0.63, `${shape}: and no part of the other is there: ${left} to ${right}`)
  }
})

test('nothing that stands out most is lost for a clear side', () => {
  const cover = paintScene((ctx, width, height) => {
    drawTwo(ctx, width, height)
    fill(ctx, '#e02010', [0.64 * width, 0.52 * height, 0.1 * width, 0.2 * height])
  })
  const { left, right } = findSides(cover, SHAPES['9x16'], { canMakeUp: true })
  assert.ok(left < 0.64 && right > 0.74, `${left} to ${right} of the cover is shown`)
})

/** From where to where a frame shows a cover, in parts of its width. */
function findSides(cover: Cover, size: Size, filling?: Filling): { left: number; right: number } {
  const place = planFilling(cover, size, filling)
  return { left: -place.x / place.width, right: (size.width - place.x) / place.width }
}
