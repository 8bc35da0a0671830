import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paintCover } from '../../testing/paint-cover.ts'
import { GROUP, paintGroup } from '../../testing/paint-group.ts'
import { cropToFill } from './crop-to-fill.ts'
import { keepsPeople, shapeForPeople } from './keep-people.ts'

const SQUARE = { width: 100, height: 100 }

test('a crop that leaves out one of three, or cuts one, keeps not all people', () => {
  const cover = paintGroup()
  assert.ok(!keepsPeople(cover, cropToFill(cover, SQUARE)), 'a square has room for two')
  const cut = GROUP[0] * cover.width
  assert.ok(
    !keepsPeople(cover, { x: cut, y: 0, width: cover.width - cut, height: cover.height }),
    'half a face',
  )
  const rim = 0.03 * cover.width
  assert.ok(keepsPeople(cover, { x: rim, y: 0, width: cover.width - 2 * rim, height: cover.height }))
})

test('the shape that is wished for is used unless somebody were left out', () => {
  const group = paintGroup()
  assert.deepEqual(shapeForPeople(group, SQUARE), { width: group.width, height: group.height })
  const single = { ...group, salience: { ...group.salience, faces: [group.salience.faces![1]!] } }
  const landscape = { ...group, salience: { ...group.salience, faces: [] } }
  assert.equal(shapeForPeople(landscape, SQUARE), SQUARE)
  // The others are found beside a known face.
  assert.notEqual(shapeForPeople(single, SQUARE), SQUARE)
})

test('a square cover is shown as it is in a square, whoever stands at its edges', () => {
  const cover = paintCover(200, () => {})
  const faces = [0, 0.85].map((x) => ({ x, y: 0, width: 0.15, height: 0.2 }))
  const square = { ...cover, salience: { ...cover.salience, faces } }
  assert.equal(shapeForPeople(square, SQUARE), SQUARE)
})
