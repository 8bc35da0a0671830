import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  canvasPlanes,
  drawLayers,
  ground,
  openStage,
  SMALL,
  shoot,
  worst,
} from '../../testing/draw-layers.ts'
import { paint } from '../layers/paint.ts'
import { sprite } from '../layers/sprite.ts'
import { chance } from '../paint/chance.ts'
import { drawSprite, type SpriteDraw } from './draw-sprite.ts'
import type { DrawBox } from './painting.ts'
import type { Sprite } from './sprite-layout.ts'
import type { Stage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = (await openStage()).stage
})

const FORMS: DrawBox[] = [
  (ctx, { width, height }) => ctx.fillRect(0, 0, width, height),
  (ctx, { width, height }) => {
    ctx.beginPath()
    ctx.roundRect(0, 0, width, height, 8)
    ctx.fill()
  },
  (ctx, { width, height }) => {
    ctx.globalAlpha = 0.6
    ctx.beginPath()
    ctx.ellipse(width / 2, height / 2, width / 2, height / 2, 0, 0, 7)
    ctx.fill()
  },
]

test('any move, scale, turn and opacity equals exact bilinear blending, at every edge of the frame', () => {
  for (let round = 0; round < 250; round++) {
    const { picture, how } = chooseDraw(round)
    const { planes } = stage
    for (let i = 0; i < planes.y.length; i++) planes.y[i] = 40 + (((i % planes.strideY) * 3 + i * 2) % 150)
    const under = planes.y.slice()
    drawSprite(stage, picture, how)
    const seen = worst(planes.y, exactLuma(picture, how, under))
    assert.ok(seen < 3, `round ${round}: off by ${seen} with ${JSON.stringify(how)}`)
  }
})

test('a sprite that slides between rows, on its own columns, equals exact bilinear blending', () => {
  const { planes } = stage
  for (let round = 0; round < 90; round++) {
    const { picture, how } = chooseDraw(round)
    const slide = { ...how, scale: 1, rotation: 0, anchorX: how.homeX + (round % 37) - 18 }
    planes.y.fill(90)
    const under = planes.y.slice()
    drawSprite(stage, picture, slide)
    const seen = worst(planes.y, exactLuma(picture, slide, under))
    assert.ok(seen < 3, `round ${round}: off by ${seen} with ${JSON.stringify(slide)}`)
  }
})

test('what is opaque is drawn two rows at once and looks as it does in columns too narrow for that', () => {
  const { planes } = stage
  const { width, height } = SMALL.size
  for (let round = 0; round < 60; round++) {
    const { picture, how } = chooseDraw(6 * round + (round % 2))
    const opaque = { ...how, rotation: 0, opacity: 1, scale: [0.6, 0.97, 1.03, 1.4, 1.9][round % 5]! }
    const drawAfresh = (draw: () => void) => {
      for (const plane of [planes.y, planes.u, planes.v]) plane.fill(77)
      draw()
      return [planes.y.slice(), planes.u.slice(), planes.v.slice()]
    }
    const whole = drawAfresh(() => drawSprite(stage, picture, opaque))
    const cut = drawAfresh(() => {
      for (let x = 0; x < width; x += 8) {
        stage.clipTo({ x, y: 0, width: 8, height })
        drawSprite(stage, picture, opaque)
      }
      stage.clipTo()
    })
    for (const [i, plane] of whole.entries()) {
      const seen = worst(plane, Float64Array.from(cut[i]!))
      assert.ok(seen <= 1, `round ${round}: off by ${seen} with ${JSON.stringify(opaque)}`)
    }
  }
})

test('pixels beyond the frame are never written', () => {
  const { planes } = stage
  for (let round = 0; round < 60; round++) {
    const { picture, how } = chooseDraw(round)
    planes.y.fill(77)
    const slack = stage.sharedMemory.bytes(stage.planeY - 48, 48).slice()
    drawSprite(stage, picture, how)
    assert.deepEqual(stage.sharedMemory.bytes(stage.planeY - 48, 48).slice(), slack)
    for (let row = 0; row < SMALL.size.height; row++) {
      const padding = planes.y.subarray(row * planes.strideY + SMALL.size.width, (row + 1) * planes.strideY)
      assert.ok(padding.every((value) => value === 77))
    }
  }
})

test('a picture on whole pixels is left out where layers above will cover it', () => {
  const { planes, sharedMemory, size } = stage
  const picture = stage.getSprite(
    paint({ x: 4, y: 10, width: 90, height: 20 }, (ctx, { width, height }) => {
      ctx.fillStyle = '#ffffff'
      ctx.fillRect(0, 0, width, height)
    }),
  )
  const [tableY, tableC] = [sharedMemory.alloc(size.height * 4), sharedMemory.alloc(size.height * 2)]
  sharedMemory.ints(tableY, size.height).fill(32 | (64 << 16))
  sharedMemory.ints(tableC, size.height / 2).fill(16 | (32 << 16))
  planes.y.fill(16)
  stage.useHidden(tableY, tableC)
  drawSprite(stage, picture, {
    anchorX: 0,
    anchorY: 0,
    homeX: 0,
    homeY: 0,
    scale: 1,
    rotation: 0,
    opacity: 1,
  })
  stage.useHidden(0, 0)
  const row = planes.y.subarray(20 * planes.strideY)
  assert.deepEqual(
    [3, 4, 31, 32, 63, 64, 93, 94].map((x) => row[x]),
    [16, 235, 235, 16, 16, 235, 235, 16],
  )
})

test('a picture at rest has the colours that Canvas 2D gives, also at odd pixels', async () => {
  for (const x of [20, 21]) {
    for (const y of [10, 11]) {
      const draw: DrawBox = (ctx) => {
        ctx.fillStyle = '#d04010'
        ctx.fillRect(0, 0, 61, 33)
        ctx.fillStyle = '#10c0f0'
        ctx.fillRect(20, 9, 21, 15)
      }
      const box = { x, y, width: 61, height: 33 }
      const shot = await drawLayers([ground('#204060'), sprite(paint(box, draw))])
      const wanted = canvasPlanes((ctx) => {
        ctx.fillStyle = '#204060'
        ctx.fillRect(0, 0, 150, 86)
        ctx.translate(x, y)
        draw(ctx, box)
      })
      assert.ok(worst(shot.y, wanted.y) <= 0.51, 'luma')
      assert.ok(worst(shot.u, wanted.u) <= 1.2, 'u')
      assert.ok(worst(shot.v, wanted.v) <= 1.2, 'v')
    }
  }
})

test('blending equals blending in gamma RGB up to rounding', async () => {
  for (const [under, over, alpha] of [
    ['#000000', '#ffffff', 0.5],
    ['#ff8000', '#0040ff', 0.25],
    ['#123456', '#fedcba', 0.8],
    ['#00ff00', '#ff00ff', 0.02],
  ] as const) {
    const box = { x: 0, y: 0, ...SMALL.size }
    const glass = paint(box, (ctx) => {
      ctx.fillStyle = over
      ctx.fillRect(0, 0, box.width, box.height)
    })
    const shot = await drawLayers([ground(under), sprite(glass, { opacity: alpha })])
    const mixed = blendHex(under, over, alpha)
    const wanted = canvasPlanes((ctx) => {
      ctx.fillStyle = `rgb(${mixed.join()})`
      ctx.fillRect(0, 0, box.width, box.height)
    })
    // Canvas rounds the mixed colour to whole numbers, the planes theirs; dither may add one.
    assert.ok(worst(shot.y, wanted.y) <= 1.6, `luma of ${over} on ${under}`)
    assert.ok(worst(shot.u, wanted.u) <= 1.6, `u of ${over} on ${under}`)
    assert.ok(worst(shot.v, wanted.v) <= 1.6, `v of ${over} on ${under}`)
  }
})

test('a sprite far below half its size keeps its mean and does not skip lines', () => {
  const box = { x: 10, y: 10, width: 120, height: 64 }
  const stripes = paint(box, (ctx) => {
    ctx.fillStyle = '#ffffff'
    for (let x = 0; x < 120; x += 2) ctx.fillRect(x, 0, 1, 64)
  })
  stage.planes.y.fill(16)
  drawSprite(stage, stage.getSprite(stripes), { ...still(box), scale: 0.2 })
  const middle = shoot(stage.planes).y.subarray(42 * 150 + 62, 42 * 150 + 78)
  for (const value of middle)
    assert.ok(Math.abs(value - 125.5) < 6, `a grey of half the stripes, not ${value}`)
})

function still(box: { x: number; y: number; width: number; height: number }): SpriteDraw {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  return { anchorX: x, anchorY: y, homeX: x, homeY: y, scale: 1, rotation: 0, opacity: 1 }
}

/** A painting and a way to draw it, chosen by number. */
function chooseDraw(round: number): { picture: Sprite; how: SpriteDraw } {
  const draw = (key: string, low: number, high: number) => low + (high - low) * chance(round, key)
  const box = {
    x: Math.floor(draw('x', -10, 110)) + (round % 3 === 0 ? 0.5 : 0),
    y: Math.floor(draw('y', -10, 60)),
    width: Math.floor(draw('width', 4, 94)),
    height: Math.floor(draw('height', 4, 64)),
  }
  const form = FORMS[round % FORMS.length]!
  const painting = paint(box, (ctx, area) => {
    const gradient = ctx.createLinearGradient(0, 0, box.width, box.height)
    gradient.addColorStop(0, '#ff2010')
    gradient.addColorStop(1, '#10e0ff')
    ctx.fillStyle = gradient
    form(ctx, area)
  })
  const how: SpriteDraw = {
    ...still(box),
    anchorX: draw('anchor x', 0, 150),
    anchorY: draw('anchor y', 0, 86),
    scale: round % 5 === 0 ? 1 : draw('scale', 0.5, 2.5),
    rotation: round % 2 === 0 ? 0 : draw('rotation', 0, 360),
    opacity: round % 7 < 4 ? 1 : draw('opacity', 0, 1),
  }
  if (round % 4 === 0) {
    // Whole-pixel moves take another path through the kernels.
    how.anchorX = how.homeX + Math.round(how.anchorX - how.homeX)
    how.anchorY = how.homeY + Math.round(how.anchorY - how.homeY)
  }
  return { picture: stage.getSprite(painting), how }
}

/** The same blending in plain numbers. */
function exactLuma(picture: Sprite, how: SpriteDraw, under: Uint8Array): Float64Array {
  const { strideY, width, height, x: homeX, y: homeY } = picture
  const paints = stage.sharedMemory.bytes(picture.planeY, strideY * height)
  const alphas = stage.sharedMemory.bytes(picture.planeA, strideY * height)
  const result = Float64Array.from(under)
  const angle = (how.rotation * Math.PI) / 180
  const cosine = Math.cos(angle) / how.scale
  const sine = Math.sin(angle) / how.scale
  const sample = (plane: Uint8Array, u: number, v: number, outside: number) => {
    const [x, y] = [Math.floor(u), Math.floor(v)]
    const [fx, fy] = [u - x, v - y]
    const at = (i: number, j: number) =>
      i < 0 || j < 0 || i >= width || j >= height ? outside : plane[j * strideY + i]!
    const upper = at(x, y) * (1 - fx) + at(x + 1, y) * fx
    return upper * (1 - fy) + (at(x, y + 1) * (1 - fx) + at(x + 1, y + 1) * fx) * fy
  }
  for (let y = 0; y < SMALL.size.height; y++) {
    for (let x = 0; x < SMALL.size.width; x++) {
      const [dx, dy] = [x + 0.5 - how.anchorX, y + 0.5 - how.anchorY]
      const u = how.homeX - homeX + cosine * dx + sine * dy - 0.5
      const v = how.homeY - homeY - sine * dx + cosine * dy - 0.5
      const paintHere = sample(paints, u, v, 16) - 16
      const alphaHere = (sample(alphas, u, v, 0) / 255) * how.opacity
      const i = y * stage.planes.strideY + x
      result[i] = 16 + paintHere * how.opacity + (under[i]! - 16) * (1 - alphaHere)
    }
  }
  return result
}

function blendHex(under: string, over: string, alpha: number): number[] {
  return [1, 3, 5].map((i) => {
    const [a, b] = [under, over].map((hex) => Number.parseInt(hex.slice(i, i + 2), 16)) as [number, number]
    return Math.round(a + (b - a) * alpha)
  })
}
