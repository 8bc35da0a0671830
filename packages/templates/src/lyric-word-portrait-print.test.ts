import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { contrast, toHex } from '@songreel/kit'
import { createCover } from '@songreel/kit/drawing'
import { describeCover } from '@songreel/kit/input'
import { inkCover, LEAST_TONE } from './lyric-word-portrait/picture.ts'
import { FREE_SWELL } from './lyric-word-portrait/portrait.ts'
import { createNearness } from './lyric-word-portrait/quiet.ts'

const SIZE = { width: 540, height: 960 }
const ROWS = Array.from({ length: 24 }, (_, i) => ({ y: 40 * i, height: 40 }))
const WORDS = { x: 40, y: 450, width: 200, height: 90 }
const PLACE = { x: -210, y: 0, width: 960, height: 960 }

function paintCover(colour: string, theme: 'DARK' | 'LIGHT') {
  const ctx = createCanvas(64, 64).getContext('2d')
  ctx.fillStyle = colour
  ctx.fillRect(0, 0, 64, 64)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(64 * 64 * 4))
  pixels.set(ctx.getImageData(0, 0, 64, 64).data)
  const picture = { pixels, width: 64, height: 64, originalWidth: 64, originalHeight: 64, hasAlpha: false }
  return createCover(describeCover(picture, picture, { theme }, false))
}

function print(colour: string, theme: 'DARK' | 'LIGHT' = 'DARK') {
  const ctx = createCanvas(SIZE.width, SIZE.height).getContext('2d')
  const cover = paintCover(colour, theme)
  inkCover({ cover, place: PLACE, quiet: [WORDS], rows: ROWS })(ctx, SIZE)
  const { data } = ctx.getImageData(0, 0, SIZE.width, SIZE.height)
  const at = (x: number, y: number) => data.subarray(4 * (y * SIZE.width + x), 4 * (y * SIZE.width + x) + 4)
  return { cover, at }
}

describe('behind words', () => {
  test('there are no letters, when they swell neither, and whatever the picture is, text has a contrast of 7 on it', () => {
    for (const colour of ['#ffffff', '#f0e040', '#808080', '#101010']) {
      const { at, cover } = print(colour)
      const [red, green, blue, weight] = at(100, 500)
      const tone = (weight! / 255) * (1 + FREE_SWELL)
      assert.ok(tone < LEAST_TONE, `${tone}`)
      // Over black, which lies below it at the least; a tone's half is its light.
      const seen = toHex([red!, green!, blue!].map((level) => (tone / 2) * level) as [number, number, number])
      assert.ok(contrast(cover.palette.text, seen) > 7, `${colour}: ${seen}`)
    }
  })

  test('elsewhere the picture has its own colours and letters all over', () => {
    const { at } = print('#e08040')
    const [red, green, blue, weight] = at(500, 60)
    assert.ok(weight! / 255 > LEAST_TONE + 0.1, `${weight}`)
    for (const [i, level] of [224, 128, 64].entries())
      assert.ok(Math.abs([red!, green!, blue!][i]! - level) < 12, `${red}, ${green}, ${blue}`)
  })
})

test('of a dark picture the lights are brought up, and its black stays black', () => {
  const { at } = print('#404040')
  assert.ok(at(500, 60)[0]! > 90, `${at(500, 60)[0]}`)
  assert.ok(print('#020202').at(500, 60)[0]! < 10)
})

test('on a light ground a white picture has letters that are darker than it', () => {
  assert.ok(print('#ffffff', 'LIGHT').at(500, 60)[0]! < 210)
})

describe('the room that letters leave to words', () => {
  const nearAt = createNearness([WORDS], ROWS, SIZE)

  test('has whole rows: none is free of letters in one half only', () => {
    for (const { y } of ROWS) {
      const nears = [1, 20, 38].map((down) => nearAt(100, y + down))
      assert.equal(new Set(nears).size, 1, `${nears}`)
    }
    assert.equal(nearAt(100, WORDS.y), 1)
    assert.equal(nearAt(100, 10), 0)
  })

  test('goes over into letters beside the words, and goes up to the edge of the frame that is near', () => {
    assert.equal(nearAt(0, 500), 1)
    assert.ok(nearAt(300, 500) < 1 && nearAt(300, 500) > 0)
    assert.equal(nearAt(500, 500), 0)
    const wide = createNearness([{ ...WORDS, width: 400 }], ROWS, SIZE)
    assert.equal(wide(539, 500), 1)
  })

  test('ends at another place in each row: no wall of letters stands beside the words', () => {
    const tall = { ...WORDS, height: 320 }
    const isNear = createNearness([tall], ROWS, SIZE)
    const inRoom = ROWS.filter(({ y, height }) => y >= tall.y && y + height <= tall.y + tall.height)
    const across = Array.from({ length: SIZE.width }, (_, x) => x)
    const ends = inRoom.map(({ y }) => across.findLast((x) => isNear(x, y + 2) === 1)!)
    assert.ok(ends.length > 5)
    for (const [i, end] of ends.entries()) {
      assert.ok(end >= WORDS.x + WORDS.width, `row ${i} ends at ${end}`)
      if (i > 0) assert.ok(Math.abs(end - ends[i - 1]!) > 0.03 * SIZE.width, `${ends}`)
    }
  })
})
