import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, LottieAnimation } from '@napi-rs/canvas'
import { aBoundLottie, aLottie, aPicture, aText } from '../../testing/sample-lottie.ts'
import { fillLottie, type LottieFilling } from './fill-lottie.ts'
import type { Json, Lottie } from './lottie-file.ts'

const SIDE = 200
const NOTHING: LottieFilling = {
  text: new Map(),
  colour: new Map(),
  image: new Map(),
  font: 'MODERN',
  density: 1,
}

function draw(lottie: Lottie, filling: Partial<LottieFilling> = {}, frame = 0) {
  const canvas = createCanvas(SIDE, SIDE)
  const ctx = canvas.getContext('2d')
  const animation = LottieAnimation.loadFromData(fillLottie(lottie, { ...NOTHING, ...filling }))
  animation.seekFrame(frame)
  animation.render(ctx, { x: 0, y: 0, width: SIDE, height: SIDE })
  const { data } = ctx.getImageData(0, 0, SIDE, SIDE)
  const colourAt = (x: number, y: number) => [...data.subarray((y * SIDE + x) * 4, (y * SIDE + x) * 4 + 4)]
  return { colourAt, ink: findInk(data) }
}

function findInk(data: Uint8ClampedArray) {
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let i = 0; i < SIDE * SIDE; i++) {
    if (data[4 * i + 3]! < 40) continue
    xs.push(i % SIDE)
    ys.push(Math.floor(i / SIDE))
  }
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
    count: xs.length,
  }
}

test('a colour is bound by its slot, its fill or its layer', () => {
  assert.deepEqual(draw(aLottie()).colourAt(100, 100), [255, 0, 0, 255])
  for (const name of ['accent', 'Main', 'Square']) {
    const filled = draw(aLottie(), { colour: new Map([[name, '#2040ff']]) })
    assert.deepEqual(filled.colourAt(100, 100), [32, 64, 255, 255], name)
  }
})

test('a slot that the file itself defines is bound, too', () => {
  const lottie = aLottie({ slots: { accent: { p: { a: 0, k: [0, 1, 0, 1] } } } })
  assert.deepEqual(draw(lottie).colourAt(100, 100), [0, 255, 0, 255])
  assert.deepEqual(
    draw(lottie, { colour: new Map([['accent', '#2040ff']]) }).colourAt(100, 100),
    [32, 64, 255, 255],
  )
})

test('a text stands where it stood, in any script, and never wider than its room', () => {
  const lottie = aLottie({ layers: [aText('TITLE HERE')] })
  const own = draw(lottie).ink
  const room = 1.3 * (own.right - own.left)
  for (const words of [
    'Night',
    'ليل بلا نهاية',
    '夜明けのうた',
    'The Long and Winding Story of Everything We Never Said',
  ]) {
    const { ink } = draw(lottie, { text: new Map([['Title', words]]) })
    assert.ok(ink.count > 30, `${words}: ${ink.count} pixels`)
    assert.ok(ink.right - ink.left <= room, `${words} is ${ink.right - ink.left} wide, the room ${room}`)
    assert.ok(Math.abs((ink.left + ink.right) / 2 - 100) < 3, `${words} is not in the middle`)
    assert.ok(ink.bottom >= 172 && ink.bottom < 190, `${words} leaves its line: ${ink.bottom}`)
  }
  assert.equal(draw(lottie, { text: new Map([['Title', '']]) }).ink.count, 0)
})

test('the words of a text keep what moves them, also around a point of their own', () => {
  const text = aText('TITLE')
  const ks = text.ks as Json
  const turned = { ...text, ks: { ...ks, a: { a: 0, k: [0, -40, 0] } } }
  const [own, moved] = [draw(aLottie({ layers: [text] })).ink, draw(aLottie({ layers: [turned] })).ink]
  assert.ok(moved.count === 0 || moved.top - own.top > 35, `${own.top} and ${moved.top}`)
})

test('a picture outside of the file is never looked for; bound, it shows what it is given', () => {
  const lottie = aLottie({ ...aBoundLottie(), layers: [aPicture()] })
  assert.equal(draw(lottie).ink.count, 0)
  const green = ({ width, height }: { width: number; height: number }) => {
    const canvas = createCanvas(width, height)
    const ctx = canvas.getContext('2d')
    ctx.fillStyle = '#00ff00'
    ctx.fillRect(0, 0, width, height)
    return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`
  }
  for (const name of ['Cover', 'art']) {
    const { colourAt, ink } = draw(lottie, { image: new Map([[name, green]]) })
    assert.deepEqual(colourAt(50, 50), [0, 255, 0, 255], name)
    assert.deepEqual([ink.left, ink.top, ink.right, ink.bottom], [20, 20, 79, 79])
  }
})
