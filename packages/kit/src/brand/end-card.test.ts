import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScene } from '../compose/create-scene.ts'
import type { Box, Size } from '../geometry.ts'
import { paint } from '../layers/paint.ts'
import { sprite } from '../layers/sprite.ts'
import { planFrame } from '../paint/frame-layout.ts'
import { createPalette } from '../paint/palette.ts'
import type { Picture } from '../paint/picture.ts'
import { createAudioTrack, silentAudioTrackData } from '../track/audio-track.ts'
import { type EndCardProps, endCard } from './end-card.ts'

const FPS = 30
const FRAMES = 120
const START_SECS = 2
const SHAPES: Size[] = [
  { width: 180, height: 320 },
  { width: 180, height: 180 },
  { width: 320, height: 180 },
]
const LONG =
  'The long and winding story of everything we never said to each other on the bridge before that summer came to an end'
const PALETTE = createPalette({
  swatches: [{ colour: '#203040', share: 1 }],
  lightestArea: '#203040',
  darkestArea: '#203040',
})

const LOGO: Picture = {
  pixels: new Uint8ClampedArray(new SharedArrayBuffer(40 * 40 * 4)).fill(90),
  width: 40,
  height: 40,
  originalWidth: 40,
  originalHeight: 40,
  hasAlpha: true,
}

async function drawCard(
  size: Size,
  card: EndCardProps['card'],
  frameIndexes: number[],
): Promise<Uint8Array[]> {
  const audio = createAudioTrack(silentAudioTrackData(FRAMES, FPS))
  const red = paint({ x: 0, y: 0, ...size }, (ctx) => {
    ctx.fillStyle = '#ff0000'
    ctx.fillRect(0, 0, size.width, size.height)
  })
  const layers = await endCard({ size, palette: PALETTE, font: 'MODERN', audio, card, startSecs: START_SECS })
  const scene = await createScene([sprite(red), ...layers], { size, fps: FPS, frameCount: FRAMES })
  const pictures = frameIndexes.map((frame) => {
    scene.draw(frame)
    return Uint8Array.from(scene.readRgb())
  })
  scene.close()
  return pictures
}

function countPixels(
  rgb: Uint8Array,
  { width }: Size,
  isCounted: (at: number, x: number, y: number) => boolean,
): number {
  let count = 0
  for (let i = 0; i < rgb.length / 3; i++) if (isCounted(3 * i, i % width, Math.floor(i / width))) count++
  return count
}

const isRed = (rgb: Uint8Array) => (at: number) => rgb[at]! > 180 && rgb[at + 1]! < 80

test('the card begins on its bar, and covers all of the frame soon after', async () => {
  for (const size of SHAPES) {
    const all = size.width * size.height
    const [before, on, after] = await drawCard(size, { text: 'Out now' }, [59, 60, 80])
    assert.equal(countPixels(before!, size, isRed(before!)), all, 'the frame before the bar is the picture')
    assert.ok(countPixels(on!, size, isRed(on!)) < all, 'on the bar it has begun')
    assert.equal(countPixels(after!, size, isRed(after!)), 0)
  }
})

test('text and link of any length stay inside of the safe box, and tall frames have no code to scan', async () => {
  for (const size of SHAPES) {
    const { safe, shape } = planFrame(size)
    const linkUrl = `https://label.example/${'a-long-way/'.repeat(12)}`
    const card = { text: LONG, linkUrl, logo: { picture: LOGO, plate: '#808080' } }
    const [rgb] = await drawCard(size, card, [FRAMES - 1])
    const ground = [rgb![0]!, rgb![1]!, rgb![2]!]
    const isInk = (at: number) => [0, 1, 2].some((axis) => Math.abs(rgb![at + axis]! - ground[axis]!) > 24)
    const outside = countPixels(rgb!, size, (at, x, y) => !isInside(safe, x, y) && isInk(at))
    assert.equal(outside, 0, `${shape}: ${outside} pixels outside of the safe box`)
    assert.ok(countPixels(rgb!, size, isInk) > 200)
    const white = countPixels(
      rgb!,
      size,
      (at) => rgb![at]! > 250 && rgb![at + 1]! > 250 && rgb![at + 2]! > 250,
    )
    assert.equal(white > 0.02 * size.width * size.height, shape !== 'TALL', `${shape}: ${white} white pixels`)
  }
})

function isInside({ x, y, width, height }: Box, column: number, row: number): boolean {
  return column >= x - 2 && row >= y - 2 && column <= x + width + 2 && row <= y + height + 2
}
