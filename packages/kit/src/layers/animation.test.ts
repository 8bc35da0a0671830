import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBoundLottie, aLottie } from '../../testing/sample-lottie.ts'
import { createScene } from '../compose/create-scene.ts'
import { animation, paint, sprite } from '../index.ts'
import type { AnimationProps } from './animation.ts'

const SIZE = { width: 120, height: 120 }
const BOX = { x: 10, y: 10, width: 100, height: 100 }
const PLAIN = { audio: { fps: 30, beatSecs: [0, 0.5, 1], downbeatSecs: [0] }, fontStyle: 'MODERN' } as const

async function readMiddle(
  json: unknown,
  props: Partial<AnimationProps> = {},
  frames = [0],
): Promise<number[][]> {
  const ground = sprite(paint({ x: 0, y: 0, ...SIZE }, (ctx) => ctx.clearRect(0, 0, 1, 1)))
  const layers = [ground, animation(json, BOX, { ...PLAIN, ...props })]
  const scene = await createScene(layers, { size: SIZE, fps: 30, frameCount: 60 })
  return frames.map((frame) => {
    scene.draw(frame)
    const at = 3 * (60 * SIZE.width + 60)
    return [...scene.readRgb().slice(at, at + 3)]
  })
}

test('a template shows a Lottie animation from the kit’s door, in colours of its own', async () => {
  const [red] = await readMiddle(aLottie())
  const [green] = await readMiddle(aLottie(), { slots: { colour: { accent: '#00ff00' } } })
  assert.ok(red![0]! > 200 && red![1]! < 60, `${red}`)
  assert.ok(green![1]! > 200 && green![0]! < 60, `${green}`)
})

test('its time may be that of the beats, and its placement that of any sprite', async () => {
  const [first, hidden] = await readMiddle(
    aLottie(),
    { time: { unit: 'BEATS' }, opacity: (frame) => (frame.index < 5 ? 1 : 0) },
    [0, 10],
  )
  assert.ok(first![0]! > 200)
  assert.ok(hidden![0]! < 40)
})

test('what can’t be played is refused with the reason when the template is set up', () => {
  assert.throws(() => animation({ name: 'package' }, BOX, PLAIN), {
    code: 'ANIMATION_INVALID',
    message: /no layers/,
  })
  assert.throws(() => animation(aBoundLottie(), BOX, PLAIN), { message: /not in the file/ })
  const drawn = () => 'data:image/png;base64,'
  animation(aBoundLottie(), BOX, { ...PLAIN, slots: { image: { Cover: drawn } } })
})
