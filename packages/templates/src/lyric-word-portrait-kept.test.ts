import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { createCover } from '@songreel/kit/drawing'
import { describeCover } from '@songreel/kit/input'
import { findFirst, findKept } from './lyric-word-portrait/kept.ts'
import { planLayout } from './lyric-word-portrait/layout.ts'
import { createSight } from './lyric-word-portrait/sight.ts'

const SIDE = 320
const SIZES = [
  { width: 1080, height: 1920 },
  { width: 1080, height: 1080 },
  { width: 1080, height: 1350 },
  { width: 1920, height: 1080 },
]

function context({ width, height } = SIZES[0]!) {
  return createCanvas(width, height).getContext('2d')
}

/** A plain cover with boxes on it, in fractions of its side. */
function paintCover(boxes: readonly (readonly [number, number, number, number])[]) {
  const ctx = createCanvas(SIDE, SIDE).getContext('2d')
  ctx.fillStyle = '#203040'
  ctx.fillRect(0, 0, SIDE, SIDE)
  ctx.fillStyle = '#ff9a3c'
  for (const [x, y, width, height] of boxes) ctx.fillRect(x * SIDE, y * SIDE, width * SIDE, height * SIDE)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(SIDE * SIDE * 4))
  pixels.set(ctx.getImageData(0, 0, SIDE, SIDE).data)
  const picture = {
    pixels,
    width: SIDE,
    height: SIDE,
    originalWidth: SIDE,
    originalHeight: SIDE,
    hasAlpha: false,
  }
  return createCover(describeCover(picture, picture, {}, false))
}

describe('a head', () => {
  const face = { x: 0.2, y: 0.2, width: 0.56, height: 0.56 }
  const plain = paintCover([[0.2, 0.2, 0.56, 0.56]])

  test('has its hair: no words stand on a head, and none of it is half gone', () => {
    const high = { ...face, y: 0.12 }
    const tall = { ...plain, salience: { ...plain.salience, faces: [high] } }
    for (const size of SIZES) {
      const { shots, pane } = planLayout(size, tall)
      for (const place of shots) {
        const clearAt = createSight(context(size), { place, pane, size })
        const at = (x: number, y: number) =>
          clearAt(Math.round(place.x + x * place.width), Math.round(place.y + y * place.height))
        for (const x of [0.2, 0.48, 0.76])
          assert.ok(at(x, 0.02) > 0.98, `${size.width}x${size.height}: ${at(x, 0.02)} at ${x}`)
      }
    }
  })

  test('is behind no words where several stand side by side on a wide cover', () => {
    const faces = [0.06, 0.42, 0.76].map((x) => ({ x, y: 0.2, width: 0.16, height: 0.2 }))
    const several = { ...plain, salience: { ...plain.salience, faces } }
    for (const size of SIZES) {
      const { shots, words } = planLayout(size, several)
      for (const shot of shots)
        for (const { x, y, width, height } of faces) {
          const [left, right] = [shot.x + x * shot.width, shot.x + (x + width) * shot.width]
          const [top, bottom] = [shot.y + y * shot.height, shot.y + (y + height) * shot.height]
          const across = Math.min(right, words.x + words.width) - Math.max(left, words.x)
          const down = Math.min(bottom, words.y + words.height) - Math.max(top, words.y)
          assert.ok(across <= 0 || down <= 0, `${size.width}x${size.height}: ${left}, ${top}`)
        }
    }
  })
})

describe('a thing', () => {
  const cover = paintCover([[0.25, 0.15, 0.5, 0.7]])

  test('is found from each side up to its outline, and not at all where it is everywhere', () => {
    const waysOf = (cover: ReturnType<typeof paintCover>) => {
      const kept = findKept(cover)
      return (['x', 'y'] as const).flatMap((axis) => [true, false].map((is) => findFirst(kept, axis, is)))
    }
    const ways = waysOf(paintCover([[0.4, 0.3, 0.3, 0.3]]))
    for (const [i, way] of [0.4, 0.3, 0.3, 0.4].entries())
      assert.ok(ways[i]! <= way + 0.01 && ways[i]! > way - 0.2, `${ways}`)
    assert.deepEqual(waysOf(paintCover([[0, 0.4, 1, 0.2]])), [1, 1, 1, 1])
  })

  test('comes all at once into the photograph: its outline is nowhere half gone', () => {
    for (const size of SIZES) {
      const { shots, pane } = planLayout(size, cover)
      for (const place of shots) {
        const clearAt = createSight(context(size), { place, pane, size })
        for (const [x, y] of [
          [0.27, 0.5],
          [0.73, 0.5],
          [0.5, 0.17],
          [0.3, 0.17],
        ] as const) {
          const [atX, atY] = [place.x + x * place.width, place.y + y * place.height]
          if (atX < 0 || atY < 0 || atX > size.width || atY > size.height) continue
          assert.ok(
            clearAt(atX, atY) > 0.98,
            `${size.width}x${size.height}: ${clearAt(atX, atY)} at ${x}, ${y}`,
          )
        }
      }
    }
  })
})

test('a landscape goes from side to side of a high frame', () => {
  const cover = paintCover([[0, 0.66, 0.45, 0.34]])
  assert.ok(findKept(cover).isLand)
  const { shots } = planLayout(SIZES[0]!, cover)
  for (const { x, width } of shots) assert.ok(x <= 0.5 && x + width >= 1080 - 0.5, `${x}, ${width}`)
})
