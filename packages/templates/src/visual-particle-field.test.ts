import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AudioTrack, Cover, Frame } from '@songreel/kit'
import { sizeShape } from '@songreel/render'
import { findBurst, findWhole, listBursts } from './visual-particle-field/bursts.ts'
import { NEVER, planGusts } from './visual-particle-field/gusts.ts'
import { keepStill } from './visual-particle-field/keep-still.ts'
import { planLayout } from './visual-particle-field/layout.ts'
import { cutTiles } from './visual-particle-field/tiles.ts'

const BAR_SECS = 1.9

function track(durationSecs: number): AudioTrack {
  const count = Math.floor(durationSecs / BAR_SECS)
  const sections = [
    { startSecs: 0, endSecs: 3 * BAR_SECS, energy: 0.4, label: 'A' },
    { startSecs: 3 * BAR_SECS, endSecs: durationSecs, energy: 0.9, label: 'B' },
  ]
  return {
    durationSecs,
    fps: 30,
    frameCount: Math.round(30 * durationSecs),
    sections,
    downbeatSecs: Array.from({ length: count }, (_, i) => i * BAR_SECS),
    beatSecs: Array.from({ length: 4 * count }, (_, i) => (i * BAR_SECS) / 4),
    loudness: () => 0.7,
    onset: () => 0,
  } as unknown as AudioTrack
}

/** A burst that takes pieces away; weaker ones only make it shiver. */
const STRONG = 0.3

test('the cover is whole for most of the time, and for the last tenth of it', () => {
  const audio = track(15)
  const bursts = listBursts(audio).filter(({ strength }) => strength > STRONG)
  assert.ok(bursts.length >= 3)
  const away = bursts.reduce(
    (sum, { startSecs, homeSecs, pullSecs }) => sum + homeSecs + 1.4 * pullSecs - startSecs,
    0,
  )
  assert.ok(away <= 0.4 * audio.durationSecs, `${away} s apart`)
  for (const { startSecs, homeSecs, pullSecs } of bursts) {
    assert.ok(homeSecs + 1.4 * pullSecs - startSecs <= 2)
    assert.ok(homeSecs + 1.4 * pullSecs <= 0.9 * audio.durationSecs)
  }
})

test('where a section begins, it bursts', () => {
  const found = listBursts(track(15)).find(({ startSecs }) => Math.abs(startSecs - 3 * BAR_SECS) < 0.01)
  assert.ok(found && found.strength > STRONG)
})

test('it begins and ends whole, and no gap is left between bursts', () => {
  const audio = track(15)
  const bursts = listBursts(audio)
  const wholeAt = (secs: number) => findWhole(findBurst(bursts, { secs } as Frame), secs)
  for (const share of [0, 0.05, 0.95, 1]) assert.equal(wholeAt(share * audio.durationSecs), 1)
  for (const { startSecs, homeSecs, pullSecs, strength } of bursts) {
    assert.equal(wholeAt(startSecs - 0.01), 1)
    assert.equal(wholeAt(homeSecs + 1.4 * pullSecs + 0.01), 1)
    assert.equal(wholeAt(homeSecs), strength > STRONG ? 0 : 1)
  }
})

const FACE = { x: 0.3, y: 0.02, width: 0.4, height: 0.4 }
const SIZE = { width: 1080, height: 1920 }
const BOX = { x: 76, y: 600, width: 928, height: 928 }
const QUIET = { x: 76, y: 300, width: 928, height: 240 }

/** A cover with a face, and something that stands out at the upper left edge. */
function cut() {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 400))
  weights.set(Array.from({ length: 400 }, (_, i) => (i % 20 === 0 && i < 200 ? 9 / 490 : 1 / 490)))
  const salience = { columns: 20, rows: 20, weights, faces: [FACE] }
  const cover = { width: 600, height: 600, salience, picture: drawBars() }
  const still = keepStill(cover as unknown as Cover, BOX)
  const tiles = cutTiles({
    size: SIZE,
    cover: BOX,
    seed: 3,
    grid: 36,
    isReduced: false,
    freedom: 1,
    still,
    quiet: QUIET,
  })
  const isInFace = ({ homeX, homeY }: (typeof tiles)[number]) => {
    const [across, down] = [(homeX - BOX.x) / BOX.width - 0.5, (homeY - BOX.y) / BOX.height - 0.22]
    return Math.hypot(across / FACE.width, down / FACE.height) < 0.5
  }
  return { tiles, isInFace }
}

test('no piece of a face or a subject drifts off the edge', () => {
  const { tiles, isInFace } = cut()
  const inside = tiles.filter(isInFace)
  assert.ok(inside.length > 100 && inside.every(({ still, edge }) => still === 1 && !edge))
  assert.ok(tiles.filter(({ still, edge }) => still === 0 && edge).length > 50, 'others are')
  assert.ok(tiles[0]!.still > 0.5, 'and what stands out at the edge is kept, too')
})

/** A grey picture with white bars in its middle, as wide as those of letters. */
function drawBars(isLettered = false) {
  const [width, height] = [200, 200]
  const isBar = (x: number, y: number) => isLettered && x > 60 && x < 140 && y > 60 && y < 100 && x % 16 < 7
  const pixels = new Uint8ClampedArray(4 * width * height).map((_, i) =>
    isBar((i >> 2) % width, Math.floor((i >> 2) / width)) ? 255 : 90,
  )
  return { width, height, pixels }
}

test('letters of the cover are left where they are, and nothing around them', () => {
  const salience = { columns: 20, rows: 20, weights: new Float32Array(400).fill(1 / 400) }
  const read = (isLettered: boolean) => {
    const cover = { width: 600, height: 600, salience, picture: drawBars(isLettered) }
    return keepStill(cover as unknown as Cover, BOX)
  }
  const place = (across: number, down: number) =>
    [BOX.x + across * BOX.width, BOX.y + down * BOX.height] as const
  assert.equal(read(true).at(...place(0.5, 0.4)), 1)
  assert.ok(read(true).isFace(...place(0.5, 0.4)), 'no gust takes them')
  assert.equal(read(false).at(...place(0.5, 0.4)), 0)
  assert.equal(read(true).at(...place(0.5, 0.8)), 0)
})

test('everything that comes loose streams off one side, where there is room and no type', () => {
  const loose = cut().tiles.flatMap(({ edge }) => edge ?? [])
  assert.ok(loose.every(({ x, y }) => y > 0 && Math.abs(x) < Math.abs(y)))
})

test('a gust takes at most a quarter of the cover, all of it at one side, and nothing of a face', () => {
  const { tiles, isInFace } = cut()
  const gusts = planGusts(tiles, { size: SIZE, cover: BOX, quiet: QUIET, seed: 3 })
  assert.equal(gusts.length, 2)
  for (const { angle, leaves } of gusts) {
    const gone = tiles.filter((_, index) => leaves[index]! < NEVER)
    assert.ok(gone.length <= 0.25 * tiles.length && gone.length > 0.15 * tiles.length, `${gone.length}`)
    assert.ok(!gone.some(isInFace))
    const isAtSide = gone.filter(
      ({ homeX, homeY }) =>
        (homeX - BOX.x - BOX.width / 2) * Math.cos(angle) +
          (homeY - BOX.y - BOX.height / 2) * Math.sin(angle) >
        0,
    )
    assert.ok(isAtSide.length > 0.8 * gone.length)
  }
  assert.ok(Math.cos(gusts[0]!.angle - gusts[1]!.angle) < 0.1, 'and the next one comes from elsewhere')
})

for (const shape of ['9x16', '1x1', '16x9']) {
  test(`${shape}: there is room for pieces on every side of the cover`, () => {
    const size = sizeShape(shape, 1080)
    const names = { label: 'Out now', title: 'Infinite Sea', artist: 'Aury Delacroix' }
    const { cover, texts } = planLayout(size, names, 'GROTESK')
    const least = 0.03 * cover.width
    assert.ok(cover.x >= least && cover.x + cover.width <= size.width - least)
    assert.ok(cover.y >= least && cover.y + cover.height <= size.height - least)
    const isBeside = texts.every(({ box }) => box.x + box.width <= cover.x)
    const isAbove = texts.every(({ box }) => box.y + box.height <= cover.y - least)
    assert.ok(isBeside || isAbove || texts.every(({ box }) => box.y >= cover.y + cover.height + least))
  })
}

test('below each other, cover and type begin at one edge, which is the right one for scripts from there', () => {
  for (const shape of ['9x16', '4x5', '1x1']) {
    const size = sizeShape(shape, 1080)
    const plan = (title: string) => planLayout(size, { label: '', title, artist: 'Aury' }, 'GROTESK')
    const left = plan('Infinite Sea')
    assert.ok(Math.abs(left.cover.x - left.texts[1]!.box.x) <= 1, `${shape}: ${left.cover.x}`)
    const { cover } = plan('ليل بلا نهاية')
    assert.ok(Math.abs(size.width - cover.x - cover.width - left.cover.x) <= 2, `${shape}: ${cover.x}`)
  }
})
