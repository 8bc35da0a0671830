import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { paintCover } from '../../testing/paint-cover.ts'
import { chance } from './chance.ts'
import { hexToOklch, toHex } from './colour.ts'
import { drawWhole } from './draw-whole.ts'
import { planFilling } from './plan-filling.ts'

const SIDE = 240

test('beyond a busy edge goes on what the edge shows: pale above a pale sky, and no band of another colour', () => {
  const cover = paintCover(SIDE, (ctx) => {
    ctx.fillStyle = '#dfe6ee'
    ctx.fillRect(0, 0, SIDE, SIDE / 2)
    ctx.fillStyle = '#b9c4d2'
    for (let i = 0; i < 60; i++) ctx.fillRect((i % 20) * 12, Math.floor(i / 20) * 12, 7, 7)
    ctx.fillStyle = '#5a2f16'
    ctx.fillRect(0, SIDE / 2, SIDE, SIDE / 2)
    ctx.fillStyle = '#8a4c26'
    for (let i = 0; i < 60; i++) ctx.fillRect((i % 20) * 12, SIDE - 12 - Math.floor(i / 20) * 12, 7, 7)
  })
  const area = { x: 0, y: 0, width: 270, height: 480 }
  const place = { x: -15, y: 90, width: 300, height: 300 }
  const ctx = createCanvas(area.width, area.height).getContext('2d')
  drawWhole(ctx, cover, { place, area })
  const toneAt = (y: number) => {
    const [red, green, blue] = ctx.getImageData(135, y, 1, 1).data
    return hexToOklch(toHex([red!, green!, blue!]))
  }
  const tones = Array.from({ length: 40 }, (_, i) => toneAt(2 + 2 * i).lightness)
  assert.ok(Math.min(...tones) > 0.6, `the sky is as dark as ${Math.min(...tones)}`)
  for (const [i, tone] of tones.entries())
    if (i > 0) assert.ok(Math.abs(tone - tones[i - 1]!) < 0.05, `a step at ${2 * i}`)
  const foot = toneAt(area.height - 3)
  assert.ok(foot.lightness > 0.2 && foot.hue > 0.4 && foot.hue < 1.4, `the foot is ${JSON.stringify(foot)}`)
})

test('a line along a scan is not seen between the picture and what goes on', () => {
  const cover = paintCover(SIDE, (ctx) => {
    for (let i = 0; i < 900; i++) {
      ctx.fillStyle = `hsl(${(i * 47) % 120}, 60%, ${10 + ((i * 13) % 30)}%)`
      ctx.fillRect(8 * (i % 30), 8 * Math.floor(i / 30), 8, 8)
    }
    ctx.fillStyle = '#f4f6f8'
    for (const y of [0, SIDE - 2]) ctx.fillRect(0, y, SIDE, 2)
  })
  const area = { x: 0, y: 0, width: 270, height: 480 }
  const ctx = createCanvas(area.width, area.height).getContext('2d')
  drawWhole(ctx, cover, { place: { x: -15, y: 90, width: 300, height: 300 }, area })
  const { data } = ctx.getImageData(0, 0, area.width, area.height)
  for (let y = 0; y < area.height; y++) {
    let light = 0
    for (let x = 0; x < area.width; x++) light += data[4 * (y * area.width + x) + 1]! / area.width
    assert.ok(light < 130, `row ${y} has ${light}`)
  }
})

test('a white shirt in a dark coat does not go on as fog', () => {
  const cover = paintCover(SIDE, (ctx) => {
    ctx.fillStyle = '#6b5138'
    ctx.fillRect(0, 0, SIDE, SIDE)
    ctx.fillStyle = '#14100f'
    ctx.fillRect(0, SIDE / 2, SIDE, SIDE / 2)
    ctx.fillStyle = '#f2efe9'
    ctx.fillRect(SIDE / 2 - 30, SIDE / 2, 60, SIDE / 2)
    for (let i = 0; i < 40; i++) ctx.fillRect((i * 53) % SIDE, SIDE - 4 - ((i * 17) % 28), 3, 2)
  })
  const area = { x: 0, y: 0, width: 270, height: 480 }
  const ctx = createCanvas(area.width, area.height).getContext('2d')
  drawWhole(ctx, cover, { place: { x: -15, y: 90, width: 300, height: 300 }, area })
  const [red, green, blue] = ctx.getImageData(135, 430, 1, 1).data
  const below = hexToOklch(toHex([red!, green!, blue!])).lightness
  assert.ok(below < 0.35, `below the shirt the picture goes on at ${below}`)
})

test('people sink into the shade below them: a light ground beside dark cloth is no smear there', () => {
  const drawn = paintCover(SIDE, (ctx) => {
    for (let i = 0; i < 2000; i++) {
      ctx.fillStyle = `hsl(220, 12%, ${76 + 20 * chance(1, i)}%)`
      ctx.fillRect(SIDE * chance(2, i), SIDE * chance(3, i), 8, 8)
    }
    ctx.fillStyle = '#100c12'
    ctx.fillRect(0, 0.75 * SIDE, 0.7 * SIDE, 0.25 * SIDE)
  })
  const faces = [{ x: 0.2, y: 0.2, width: 0.5, height: 0.5 }]
  const cover = { ...drawn, salience: { ...drawn.salience, faces } }
  const area = { x: 0, y: 0, width: 270, height: 480 }
  const ctx = createCanvas(area.width, area.height).getContext('2d')
  drawWhole(ctx, cover, { place: { x: -15, y: 0, width: 300, height: 300 }, area })
  for (const x of [20, 135, 250])
    for (const y of [304, 330, 400, 470]) {
      const [red, green, blue] = ctx.getImageData(x, y, 1, 1).data
      const { lightness } = hexToOklch(toHex([red!, green!, blue!]))
      assert.ok(lightness < 0.4, `at ${x}, ${y} it goes on at ${lightness}`)
    }
})

test('a bright sky beside dark trees goes on as a sky', () => {
  const cover = paintCover(SIDE, (ctx) => {
    ctx.fillStyle = '#dfe8f2'
    ctx.fillRect(0, 0, SIDE, SIDE)
    for (let i = 0; i < 2200; i++) {
      ctx.fillStyle = `hsl(110, 30%, ${8 + 22 * chance(1, i)}%)`
      ctx.fillRect(0.45 * SIDE * chance(2, i), SIDE * chance(3, i), 6, 6)
    }
  })
  const area = { x: 0, y: 0, width: 270, height: 480 }
  const ctx = createCanvas(area.width, area.height).getContext('2d')
  drawWhole(ctx, cover, { place: { x: -15, y: 90, width: 300, height: 300 }, area })
  for (const y of [60, 20]) {
    const [red, green, blue] = ctx.getImageData(240, y, 1, 1).data
    const { lightness } = hexToOklch(toHex([red!, green!, blue!]))
    assert.ok(lightness > 0.6, `at ${y} the sky goes on at ${lightness}`)
  }
})

test('below people nearly all of the picture stays clear, and where nothing is missing it reaches the edge', () => {
  const drawn = paintCover(SIDE, (ctx) => {
    for (let i = 0; i < 2000; i++) {
      ctx.fillStyle = `hsl(20, 40%, ${60 + 30 * chance(1, i)}%)`
      ctx.fillRect(SIDE * chance(2, i), SIDE * chance(3, i), 8, 8)
    }
  })
  const faces = [{ x: 0.2, y: 0.1, width: 0.5, height: 0.5 }]
  const cover = { ...drawn, salience: { ...drawn.salience, faces } }
  const area = { x: 0, y: 0, width: 270, height: 480 }
  const ctx = createCanvas(area.width, area.height).getContext('2d')
  const place = { x: -15, y: 0, width: 300, height: 300 }
  drawWhole(ctx, cover, { place, area })
  const plain = createCanvas(area.width, area.height).getContext('2d')
  plain.drawImage(cover.image, place.x, place.y, place.width, place.height)
  const rowMean = (on: typeof ctx, y: number) => {
    const { data } = on.getImageData(0, y, area.width, 1)
    return data.reduce((sum, value) => sum + value, 0) / data.length
  }
  for (const y of [0, 1, 150, 260])
    assert.ok(
      Math.abs(rowMean(ctx, y) - rowMean(plain, y)) < 12,
      `row ${y}: ${rowMean(ctx, y)}, ${rowMean(plain, y)}`,
    )
})

test('a plain sky above people goes on as itself, though what lies below them sinks', () => {
  const drawn = paintCover(SIDE, (ctx) => {
    ctx.fillStyle = '#cfd8e4'
    ctx.fillRect(0, 0, SIDE, SIDE)
    for (let i = 0; i < 2000; i++) {
      ctx.fillStyle = `hsl(20, 40%, ${30 + 40 * chance(1, i)}%)`
      ctx.fillRect(SIDE * chance(2, i), SIDE * (0.4 + 0.6 * chance(3, i)), 8, 8)
    }
  })
  const faces = [{ x: 0.3, y: 0.3, width: 0.3, height: 0.3 }]
  const cover = { ...drawn, salience: { ...drawn.salience, faces } }
  const area = { x: 0, y: 0, width: 270, height: 480 }
  const ctx = createCanvas(area.width, area.height).getContext('2d')
  drawWhole(ctx, cover, { place: { x: -15, y: 80, width: 300, height: 300 }, area })
  for (const y of [2, 40, 76, 84, 100]) {
    const [red, green, blue] = ctx.getImageData(135, y, 1, 1).data
    assert.ok(
      Math.abs(red! - 0xcf) + Math.abs(green! - 0xd8) + Math.abs(blue! - 0xe4) < 12,
      `at ${y} the sky is ${red}, ${green}, ${blue}`,
    )
  }
})

test('a rim is painted, too: above two people who reach the sides, and all around a picture that ends just inside', () => {
  const drawn = paintCover(SIDE, (ctx) => {
    for (let i = 0; i < 2000; i++) {
      ctx.fillStyle = `hsl(20, 40%, ${20 + 60 * chance(1, i)}%)`
      ctx.fillRect(SIDE * chance(2, i), SIDE * chance(3, i), 8, 8)
    }
  })
  const faces = [0, 0.86].map((x) => ({ x, y: 0.3, width: 0.14, height: 0.14 }))
  const pair = { ...drawn, salience: { ...drawn.salience, faces } }
  const size = { width: 1080, height: 1102 }
  const low = { x: 4, y: 4, width: 300, height: 300 }
  const cases = [
    { cover: pair, place: planFilling(pair, size), area: { x: -2, y: -2, width: 1084, height: 1106 } },
    { cover: drawn, place: low, area: { x: 0, y: 0, width: 308, height: 308 } },
    { cover: drawn, place: low, area: { x: 0, y: 0, width: 308, height: 540 } },
  ]
  for (const { cover, place, area } of cases) {
    const ctx = createCanvas(area.width, area.height).getContext('2d')
    ctx.translate(-area.x, -area.y)
    drawWhole(ctx, cover, { place, area })
    const { data } = ctx.getImageData(0, 0, area.width, area.height)
    const least = data.reduce((most, value, i) => (i % 4 === 3 ? Math.min(most, value) : most), 255)
    assert.equal(least, 255, JSON.stringify({ place, area }))
  }
})
