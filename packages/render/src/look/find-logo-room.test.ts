import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOGO_CORNERS, type LogoWish, placeLogo } from '@songreel/kit/input'
import { findLogoRoom, isFree, type Sight } from './find-logo-room.ts'

const SIZE = { width: 320, height: 180 }
const PICTURE = { width: 200, height: 100 }
const WISH: LogoWish = { place: 'AUTO', size: 'MEDIUM', opacity: 1, shows: 'ALWAYS' }
const SEARCH = { picture: PICTURE, wish: WISH, offered: LOGO_CORNERS, needsPlate: () => false }
const BLACK = new Uint8Array(SIZE.width * SIZE.height).fill(16)
const NO_LETTERS = new Uint8Array(SIZE.width * SIZE.height)

function see(changes: Partial<Sight> = {}): Sight {
  return { size: SIZE, letters: NO_LETTERS, covers: [], lumas: [BLACK], ...changes }
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
  })
  assert.equal(findLogoRoom(see(), { ...SEARCH, wish, offered: ['TOP_RIGHT'] })?.corner, 'TOP_RIGHT')
})

test('it gives way to type, also to type that comes near', () => {
  const letters = mask(1, { x: 60, y: 14, width: 60, height: 20 })
  assert.equal(findLogoRoom(see({ letters }), SEARCH)?.corner, 'TOP_RIGHT')
  const everywhere = mask(1, { x: 0, y: 0, ...SIZE })
  assert.equal(findLogoRoom(see({ letters: everywhere }), SEARCH), undefined)
})

test('it hides no face, hardly any of the subject, and is stuck on no picture', () => {
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
  assert.equal(isFree(see({ covers: [covered(3)] }), box), false, 'a face')
  assert.equal(isFree(see({ covers: [mask(1, { ...corner, x: 14 })] }), box), false, 'a picture')
  assert.equal(isFree(see({ covers: [mask(1, whole)] }), box, { onCover: false }), false, 'no cover at all')
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
