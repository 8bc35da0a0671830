import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCommonRoom } from './common-room.ts'
import type { LogoRoom } from './find-logo-room.ts'

function aRoom(corner: LogoRoom['corner'], cost: number, changes: Partial<LogoRoom> = {}): LogoRoom {
  return { corner, heightPx: 130, slide: 0, cost, tone: { mean: 0, dark: 0, light: 0 }, ...changes }
}

/** Scenes with these places, in which a logo needs a plate on small parts, and where it is light. */
function find(...scenes: LogoRoom[][]) {
  const needsPlate = ({ isBusy = false, tone }: LogoRoom) => isBusy || tone.light > 0.5
  return findCommonRoom(scenes.map((rooms) => ({ rooms, needsPlate })))
}

test('several scenes have one place: the best of those that are free in most of them', () => {
  const first = [aRoom('TOP_LEFT', 1), aRoom('BOTTOM_LEFT', 2)]
  const second = [aRoom('BOTTOM_LEFT', 1), aRoom('TOP_LEFT', 1.5, { tone: { mean: 1, dark: 1, light: 1 } })]
  const third = [aRoom('TOP_RIGHT', 0)]
  const shared = find(first, second, third)
  assert.equal(shared?.room.corner, 'TOP_LEFT')
  assert.deepEqual(
    shared?.room.tone,
    { mean: 0.5, dark: 0, light: 1 },
    'its form must be seen in all of them',
  )
  assert.deepEqual(shared?.freeIn, [0, 1])
  assert.equal(find([], []), undefined)
})

test('in all of them it lies on a plate if it has to in one, whichever comes first', () => {
  const [calm, busy] = [aRoom('TOP_LEFT', 0), aRoom('TOP_LEFT', 0, { isBusy: true })]
  const pattern = aRoom('TOP_LEFT', 0, { onPattern: true })
  for (const rooms of [
    [calm, busy],
    [busy, calm],
    [calm, pattern],
  ]) {
    const shared = find(...rooms.map((room) => [room]))
    assert.equal(shared?.room.isBusy, true)
    assert.deepEqual(shared?.freeIn, [0, 1])
  }
  assert.equal(find([calm], [calm])?.room.isBusy, undefined)
})

test('a place that is too small for a plate is not free beside one that needs it, or the other way round', () => {
  const [calm, busy] = [aRoom('TOP_LEFT', 0), aRoom('TOP_LEFT', 0, { isBusy: true })]
  const light = aRoom('TOP_LEFT', 0, { tone: { mean: 0.8, dark: 0.8, light: 0.8 } })
  const tight = { ...calm, isTight: true }
  assert.deepEqual(find([tight], [busy], [busy])?.freeIn, [1, 2])
  assert.deepEqual(find([tight], [light], [calm])?.freeIn, [1, 2])
  const most = find([tight], [busy], [tight])
  assert.deepEqual([most?.room.isBusy, most?.freeIn], [undefined, [0, 2]])
})
