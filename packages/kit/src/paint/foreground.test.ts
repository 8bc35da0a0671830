import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { chance } from './chance.ts'
import { createCover } from './create-cover.ts'
import { paintBehind, paintCutOut } from './cut-out.ts'
import { findForegrounds } from './foreground.ts'
import { createPalette } from './palette.ts'
import { findSalience } from './salience.ts'
import { findColours } from './swatches.ts'

const SIDE = 300
const FACE = { x: 0.41, y: 0.2, width: 0.18, height: 0.22 }

function coverOf(draw: (ctx: SKRSContext2D) => void, faces: (typeof FACE)[] = []) {
  const canvas = createCanvas(SIDE, SIDE)
  const ctx = canvas.getContext('2d')
  draw(ctx)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(SIDE * SIDE * 4))
  pixels.set(ctx.getImageData(0, 0, SIDE, SIDE).data)
  const size = { width: SIDE, height: SIDE, originalWidth: SIDE, originalHeight: SIDE }
  const picture = { ...size, pixels, hasAlpha: false }
  const palette = createPalette(findColours(picture), {})
  return createCover({ picture, palette, salience: findSalience(picture, faces), isDrawn: false })
}

function fill(ctx: SKRSContext2D, colour: string) {
  ctx.fillStyle = colour
  ctx.fillRect(0, 0, SIDE, SIDE)
}

/** A hill that rises from the left to the right. */
const hill = coverOf((ctx) => {
  fill(ctx, '#c8d6e8')
  ctx.fillStyle = '#27401f'
  ctx.beginPath()
  for (const [x, y] of [
    [0, 220],
    [110, 190],
    [200, 120],
    [300, 150],
    [300, 300],
    [0, 300],
  ] as const)
    ctx.lineTo(x, y)
  ctx.fill()
})

const person = coverOf(
  (ctx) => {
    fill(ctx, '#b9b2a4')
    drawPerson(ctx)
  },
  [FACE],
)

function drawPerson(ctx: SKRSContext2D): void {
  ctx.fillStyle = '#2b4a6b'
  ctx.fillRect(80, 130, 140, 170)
  ctx.fillStyle = '#4a2f22'
  ctx.beginPath()
  ctx.ellipse(150, 90, 38, 48, 0, 0, 7)
  ctx.fill()
}

/** What was found, without its grids: to tell how they differ takes minutes. */
function listKinds(cover: ReturnType<typeof coverOf>): string[] {
  return [...findForegrounds(cover)].map(({ kind }) => kind)
}

function alphaAt(canvas: Canvas, x: number, y: number): number {
  return canvas.getContext('2d').getImageData(x, y, 1, 1).data[3]!
}

test('below a hill is in front, above it is behind, and the cut follows the edge', () => {
  const [found] = findForegrounds(hill)
  assert.equal(found?.kind, 'RIDGE')
  const cut = paintCutOut(hill, found)
  for (const [x, y] of [
    [20, 214],
    [110, 190],
    [200, 120],
    [250, 135],
  ] as const) {
    assert.equal(alphaAt(cut, x, y + 9), 255, `${x}, ${y}: the hill has a hole`)
    assert.equal(alphaAt(cut, x, y - 9), 0, `${x}, ${y}: some of the sky came with it`)
  }
})

test('a person is in front with all of the face, and nothing of the wall', () => {
  const [found] = findForegrounds(person)
  assert.equal(found?.kind, 'SUBJECT')
  const cut = paintCutOut(person, found)
  for (const [x, y] of [
    [150, 66],
    [150, 90],
    [150, 118],
    [150, 220],
    [95, 280],
  ] as const)
    assert.equal(alphaAt(cut, x, y), 255, `${x}, ${y} is missing`)
  for (const [x, y] of [
    [20, 40],
    [60, 120],
    [280, 250],
  ] as const)
    assert.equal(alphaAt(cut, x, y), 0, `${x}, ${y} came with it`)
})

test('before a plain wall a cut is beyond doubt, before a striped one it is not', () => {
  const [clear] = findForegrounds(person)
  assert.equal(clear?.isClear, true)
  const striped = coverOf(
    (ctx) => {
      fill(ctx, '#b9b2a4')
      ctx.fillStyle = '#d8d2c6'
      for (let x = 0; x < SIDE; x += 12) ctx.fillRect(x, 0, 6, SIDE)
      drawPerson(ctx)
    },
    [FACE],
  )
  const [found] = findForegrounds(striped)
  assert.equal(found?.isClear, false)
})

test('a head before a rough wall is cut out along its hair', () => {
  const rough = coverOf(
    (ctx) => {
      for (let i = 0; i < 2500; i++) {
        ctx.fillStyle = `hsl(220, 14%, ${70 + 24 * chance(7, i)}%)`
        ctx.fillRect((i % 50) * 6, Math.floor(i / 50) * 6, 6, 6)
      }
      drawPerson(ctx)
    },
    [FACE],
  )
  const [found] = findForegrounds(rough)
  assert.equal(found?.kind, 'SUBJECT')
  const cut = paintCutOut(rough, found)
  for (const [x, y] of [
    [150, 50],
    [120, 90],
    [100, 280],
  ] as const)
    assert.equal(alphaAt(cut, x, y), 255, `${x}, ${y} is missing`)
  for (const [x, y] of [
    [150, 30],
    [95, 90],
    [60, 200],
  ] as const)
    assert.equal(alphaAt(cut, x, y), 0, `${x}, ${y} came with it`)
})

test('a face is cut out whole with its head, or not at all', () => {
  const half = coverOf(
    (ctx) => {
      fill(ctx, '#b9b2a4')
      drawPerson(ctx)
      // The light takes one half of the face to the tone of the wall.
      ctx.fillStyle = '#b9b2a4'
      ctx.fillRect(150, 30, 50, 100)
    },
    [FACE],
  )
  assert.deepEqual(listKinds(half), [])
})

test('a thing that is only a part of what it hangs on is not torn off', () => {
  const ribbon = coverOf((ctx) => {
    fill(ctx, '#1a86b8')
    ctx.fillStyle = '#d23a6b'
    ctx.fillRect(120, 100, 60, 110)
    for (const y of [104, 174]) ctx.fillRect(0, y, SIDE, 32)
  })
  assert.ok(!listKinds(ribbon).includes('SUBJECT'))
})

test('a cut that runs through one tone, as through a cheek, is refused', () => {
  const cheek = coverOf((ctx) => {
    const light = ctx.createLinearGradient(0, 0, SIDE, 0)
    light.addColorStop(0.3, '#3c362c')
    light.addColorStop(0.42, '#d8ccb4')
    light.addColorStop(0.47, '#d8ccb4')
    light.addColorStop(0.75, '#3c362c')
    fill(ctx, '#3c362c')
    ctx.fillStyle = light
    ctx.beginPath()
    ctx.ellipse(150, 120, 60, 75, 0, 0, 7)
    ctx.fill()
  })
  assert.ok(!listKinds(cheek).includes('SUBJECT'))
})

test('a chimney stands before the sky with its house', () => {
  const house = coverOf((ctx) => {
    fill(ctx, '#f0e9c2')
    ctx.fillStyle = '#3b4a3a'
    ctx.fillRect(0, 230, SIDE, 70)
    ctx.fillStyle = '#7a2233'
    ctx.fillRect(160, 150, 140, 100)
    ctx.fillRect(230, 110, 14, 45)
  })
  const [found] = findForegrounds(house)
  assert.equal(found?.kind, 'RIDGE')
  const cut = paintCutOut(house, found)
  for (const [x, y] of [
    [237, 120],
    [200, 160],
    [40, 240],
  ] as const)
    assert.equal(alphaAt(cut, x, y), 255, `${x}, ${y} is missing`)
  for (const [x, y] of [
    [215, 125],
    [260, 125],
    [80, 200],
  ] as const)
    assert.equal(alphaAt(cut, x, y), 0, `${x}, ${y} came with it`)
})

test('what is behind goes on where the front was cut out, in its own colours and without holes', () => {
  const [found] = findForegrounds(person)
  assert.ok(found)
  const { data } = paintBehind(person, found).getContext('2d').getImageData(0, 0, SIDE, SIDE)
  for (let i = 0; i < SIDE * SIDE; i++) {
    assert.ok(data[4 * i + 3]! > 250, `a hole at ${i % SIDE}, ${Math.floor(i / SIDE)}`)
    for (const [axis, value] of [0xb9, 0xb2, 0xa4].entries())
      assert.ok(
        Math.abs(data[4 * i + axis]! - value) < 45,
        `${i % SIDE}, ${Math.floor(i / SIDE)} shows ${data.subarray(4 * i, 4 * i + 4)}`,
      )
  }
})

test('in a brown picture nothing of what goes on behind the front turns pink or green', () => {
  const sepia = coverOf(
    (ctx) => {
      for (let i = 0; i < 2500; i++) {
        const tone = 10 * chance(5, i)
        ctx.fillStyle = `rgb(${74 + tone}, ${66 + tone}, ${54 + tone})`
        ctx.fillRect((i % 50) * 6, Math.floor(i / 50) * 6, 6, 6)
      }
      ctx.fillStyle = '#c2b7a3'
      ctx.fillRect(80, 130, 140, 170)
      ctx.beginPath()
      ctx.ellipse(150, 90, 38, 48, 0, 0, 7)
      ctx.fill()
    },
    [FACE],
  )
  const [found] = findForegrounds(sepia)
  assert.ok(found)
  const { data } = paintBehind(sepia, found).getContext('2d').getImageData(0, 0, SIDE, SIDE)
  let most = 0
  for (let i = 0; i < data.length; i += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(i, i + 3)
    most = Math.max(most, Math.abs(red - green - 8), Math.abs(green - blue - 12))
  }
  assert.ok(most < 8, `a tint of ${most}`)
})

test('a pattern and noise have nothing in front', () => {
  const pattern = coverOf((ctx) => {
    for (let i = 0; i < 100; i++) {
      ctx.fillStyle = (i + Math.floor(i / 10)) % 2 === 0 ? '#d04030' : '#204080'
      ctx.fillRect((i % 10) * 30, Math.floor(i / 10) * 30, 30, 30)
    }
  })
  const noise = coverOf((ctx) => {
    for (let i = 0; i < 2500; i++) {
      ctx.fillStyle = `hsl(${360 * chance(3, i)}, 60%, ${20 + 60 * chance(4, i)}%)`
      ctx.fillRect((i % 50) * 6, Math.floor(i / 50) * 6, 6, 6)
    }
  })
  for (const cover of [pattern, noise]) assert.deepEqual(listKinds(cover), [])
})

test('a small copy of a picture has what was found in the picture itself', () => {
  const small = { ...hill.picture, pixels: hill.picture.pixels, width: 4, height: 4 }
  const copy = { picture: { ...small, copyOf: hill.picture }, salience: hill.salience }
  assert.equal(findForegrounds(copy).next().value, findForegrounds(hill).next().value)
})
