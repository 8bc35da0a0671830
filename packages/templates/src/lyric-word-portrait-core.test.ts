import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cover, findSubject } from '@songreel/kit'
import { paintCover } from '@songreel/kit/testing/paint-cover.ts'
import { planLayout } from './lyric-word-portrait/layout.ts'

const SIDE = 320
const SIZES = [
  { width: 1080, height: 1920 },
  { width: 1080, height: 1080 },
  { width: 1080, height: 1350 },
  { width: 1920, height: 1080 },
]

type Place = { x: number; y: number; width: number; height: number }

function standIn(place: Place, { x, y, width, height }: Place): Place {
  return {
    x: place.x + x * place.width,
    y: place.y + y * place.height,
    width: width * place.width,
    height: height * place.height,
  }
}

/** How much of a box lies in another one, 0 to 1. */
function measureIn(one: Place, other: Place): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return (Math.max(0, across) * Math.max(0, down)) / (one.width * one.height)
}

/** A cover of which all is busy, with something at a place that weighs more than the rest, but does not stand out by far. */
function paintBusy(place: Place): Cover {
  const cover = paintCover(SIDE, (ctx) => {
    for (let i = 0; i < 2600; i++) {
      ctx.fillStyle = ['#2f5a28', '#44752f', '#1d3a1c', '#5b8a3a'][i % 4]!
      ctx.fillRect((i * 97) % SIDE, (i * 61 + Math.floor(i / 7) * 13) % SIDE, 9, 5)
    }
  })
  const { columns, rows } = cover.salience
  const heavy = Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows]
    const isIn = x > place.x && x < place.x + place.width && y > place.y && y < place.y + place.height
    return isIn ? 2.2 : 0.7 + 0.5 * (i % 3 === 0 ? 1 : 0)
  })
  const total = heavy.reduce((sum, weight) => sum + weight, 0)
  const weights = new Float32Array(new SharedArrayBuffer(4 * heavy.length))
  weights.set(heavy.map((weight) => weight / total))
  return { ...cover, salience: { columns, rows, weights } }
}

const ANIMALS = {
  'in the upper half': { x: 0.24, y: 0.12, width: 0.46, height: 0.34 },
  'in the middle': { x: 0.22, y: 0.28, width: 0.46, height: 0.32 },
  'in the lower half': { x: 0.3, y: 0.54, width: 0.46, height: 0.34 },
}

for (const [where, animal] of Object.entries(ANIMALS)) {
  test(`an animal among leaves ${where} is in every frame, and words stand beside it`, () => {
    const cover = paintBusy(animal)
    assert.equal(findSubject(cover.salience).box, undefined, 'nothing stands out by far')
    for (const size of SIZES) {
      const { shots, words } = planLayout(size, cover)
      for (const shot of shots) {
        const seen = standIn(shot, animal)
        const how = `${size.width}x${size.height}: ${JSON.stringify(seen)}, words ${JSON.stringify(words)}`
        assert.ok(measureIn(seen, { x: 0, y: 0, ...size }) >= 0.86, how)
        assert.ok(measureIn(seen, words) <= 0.1, how)
      }
    }
  })
}

test('a hat is whole in the frame and has no words before it, which may lie on a coat', () => {
  const face = { x: 0.28, y: 0.18, width: 0.42, height: 0.42 }
  const hat = { x: 0.26, y: 0, width: 0.46, height: 0.2 }
  const painted = paintCover(SIDE, (ctx) => {
    const fill = (colour: string, { x, y, width, height }: Place) => {
      ctx.fillStyle = colour
      ctx.fillRect(x * SIDE, y * SIDE, width * SIDE, height * SIDE)
    }
    fill('#907868', face)
    for (let i = 0; i < 6; i++) fill(i % 2 ? '#7a5a40' : '#503828', { ...hat, y: 0.033 * i, height: 0.033 })
    fill('#10151c', { x: 0.1, y: 0.64, width: 0.8, height: 0.36 })
    fill('#806850', { x: 0.44, y: 0.62, width: 0.1, height: 0.3 })
  })
  const cover = { ...painted, salience: { ...painted.salience, faces: [face] } }
  for (const size of SIZES) {
    const { shots, words } = planLayout(size, cover)
    for (const shot of shots) {
      const seen = standIn(shot, hat)
      const how = `${size.width}x${size.height}: ${JSON.stringify(seen)}, words ${JSON.stringify(words)}`
      assert.ok(measureIn(seen, { x: 0, y: 0, ...size }) > 0.97, how)
      assert.equal(measureIn(seen, words), 0, how)
    }
  }
})

test('words lie on no wheel where things go from side to side, and a sky is calm', () => {
  const wheel = { x: 0.14, y: 0.36, width: 0.44, height: 0.44 }
  const cover = paintCover(SIDE, (ctx) => {
    ctx.strokeStyle = '#d0d4dc'
    ctx.lineWidth = 0.03 * SIDE
    ctx.beginPath()
    ctx.arc(0.36 * SIDE, 0.58 * SIDE, 0.21 * SIDE, 0, 7)
    ctx.stroke()
    ctx.beginPath()
    ctx.moveTo(0.36 * SIDE, 0.58 * SIDE)
    ctx.lineTo(0.6 * SIDE, 0.3 * SIDE)
    ctx.lineTo(SIDE, 0.34 * SIDE)
    ctx.stroke()
    ctx.fillStyle = '#f0a020'
    for (const [x, y] of [
      [0, 0.76],
      [0.06, 0.8],
      [0.03, 0.86],
      [0.94, 0.6],
      [0.52, 0.34],
    ] as const)
      ctx.fillRect(x * SIDE, y * SIDE, 0.09 * SIDE, 0.07 * SIDE)
  })
  for (const size of SIZES) {
    const { shots, words } = planLayout(size, cover)
    for (const shot of shots) {
      const over = measureIn(standIn(shot, wheel), words)
      assert.ok(over < 0.06, `${size.width}x${size.height}: ${over} ${JSON.stringify(words)}`)
    }
  }
})
