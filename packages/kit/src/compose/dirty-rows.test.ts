import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, ground, SMALL, shoot } from '../../testing/draw-layers.ts'
import { bars } from '../layers/bars.ts'
import { paint } from '../layers/paint.ts'
import { paintEach } from '../layers/paint-each.ts'
import { sprite } from '../layers/sprite.ts'
import { wipe } from '../layers/wipe.ts'
import { createScene } from './create-scene.ts'
import { createDirtyRowsFinder, joinRows } from './dirty-rows.ts'
import { frameAt } from './frame.ts'
import type { MountedLayer, Reach } from './layer.ts'

/** Frames in an order that goes on, rests, jumps back and repeats. */
const ORDER = [0, 1, 2, 3, 20, 21, 22, 5, 5, 40, 41, 3, 59, 0]

test('what is drawn only when something changes looks as if it were drawn in every frame', async () => {
  const layers = [
    ground('#203040'),
    box(
      '#c04020',
      { x: 8, y: 6, width: 90, height: 21 },
      { opacity: (frame) => (frame.index < 3 ? 0.5 : 1) },
    ),
    box('#20c040', { x: 30, y: 18, width: 60, height: 15 }, { y: (frame) => Math.max(0, frame.index - 20) }),
    box('#f0e0a0', { x: 60, y: 50, width: 40, height: 9 }, { colour: (frame) => colourOf(frame.index) }),
    box(
      '#ffffff',
      { x: 4, y: 64, width: 120, height: 7 },
      { reveal: (frame) => Math.min(1, frame.index / 20) },
    ),
    box(
      '#8060ff',
      { x: 100, y: 30, width: 30, height: 9 },
      { rotation: (frame) => 9 * Math.min(frame.index, 21), opacity: 0.8 },
    ),
    wipe(block('#405060', NAME), block('#f0f0f0', NAME), { edge: ({ index }) => (index - 2) / 20 }),
    bars({ x: 10, y: 70, width: 100, height: 12 }, { count: 8, levels: ({ index }) => [index / 60] }),
    paintEach(
      { x: 110, y: 2, width: 30, height: 12 },
      (ctx, { index }) => ctx.fillRect(0, 0, 6 + 3 * (index >> 3), 9),
      { key: ({ index }) => index >> 3 },
    ),
  ]
  const scene = await createScene(layers, SMALL)
  for (const index of ORDER) {
    const seen = shoot(scene.draw(index))
    assert.deepEqual(seen, await drawLayers(layers, index), `frame ${index}`)
  }
})

test('a layer that stays the same is left alone, unless another one moves in its rows', () => {
  const reaches: Reach[] = [
    { isSame: true, top: 10, bottom: 20 },
    { isSame: true, top: 19, bottom: 30 },
    { isSame: true, top: 40, bottom: 50 },
    { isSame: false, top: 28, bottom: 33 },
  ]
  const findDirtyRows = createDirtyRowsFinder(reaches.map((reach) => layerOf(() => reach)))!
  findDirtyRows(frameAt(0, 2, 30))
  const { isDirty, rows } = findDirtyRows(frameAt(1, 2, 30))

  assert.deepEqual(isDirty, [true, true, false, true])
  assert.ok(rows.every(({ top, bottom }) => top >= 10 && bottom <= 34 && top % 2 === 0 && bottom % 2 === 0))
})

test('a layer that can be clipped is drawn in dirty rows alone, and makes no others dirty', () => {
  const reaches: Reach[] = [
    { isSame: true, top: 0, bottom: 80 },
    { isSame: true, top: 50, bottom: 60 },
    { isSame: false, top: 28, bottom: 32 },
  ]
  const layers = reaches.map((reach) => ({ ...layerOf(() => reach), isClippable: true }))
  const findDirtyRows = createDirtyRowsFinder(layers)!
  findDirtyRows(frameAt(0, 2, 30))
  const { isDirty, rows } = findDirtyRows(frameAt(1, 2, 30))

  assert.deepEqual(isDirty, [true, false, true])
  assert.deepEqual(joinRows(rows, 90), [{ top: 28, bottom: 32 }])
})

test('rows that a layer has left are dirty too', () => {
  let place = { top: 10, bottom: 20 }
  const findDirtyRows = createDirtyRowsFinder([layerOf(() => ({ isSame: false, ...place }))])!
  findDirtyRows(frameAt(0, 2, 30))
  place = { top: 60, bottom: 70 }
  assert.deepEqual(findDirtyRows(frameAt(1, 2, 30)).rows, [
    { top: 10, bottom: 20 },
    { top: 60, bottom: 70 },
  ])
})

test('a sprite that was gone comes back as it was', async () => {
  const blinking = { opacity: ({ index }: { index: number }) => (index % 2 === 0 ? 1 : 0) }
  const leaving = { y: ({ index }: { index: number }) => (index % 2 === 0 ? 0 : 90) }
  const layers = [
    ground('#203040'),
    box('#f0e0a0', { x: 60, y: 50, width: 40, height: 9 }, blinking),
    box('#c04020', { x: 10, y: 20, width: 40, height: 9 }, leaving),
  ]
  const scene = await createScene(layers, SMALL)
  for (const index of [0, 1, 2, 3, 4]) {
    const seen = shoot(scene.draw(index))
    const { y } = await drawLayers(layers, index)
    assert.ok(Buffer.from(seen.y).equals(y), `frame ${index}`)
  }
})

test('a sprite that rests at an edge is not drawn again by what moves beyond it', async () => {
  const resting = { opacity: 0.5 }
  const layers = [
    ground('#203040'),
    box('#c04020', { x: 0, y: 0, width: 30, height: 10 }, { y: ({ index }) => 90 + index }),
    box('#20c040', { x: 100, y: 0, width: 30, height: 10 }, { y: ({ index }) => -11 - index }),
    box('#f0e0a0', { x: 60, y: 70, width: 40, height: 40 }, resting),
    box('#8060ff', { x: 60, y: -20, width: 40, height: 40 }, resting),
  ]
  const scene = await createScene(layers, SMALL)
  for (const index of [0, 1, 2, 3]) {
    const seen = shoot(scene.draw(index))
    assert.deepEqual(seen, await drawLayers(layers, index), `frame ${index}`)
  }
})

test('one layer that cannot tell where it draws makes everything dirty', () => {
  assert.equal(createDirtyRowsFinder([layerOf(() => ({ isSame: true, top: 0, bottom: 2 })), layerOf()]), null)
})

const NAME = { x: 6, y: 40, width: 50, height: 9 }

function block(colour: string, place: Parameters<typeof paint>[0]) {
  return paint(place, (ctx) => {
    ctx.fillStyle = colour
    ctx.fillRect(0, 0, place.width, place.height)
  })
}

function box(colour: string, place: Parameters<typeof paint>[0], props: Parameters<typeof sprite>[1]) {
  return sprite(block(colour, place), props)
}

function colourOf(index: number): string {
  return index < 21 ? '#804020' : '#40a0f0'
}

function layerOf(reach?: () => Reach): MountedLayer {
  return { isStill: false, draw: () => undefined, ...(reach && { reach }) }
}

test('rows are joined where they overlap or touch, and end with the frame', () => {
  const rows = [
    { top: 40, bottom: 60 },
    { top: -4, bottom: 10 },
    { top: 10, bottom: 20 },
    { top: 50, bottom: 52 },
    { top: 90, bottom: 120 },
    { top: 0, bottom: 0 },
  ]
  assert.deepEqual(joinRows(rows, 100), [
    { top: 0, bottom: 20 },
    { top: 40, bottom: 60 },
    { top: 90, bottom: 100 },
  ])
})
