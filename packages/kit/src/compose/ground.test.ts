import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { drawLayers, shoot } from '../../testing/draw-layers.ts'
import { backdrop } from '../layers/backdrop.ts'
import { bars } from '../layers/bars.ts'
import { field } from '../layers/field.ts'
import { glow } from '../layers/glow.ts'
import { paint } from '../layers/paint.ts'
import { sprite } from '../layers/sprite.ts'
import { createScene } from './create-scene.ts'
import { type Frame, frameAt, holdFrame } from './frame.ts'
import type { Layer } from './layer.ts'

const FORM = { size: { width: 310, height: 230 }, fps: 30, frameCount: 60 }
const ORDER = [0, 1, 2, 3, 4, 9, 10, 11, 12, 13, 30, 31, 8, 5, 5, 4, 59, 0]

const GROUNDS: Record<string, Layer[]> = {
  'one field that is shaded ten times a second': [shadedField()],
  'a backdrop whose light is put together with a glow': softGround(holdTen),
  'a backdrop and a glow that move in every frame': softGround((frame) => frame),
  'a sharp backdrop that now and then moves': [
    backdrop(drawPicture(), { panX: (frame) => panAt(holdTen(frame)) }),
  ],
}

for (const [name, ground] of Object.entries(GROUNDS)) {
  test(`${name}: every frame looks as if it were drawn alone, in any order`, async () => {
    const layers = [...ground, ...upperLayers()]
    const scene = await createScene(layers, FORM)
    for (const index of ORDER) {
      assert.deepEqual(shoot(scene.draw(index)), await drawLayers(layers, index, FORM), `frame ${index}`)
    }
  })
}

test('a field is shaded only as often as it asks for', async () => {
  const shaded: number[] = []
  const layer = field({ shade: (_cells, { index }) => shaded.push(index), timesPerSec: 10 })
  const scene = await createScene([layer, ...upperLayers()], FORM)
  for (let index = 0; index < 9; index++) scene.draw(index)
  assert.deepEqual(shaded, [0, 3, 6])
})

test('a held frame is the last one of its steps, whatever the frame rate', () => {
  const heldIndices = (fps: number) =>
    [0, 1, 2, 3, 4, 5].map((index) => holdFrame(frameAt(index, 90, fps), 15).index)
  assert.deepEqual(heldIndices(15), [0, 1, 2, 3, 4, 5])
  assert.deepEqual(heldIndices(30), [0, 0, 2, 2, 4, 4])
  assert.deepEqual(heldIndices(60), [0, 0, 0, 0, 4, 4])
})

function holdTen(frame: Frame): Frame {
  return holdFrame(frame, 10)
}

function panAt({ secs }: Frame): number {
  return Math.sin(secs)
}

function shadedField(): Layer {
  return field({
    timesPerSec: 10,
    shade: ({ rgb }, { index }) => {
      for (let i = 0; i < rgb.length; i++) rgb[i] = (i * 7 + index * 5) % 200
    },
  })
}

function softGround(at: (frame: Frame) => Frame): Layer[] {
  const lamp = paint({ x: 60, y: 80, width: 90, height: 60 }, fillBox)
  return [
    backdrop(drawPicture(), { blur: 160, zoom: 1.4, panX: (frame) => panAt(at(frame)) }),
    glow(lamp.shape, { spread: 60, strength: (frame) => 0.5 + 0.4 * panAt(at(frame)), colour: '#ffcc88' }),
  ]
}

/** A card that swells now and then, a line that crosses it, and bars below. */
function upperLayers(): Layer[] {
  const card = paint({ x: 31, y: 20, width: 170, height: 121 }, fillBox)
  const line = paint({ x: 10, y: 160, width: 250, height: 11 }, fillBox)
  return [
    sprite(card, { scale: ({ index }) => (index % 10 < 4 ? 1 + (index % 10) / 90 : 1) }),
    sprite(line, { colour: '#ffffff', y: ({ index }) => (index > 10 && index < 20 ? -40 : 0) }),
    bars(
      { x: 20, y: 180, width: 260, height: 40 },
      { levels: ({ index }) => [index / 60, 0.4, 0.9], count: 12 },
    ),
  ]
}

function fillBox(
  ctx: Parameters<Parameters<typeof paint>[1]>[0],
  box: { width: number; height: number },
): void {
  const gradient = ctx.createLinearGradient(0, 0, box.width, box.height)
  gradient.addColorStop(0, '#ff8040')
  gradient.addColorStop(1, '#4020a0')
  ctx.fillStyle = gradient
  ctx.fillRect(0, 0, box.width, box.height)
}

function drawPicture() {
  const image = createCanvas(64, 64)
  fillBox(image.getContext('2d'), { width: 64, height: 64 })
  return { image, width: 64, height: 64 }
}
