import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aLottie } from '../../testing/sample-lottie.ts'
import { createScene } from '../compose/create-scene.ts'
import type { Layer } from '../compose/layer.ts'
import type { Size } from '../geometry.ts'
import { planPlay } from '../lottie/plan-play.ts'
import { type LottieProps, lottie } from './lottie.ts'
import { paint } from './paint.ts'
import { sprite } from './sprite.ts'

const FPS = 30
const FRAMES = 90
const TRACK = { fps: FPS, beatSecs: [], downbeatSecs: [] }
const SMALL = { width: 160, height: 120 }

function aFilm(json = aLottie()) {
  return { width: json.w, height: json.h, frames: json.op - json.ip, read: () => JSON.stringify(json) }
}

function aGround({ width, height }: Size): Layer {
  const painting = paint({ x: 0, y: 0, width, height }, (ctx) => {
    ctx.fillStyle = '#204060'
    ctx.fillRect(0, 0, width, height)
  })
  return sprite(painting)
}

async function draw(
  frames: readonly number[],
  box: Parameters<typeof lottie>[1],
  props: Partial<LottieProps> = {},
  size: Size = SMALL,
) {
  const layers = [
    aGround(size),
    lottie(aFilm(), box, { play: planPlay({}, { durationSecs: 2 }, TRACK), ...props }),
  ]
  const scene = await createScene(layers, { size, fps: FPS, frameCount: FRAMES })
  const drawn = new Map<number, { rgb: Buffer; digest: string }>()
  for (const frame of frames) {
    scene.draw(frame)
    const digest = Buffer.from(scene.describe(frame) ?? []).toString('hex')
    drawn.set(frame, { rgb: Buffer.from(scene.readRgb()), digest })
  }
  scene.close()
  return drawn
}

const BOX = { x: 20.4, y: 9.7, width: 100, height: 100 }

test('a frame has the same bytes in any order, and where its round begins again', async () => {
  const forward = await draw([...Array(FRAMES).keys()], BOX)
  const shuffled = await draw([77, 3, 61, 2, 30, 89, 31, 0, 1, 59], BOX)
  for (const [frame, { rgb, digest }] of shuffled) {
    assert.ok(rgb.equals(forward.get(frame)!.rgb), `frame ${frame}`)
    assert.equal(digest, forward.get(frame)!.digest)
  }
  assert.ok(forward.get(60)!.rgb.equals(forward.get(0)!.rgb))
  assert.equal(forward.get(61)!.digest, forward.get(1)!.digest)
  assert.ok(!forward.get(1)!.rgb.equals(forward.get(0)!.rgb))
})

test('so has one of which only a few pictures can be kept', async () => {
  const size = { width: 1080, height: 1080 }
  const whole = { x: 0, y: 0, ...size }
  const forward = await draw([0, 1, 2, 9, 10, 0], whole, {}, size)
  const back = await draw([10, 1, 9, 0], whole, {}, size)
  for (const [frame, { rgb }] of back) assert.ok(rgb.equals(forward.get(frame)!.rgb), `frame ${frame}`)
})

test('it is drawn as large as its box, in the middle; FILL covers it', async () => {
  const wide = { x: 0, y: 20, width: 160, height: 80 }
  const isRed = (rgb: Buffer, x: number, y: number) => rgb[3 * (y * SMALL.width + x)]! > 150
  const [fit, fill] = await Promise.all([draw([0], wide), draw([0], wide, { fit: 'FILL' })])
  // The square is 80 of 200 units: 32 of 80 pixels, or 64 of 160.
  assert.deepEqual([isRed(fit.get(0)!.rgb, 80 + 14, 60), isRed(fit.get(0)!.rgb, 80 + 18, 60)], [true, false])
  assert.deepEqual(
    [isRed(fill.get(0)!.rgb, 80 + 30, 60), isRed(fill.get(0)!.rgb, 80 + 34, 60)],
    [true, false],
  )
})

test('only rows that it stands in are drawn again, and none while it rests', async () => {
  const play = planPlay({ plays: 'ONCE' }, { durationSecs: 1 }, TRACK)
  const drawn = await draw([0, 10, 30, 45, 89], BOX, { play })
  assert.ok(drawn.get(30)!.rgb.equals(drawn.get(89)!.rgb))
  assert.ok(!drawn.get(0)!.rgb.equals(drawn.get(10)!.rgb))
  const untouched = (rgb: Buffer) => rgb.subarray(0, 3 * SMALL.width * 6)
  assert.ok(untouched(drawn.get(0)!.rgb).equals(untouched(drawn.get(89)!.rgb)))
})

test('what Skottie cannot read is an error with a code', async () => {
  const film = { width: 10, height: 10, frames: 10, read: () => '{"layers":' }
  const layers = [lottie(film, BOX, { play: planPlay({}, { durationSecs: 1 }, TRACK) })]
  const scene = await createScene(layers, { size: SMALL, fps: FPS, frameCount: FRAMES })
  assert.throws(() => scene.draw(0), { code: 'ANIMATION_INVALID' })
})

test('it is described by what it is made of, and nothing is drawn for it', async () => {
  const describe = async (text: string) => {
    const film = { width: 10, height: 10, frames: 10, read: () => text }
    const layers = [lottie(film, BOX, { play: planPlay({}, { durationSecs: 1 }, TRACK) })]
    const scene = await createScene(layers, { size: SMALL, fps: FPS, frameCount: FRAMES })
    return [0, 1, 30].map((frame) => Buffer.from(scene.describe(frame) ?? []).toString('hex'))
  }
  const [unreadable, other] = await Promise.all([describe('{"layers":'), describe('{"layers":1')])
  assert.equal(unreadable[0], unreadable[2])
  assert.equal(new Set([...unreadable, ...other]).size, 4)
})

test('a scene with one says that it leaves memory behind', async () => {
  const layers = [aGround(SMALL), lottie(aFilm(), BOX, { play: planPlay({}, { durationSecs: 2 }, TRACK) })]
  const form = { size: SMALL, fps: FPS, frameCount: FRAMES }
  assert.equal((await createScene(layers, form)).leavesMemory, true)
  assert.equal((await createScene(layers.slice(0, 1), form)).leavesMemory, false)
})
