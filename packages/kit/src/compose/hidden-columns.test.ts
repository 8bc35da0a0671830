import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, SMALL } from '../../testing/draw-layers.ts'
import { paint } from '../layers/paint.ts'
import { frameAt } from './frame.ts'
import { createHiddenFinder } from './hidden-columns.ts'
import type { MountedLayer, Occluder } from './layer.ts'
import type { Stage } from './stage.ts'

const { width, height } = SMALL.size
const FRAME = frameAt(0, 9, 30)

test('a picture on whole pixels hides all rows and columns that it fills', async () => {
  const { stage } = await openStage()
  const sprite = stage.getSprite(paint({ x: 0, y: 20, width, height: 30 }, fillAll))
  const find = createHiddenFinder(stage, [
    createLayer(() => null),
    createLayer(() => ({ sprite, ...at(sprite) })),
  ])
  assert.deepEqual(rowsOf(stage, find(FRAME).layers[0]!.y), listRows(20, 50))
})

test('between pixels, two rows on each side may shine through', async () => {
  const { stage } = await openStage()
  const sprite = stage.getSprite(paint({ x: 0, y: 20, width, height: 30 }, fillAll))
  const slid = { sprite, ...at(sprite), y: sprite.y + 0.5 }
  const find = createHiddenFinder(stage, [createLayer(() => null), createLayer(() => slid)])
  const rows = rowsOf(stage, find(FRAME).layers[0]!.y)
  assert.deepEqual([rows.at(0)?.row, rows.at(-1)?.row], [22, 47])
})

test('what a layer covers is hidden from all below it, and no longer once it is gone or has moved', async () => {
  const { stage } = await openStage()
  const low = stage.getSprite(paint({ x: 0, y: 10, width, height: 10 }, fillAll))
  const high = stage.getSprite(paint({ x: 0, y: 40, width, height: 10 }, fillAll))
  let occluder: Occluder | null = { sprite: high, ...at(high) }
  const find = createHiddenFinder(stage, [
    createLayer(() => ({ sprite: low, ...at(low) })),
    createLayer(() => occluder),
  ])
  const below = () => rowsOf(stage, find(FRAME).below.y)
  assert.deepEqual(below(), [...listRows(10, 20), ...listRows(40, 50)])
  assert.deepEqual(below(), [...listRows(10, 20), ...listRows(40, 50)], 'nothing has changed')
  occluder = { ...occluder, y: occluder.y + 6 }
  assert.deepEqual(below(), [...listRows(10, 20), ...listRows(46, 56)])
  occluder = null
  assert.deepEqual(below(), listRows(10, 20))
})

test('a box hides whole steps of sixteen columns, unless a longer stretch is hidden already', async () => {
  const { stage } = await openStage()
  const wide = stage.getSprite(paint({ x: 0, y: 20, width, height: 10 }, fillAll))
  let box = { x: 10, y: 10.5, width: 60, height: 14.5 }
  const find = createHiddenFinder(stage, [
    createLayer(() => ({ box })),
    createLayer(() => ({ sprite: wide, ...at(wide) })),
  ])
  const below = () => rowsOf(stage, find(FRAME).below.y)
  const hidden = (top: number, bottom: number) =>
    listRows(top, bottom).map((row) => ({ ...row, from: 16, to: 64 }))
  assert.deepEqual(below(), [...hidden(11, 20), ...listRows(20, 30)])
  box = { ...box, y: 12 }
  assert.deepEqual(below(), [...hidden(12, 20), ...listRows(20, 30)], 'it has moved')
})

type Row = { row: number; from: number; to: number }

function createLayer(occlusion: () => Occluder | null): MountedLayer {
  return { isStill: false, occlusion, draw: () => undefined }
}

function at({ x, y }: { x: number; y: number }) {
  return { x, y, scale: 1 }
}

function fillAll(ctx: { fillRect(x: number, y: number, width: number, height: number): void }): void {
  ctx.fillRect(0, 0, width, height)
}

function rowsOf({ sharedMemory }: Stage, table: number): Row[] {
  const words = sharedMemory.words(table, height * 2)
  return Array.from({ length: height }, (_, row) => ({
    row,
    from: words[row * 2]!,
    to: words[row * 2 + 1]!,
  })).filter(({ from, to }) => to > from)
}

function listRows(top: number, bottom: number): Row[] {
  return Array.from({ length: bottom - top }, (_, i) => ({ row: top + i, from: 0, to: width }))
}
