import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aLayer, aLottie } from '../../testing/sample-lottie.ts'
import { createScene } from '../compose/create-scene.ts'
import { describeCover } from '../paint/cover.ts'
import { createCover } from '../paint/create-cover.ts'
import type { Picture } from '../paint/picture.ts'
import { createAudioTrack, silentAudioTrackData } from '../track/audio-track.ts'
import type { LogoForm, OwnLogo } from './brand-scene.ts'
import { fitLogoSize, ownLogo } from './own-logo.ts'

const SIZE = { width: 120, height: 80 }
const BOX = { x: 40, y: 20, width: 40, height: 40 }
const FRAMES = 90

const pixels = new Uint8ClampedArray(new SharedArrayBuffer(50 * 50 * 4)).fill(255)
const WHITE: Picture = {
  pixels,
  width: 50,
  height: 50,
  originalWidth: 50,
  originalHeight: 50,
  hasAlpha: true,
}

/** A white square that grows in one second, in the middle of twice its room. */
function aSting(): LogoForm {
  const grow = {
    a: 1,
    k: [
      { t: 0, s: [0, 0, 100], i: { x: [1], y: [1] }, o: { x: [0], y: [0] } },
      { t: 30, s: [100, 100, 100] },
    ],
  }
  const ks = { s: grow, a: { a: 0, k: [50, 50, 0] }, p: { a: 0, k: [100, 100, 0] } }
  const layers = [aLayer({ ty: 1, nm: 'Mark', sw: 100, sh: 100, sc: '#ffffff' }, { ks })]
  const lottie = aLottie({ w: 200, h: 200, op: 30, layers })
  return { picture: WHITE, sting: { lottie, ink: { x: 50, y: 50, width: 100, height: 100 } } }
}

/** How many pixels are white in some frames. */
async function countWhite(form: LogoForm, frames: readonly number[], changes: Partial<OwnLogo> = {}) {
  const stage = {
    logo: { size: WHITE, opacity: 1, forms: { here: form }, ...changes },
    audio: createAudioTrack(silentAudioTrackData(FRAMES, 30)),
    cover: createCover(describeCover(WHITE, WHITE, {}, false)),
    song: { title: 'Tin Lanterns', artist: 'Odalys Wren', album: '' },
    fontStyle: 'GROTESK',
  } as const
  const scene = await createScene(ownLogo(stage, 'here', BOX), { size: SIZE, fps: 30, frameCount: FRAMES })
  const counts = frames.map((frame) => {
    scene.draw(frame)
    const rgb = scene.readRgb()
    let count = 0
    for (let i = 0; i < rgb.length; i += 3) if (rgb[i]! > 200) count++
    return count
  })
  scene.close()
  return counts
}

test('a logo that plays does so in the place of a look, and rests there in its box', async () => {
  const [first = 0, middle = 0, rest = 0, later = 0] = await countWhite(aSting(), [0, 15, 45, 80])
  assert.ok(first < 20, `it begins with nothing: ${first}`)
  assert.ok(middle > 200 && middle < 900, `it grows: ${middle}`)
  assert.ok(Math.abs(rest - BOX.width * BOX.height) < 180, `it fills its box: ${rest}`)
  assert.equal(later, rest)
})

test('it waits for the end of an intro', async () => {
  const [before, after = 0] = await countWhite(aSting(), [28, 80], { startSecs: 1 })
  assert.equal(before, 0)
  assert.ok(after > 1400, `${after}`)
})

test('one that stands still fills its box at once, and a place without a form stays empty', async () => {
  const [first = 0, last] = await countWhite({ picture: WHITE }, [0, 80])
  assert.ok(Math.abs(first - BOX.width * BOX.height) < 180, `${first}`)
  assert.equal(last, first)
  assert.deepEqual(await countWhite({ picture: WHITE }, [0], { forms: {} }), [0])
})

test('a long logo is lower than a square one, and none is wider than its room', () => {
  const most = { width: 200, height: 100 }
  const long = fitLogoSize({ width: 600, height: 100 }, most)
  assert.ok(Math.abs(long.width - 200) < 1e-6 && Math.abs(long.height - 200 / 6) < 1e-6, JSON.stringify(long))
  assert.deepEqual(fitLogoSize({ width: 80, height: 80 }, most), { width: 100, height: 100 })
})

test('a high logo of lines is higher than others in a place of a look, as far as that has room', () => {
  const high = { width: 50, height: 100 }
  const most = { width: 400, height: 100 }
  assert.ok(fitLogoSize(high, most).height > 120)
  const lines = fitLogoSize({ ...high, ink: 0.08 }, most)
  assert.deepEqual(lines, { width: 75, height: 150 })
  assert.equal(fitLogoSize({ ...high, ink: 0.08 }, { ...most, tallest: 110 }).height, 110)
})
