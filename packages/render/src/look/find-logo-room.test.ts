import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOGO_CORNERS, type LogoWish, placeLogo } from '@songreel/kit/input'
import { isFree, type LogoSearch, listLogoRooms, type Sight } from './find-logo-room.ts'

const SIZE = { width: 320, height: 180 }
const PICTURE = { width: 200, height: 100 }
const WISH: LogoWish = { place: 'AUTO', size: 'MEDIUM', opacity: 1, shows: 'ALWAYS' }
const SEARCH = { picture: PICTURE, wish: WISH, offered: LOGO_CORNERS, needsPlate: () => false }
const BLACK = new Uint8Array(SIZE.width * SIZE.height).fill(16)
const NO_LETTERS = new Uint8Array(SIZE.width * SIZE.height)

/** The best place. */
function findLogoRoom(sight: Sight, search: LogoSearch) {
  const [best] = listLogoRooms(sight, search)
  return best
}

function see(changes: Partial<Sight> = {}): Sight {
  return { size: SIZE, letters: NO_LETTERS, covers: [], drawings: [], lumas: [BLACK], ...changes }
}

/** A mask with one kind of pixel in a box. */
function mask(kind: number, box: { x: number; y: number; width: number; height: number }): Uint8Array {
  return Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) => {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    const isInside = x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
    return isInside ? kind : 0
  })
}

test('a logo takes the first corner that is offered, and the wished one where it is free', () => {
  assert.equal(findLogoRoom(see(), SEARCH)?.corner, 'TOP_LEFT')
  const wish = { ...WISH, place: 'BOTTOM_RIGHT' as const }
  assert.deepEqual(findLogoRoom(see(), { ...SEARCH, wish }), {
    corner: 'BOTTOM_RIGHT',
    heightPx: 130,
    slide: 0,
    tone: { mean: 0, dark: 0, light: 0 },
    cost: 0.18,
  })
  assert.equal(findLogoRoom(see(), { ...SEARCH, wish, offered: ['TOP_RIGHT'] })?.corner, 'TOP_RIGHT')
})

test('a single line may run under it where that is allowed, bars may not', () => {
  const box = placeLogo(SIZE, { picture: PICTURE, corner: 'TOP_LEFT', heightPx: 130 })
  const line = mask(1, { x: 0, y: Math.round(box.y + box.height / 2), width: SIZE.width, height: 1 })
  const bars = mask(1, { ...box, height: box.height / 2 })
  const rules = { air: 0.5, onLines: true }
  assert.equal(isFree(see({ drawings: [line] }), box, { air: 0.5 }), false)
  assert.equal(isFree(see({ drawings: [line] }), box, rules), true)
  assert.equal(isFree(see({ drawings: [bars] }), box, rules), false)
})

test('on a faint pattern it may lie on a plate where that is allowed, on bold things never', () => {
  const everywhere = { x: 0, y: 0, ...SIZE }
  const faint = see({ drawings: [mask(1, everywhere)] })
  const bold = see({ drawings: [mask(2, everywhere)] })
  assert.deepEqual(listLogoRooms(faint, SEARCH), [])
  const [room] = listLogoRooms(faint, SEARCH, { onPattern: true })
  assert.equal(room?.corner, 'TOP_LEFT')
  assert.equal(room?.onPattern, true)
  assert.deepEqual(listLogoRooms(bold, SEARCH, { onPattern: true }), [])
})

test('a ground beside the picture wins over the picture', () => {
  const covers = [mask(1, { x: 0, y: 0, width: SIZE.width, height: 90 })]
  assert.equal(findLogoRoom(see({ covers }), SEARCH)?.corner, 'BOTTOM_LEFT')
})

test('it gives way to type, also to type that comes near', () => {
  const letters = mask(1, { x: 60, y: 14, width: 60, height: 20 })
  assert.equal(findLogoRoom(see({ letters }), SEARCH)?.corner, 'TOP_RIGHT')
  const everywhere = mask(1, { x: 0, y: 0, ...SIZE })
  assert.equal(findLogoRoom(see({ letters: everywhere }), SEARCH), undefined)
})

test('it keeps off the subject, however large that is, and is stuck on no picture', () => {
  const box = placeLogo(SIZE, { picture: PICTURE, corner: 'TOP_LEFT', heightPx: 130 })
  const corner = { x: 0, y: 0, width: 40, height: 40 }
  const whole = { x: 0, y: 0, ...SIZE }
  const covered = (kind: number) => {
    const seen = mask(1, whole)
    for (const [i, each] of mask(kind, corner).entries()) if (each) seen[i] = each
    return seen
  }
  assert.equal(
    isFree(see({ covers: [mask(1, whole)] }), box),
    true,
    'a cover that goes on to the edge is a ground',
  )
  assert.equal(isFree(see({ covers: [covered(2)] }), box), false, 'the subject')
  const sleeve = mask(2, { ...whole, x: box.x + 0.9 * box.width })
  assert.equal(
    isFree(see({ covers: [sleeve] }), box),
    false,
    'a tenth of the logo on one that fills the frame',
  )
  assert.equal(isFree(see({ covers: [mask(1, { ...corner, x: 14 })] }), box), false, 'a picture')
  assert.equal(isFree(see({ covers: [mask(1, whole)] }), box, { onCover: false }), false, 'no cover at all')
})

test('it keeps a margin of its own from bars and other drawn things, in every frame', () => {
  const box = placeLogo(SIZE, { picture: PICTURE, corner: 'TOP_LEFT', heightPx: 130 })
  const below = (gap: number) => mask(1, { ...box, y: box.y + box.height + gap })
  const none = mask(0, box)
  assert.equal(isFree(see({ drawings: [none, below(3)] }), box), false, 'it all but touches them')
  assert.equal(isFree(see({ drawings: [none, below(14)] }), box), true, 'there is air between them')
  const touched = see({ drawings: [below(1)] })
  assert.notDeepEqual(findLogoRoom(touched, SEARCH), findLogoRoom(see(), SEARCH))
})

test('a calm ground wins over a better corner that is full of bars', () => {
  const luma = Uint8Array.from(BLACK)
  for (let y = 0; y < 90; y++) for (let x = 0; x < 110; x++) luma[y * SIZE.width + x] = x % 4 < 2 ? 235 : 16
  assert.equal(findLogoRoom(see({ lumas: [luma] }), SEARCH)?.corner, 'TOP_RIGHT')
})

test('a place in which it needs no plate wins, and a plate has room for all of its rim', () => {
  const isLight = (x: number) => x < SIZE.width / 2
  const luma = BLACK.map((_, i) => (isLight(i % SIZE.width) ? 235 : 16))
  const needsPlate = ({ mean }: { mean: number }) => mean > 0.5
  const search = { ...SEARCH, offered: ['TOP_LEFT', 'BOTTOM_RIGHT'] as const, needsPlate }
  assert.equal(findLogoRoom(see({ lumas: [luma] }), search)?.corner, 'BOTTOM_RIGHT')
})

test('over a ground of many small parts it lies on a plate, over a calm one it does not', () => {
  const leaves = BLACK.map((_, i) => ((i % SIZE.width) % 16 < 2 ? 140 : 90))
  const busy = findLogoRoom(see({ lumas: [leaves] }), SEARCH)
  assert.equal(busy?.isBusy, true)
  const wall = BLACK.map(() => 90)
  assert.equal(findLogoRoom(see({ lumas: [wall] }), SEARCH)?.isBusy, undefined)
})

test('a picture beside the type is no ground where only one that fills the frame may be', () => {
  const half = { x: 0, y: 0, width: SIZE.width / 2, height: SIZE.height }
  const search = { ...SEARCH, offered: ['TOP_LEFT'] as const }
  const covers = [mask(1, half)]
  assert.ok(listLogoRooms(see({ covers }), search).length > 0)
  assert.deepEqual(listLogoRooms(see({ covers }), search, { leastGround: 0.7 }), [])
  const whole = [mask(1, { ...half, width: SIZE.width })]
  assert.ok(listLogoRooms(see({ covers: whole }), search, { leastGround: 0.7 }).length > 0)
})

test('over a film it lies on a plate, however calm a moment is', () => {
  const [dim, bright] = [BLACK.map(() => 80), BLACK.map(() => 110)]
  assert.equal(findLogoRoom(see({ lumas: [dim, bright] }), SEARCH)?.isBusy, undefined)
  assert.equal(findLogoRoom(see({ lumas: [dim, bright] }), { ...SEARCH, isOverClips: true })?.isBusy, true)
  assert.equal(findLogoRoom(see({ lumas: [dim, dim] }), { ...SEARCH, isOverClips: true })?.isBusy, undefined)
})
