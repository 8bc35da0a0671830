import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AudioTrack, Cover, Frame, Palette } from '@songreel/kit'
import { paintGroup } from '@songreel/kit/testing/paint-group.ts'
import { sizeShape } from '@songreel/render'
import { findBurst, findWhole, listBursts } from './visual-particle-field/bursts.ts'
import { peelOff, scatterDust } from './visual-particle-field/dust.ts'
import { findFreedom } from './visual-particle-field/freedom.ts'
import { NEVER, planGusts } from './visual-particle-field/gusts.ts'
import { findHeads, keepHair } from './visual-particle-field/heads.ts'
import { keepStill } from './visual-particle-field/keep-still.ts'
import { planLayout } from './visual-particle-field/layout.ts'
import { makeWay } from './visual-particle-field/make-way.ts'
import { planPulse } from './visual-particle-field/pulse.ts'
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

test('the cover is whole for most of the time, and for the last tenth of it', () => {
  const audio = track(15)
  const bursts = listBursts(audio)
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
  assert.ok(found)
  assert.equal(findWhole(found, found.homeSecs), 0)
})

test('it begins and ends whole, and no gap is left between bursts', () => {
  const audio = track(15)
  const bursts = listBursts(audio)
  const wholeAt = (secs: number) => findWhole(findBurst(bursts, { secs } as Frame), secs)
  for (const share of [0, 0.05, 0.95, 1]) assert.equal(wholeAt(share * audio.durationSecs), 1)
  for (const { startSecs, homeSecs, pullSecs } of bursts) {
    assert.equal(wholeAt(startSecs - 0.01), 1)
    assert.equal(wholeAt(homeSecs + 1.4 * pullSecs + 0.01), 1)
    assert.equal(wholeAt(homeSecs), 0)
  }
})

const FACE = { x: 0.3, y: 0.02, width: 0.4, height: 0.4 }
const SIZE = { width: 1080, height: 1920 }
const BOX = { x: 76, y: 600, width: 928, height: 928 }

/** A cover with a face, and something that stands out at the upper left edge. */
function cut() {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 400))
  weights.set(Array.from({ length: 400 }, (_, i) => (i % 20 === 0 && i < 200 ? 9 / 490 : 1 / 490)))
  const salience = { columns: 20, rows: 20, weights, faces: [FACE] }
  const cover = { width: 600, height: 600, salience, picture: drawBars() }
  const still = keepStill(cover as unknown as Cover, BOX)
  const plan = {
    size: SIZE,
    cover: BOX,
    seed: 3,
    grid: 36,
    isReduced: false,
    freedomAt: () => 1,
    isSeen: () => true,
    still,
  }
  const tiles = cutTiles(plan)
  const isInFace = ({ homeX, homeY }: (typeof tiles)[number]) => {
    const [across, down] = [(homeX - BOX.x) / BOX.width - 0.5, (homeY - BOX.y) / BOX.height - 0.22]
    return Math.hypot(across / FACE.width, down / FACE.height) < 0.5
  }
  return { tiles, isInFace, still, plan }
}

test('no piece of a face or a subject drifts off the edge', () => {
  const { tiles, isInFace } = cut()
  const inside = tiles.filter(isInFace)
  assert.ok(inside.length > 100 && inside.every(({ still, edge }) => still === 1 && !edge))
  assert.ok(tiles.filter(({ still, edge }) => still === 0 && edge).length > 50, 'others are')
  assert.ok(tiles[0]!.still > 0.5, 'and what stands out at the edge is kept, too')
})

test('nothing is taken out of the hair of a head that reaches to the edge', () => {
  const { tiles, still } = cut()
  const gusts = planGusts(tiles, { size: SIZE, cover: BOX, seed: 3, still })
  const isGone = (index: number) =>
    tiles[index]!.isEaten || tiles[index]!.edge || gusts.some(({ leaves }) => leaves[index]! < NEVER)
  const gone = tiles.filter((_, index) => isGone(index))
  const isAbove = ({ homeX, homeY }: (typeof tiles)[number]) =>
    Math.abs((homeX - BOX.x) / BOX.width - 0.5) < 0.6 * FACE.width && homeY < BOX.y + 0.2 * BOX.height
  assert.ok(tiles.filter(isAbove).length > 50 && !gone.some(isAbove))
  assert.ok(
    gone.some(({ homeY }) => homeY < BOX.y + 0.1 * BOX.height),
    'beside it the edge comes apart',
  )
})

test('a head with its hair is higher than the face, and no wider than that needs', () => {
  const isHead = findHeads([{ x: 0.4, y: 0.4, width: 0.2, height: 0.2 }])
  assert.ok(isHead(0.5, 0.29) && !isHead(0.5, 0.2) && !isHead(0.5, 0.66) && !isHead(0.3, 0.4))
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

test('a gust takes at most a fifth of the cover, all of it at one side, and hardly anything where a head is', () => {
  const { tiles, isInFace, still } = cut()
  const gusts = planGusts(tiles, { size: SIZE, cover: BOX, seed: 3, still })
  assert.equal(gusts.length, 2)
  for (const { angle, leaves } of gusts) {
    const gone = tiles.filter((_, index) => leaves[index]! < NEVER)
    const least = Math.sin(angle) > 0 ? 0.04 * tiles.length : 1
    assert.ok(gone.length <= 0.2 * tiles.length && gone.length > least, `${gone.length}`)
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

test('a gust takes pieces off the sides that are not flush with the frame, and leaves no hole further in', () => {
  const { tiles, still } = cut()
  for (const [name, size, box] of [
    ['beside type', { width: 1920, height: 1080 }, { x: 840, y: 0, width: 1080, height: 1080 }],
    ['in a corner', { width: 1080, height: 1080 }, { x: 340, y: 0, width: 740, height: 740 }],
  ] as const) {
    const scale = box.width / BOX.width
    const moved = tiles.map((tile) => ({
      ...tile,
      homeX: box.x + scale * (tile.homeX - BOX.x),
      homeY: box.y + scale * (tile.homeY - BOX.y),
    }))
    const freeFrom: typeof still.freeFrom = (way, x, y) =>
      still.freeFrom(way, BOX.x + (x - box.x) / scale, BOX.y + (y - box.y) / scale)
    const gusts = planGusts(moved, { size, cover: box, seed: 3, still: { ...still, freeFrom } })
    assert.equal(gusts.length, 2)
    for (const { leaves } of gusts) {
      const gone = moved.filter((_, index) => leaves[index]! < NEVER)
      assert.ok(gone.length > 0.04 * tiles.length && gone.length <= 0.2 * tiles.length, `${gone.length}`)
      const farthest = Math.max(...gone.map(({ homeX }) => (homeX - box.x) / box.width))
      assert.ok(farthest < 0.5, `${name}: ${farthest} of the cover's width from its free side`)
      assert.ok(gone.every(({ still }) => still <= 0.4))
    }
  }
})

for (const shape of ['9x16', '4x5', '1x1', '16x9']) {
  test(`${shape}: all of a group is cut into pieces, in the shape of its picture and clear of the type, and nobody's face leaves`, () => {
    const size = sizeShape(shape, 1080)
    const group = paintGroup(1600, 923)
    const names = { label: 'Out now', title: 'Infinite Sea', artist: 'Aury Delacroix' }
    const { cover, texts } = planLayout(size, names, { font: 'GROTESK', picture: group })
    assert.ok(Math.abs(cover.width / cover.height - 1600 / 923) < 0.01, JSON.stringify(cover))
    assert.ok(cover.width >= 0.55 * size.width && cover.x >= 0 && cover.x + cover.width <= size.width)
    for (const { box } of texts) {
      const isBeside = box.x + box.width <= cover.x
      assert.ok(isBeside || box.y + box.height <= cover.y || box.y >= cover.y + cover.height)
    }
    const still = keepStill(group, cover)
    const isSeen = () => true
    const plan = { size, cover, seed: 3, grid: 30, isReduced: false, freedomAt: () => 1, isSeen, still }
    const tiles = cutTiles(plan)
    assert.equal(Math.max(...tiles.map(({ fromX, width }) => fromX + width)), cover.width)
    assert.equal(Math.max(...tiles.map(({ fromY, height }) => fromY + height)), cover.height)
    const flying = [...scatterDust(plan, tiles), ...peelOff(plan, tiles)]
    assert.ok(flying.length > 100 && flying.every(({ homeX, homeY }) => !still.isFace(homeX, homeY)))
  })
}

for (const shape of ['9x16', '4x5', '1x1', '16x9', '1x3', '3x1']) {
  test(`${shape}: the cover is flush with the frame but where the type is, and there its pieces have room`, () => {
    const size = sizeShape(shape, 1080)
    for (const [title, isEnd] of [
      ['Infinite Sea', false],
      ['ليل بلا نهاية', true],
    ] as const) {
      const names = { label: 'Out now', title, artist: 'Aury Delacroix' }
      const { cover, texts } = planLayout(size, names, { font: 'GROTESK' })
      const told = `${title}: ${JSON.stringify(cover)}`
      const [right, foot] = [cover.x + cover.width, cover.y + cover.height]
      assert.ok(Math.abs(isEnd ? cover.x : right - size.width) <= 2, told)
      assert.ok(Math.abs(cover.y) <= 2 || Math.abs(foot - size.height) <= 2, told)
      const room = isEnd ? size.width - right : cover.x
      assert.ok(Math.max(room, size.height - cover.height) > 0.2 * Math.min(size.width, size.height), told)
      for (const { box } of texts) {
        const isBeside = box.x + box.width <= cover.x || box.x >= right
        assert.ok(isBeside || box.y + box.height <= cover.y || box.y >= foot, `type lies on it: ${told}`)
      }
    }
  })
}

test('the cover is eaten away, mostly at one side, up to what stands out there', () => {
  const { tiles, isInFace } = cut()
  const eaten = tiles.filter(({ isEaten }) => isEaten)
  assert.ok(eaten.length > 0.04 * tiles.length && eaten.length < 0.25 * tiles.length, `${eaten.length}`)
  assert.ok(!eaten.some(isInFace) && eaten.every(({ still }) => still <= 0.4))
  const inside = eaten.filter(({ homeX, homeY }) =>
    [homeX - BOX.x, BOX.x + BOX.width - homeX, homeY - BOX.y, BOX.y + BOX.height - homeY].every(
      (off) => off > 0.25 * BOX.width,
    ),
  )
  assert.equal(inside.length, 0, 'nothing is torn out of the middle')
})

test('between people only a fringe is taken: a face at the edge may not have been found', () => {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 400)).fill(1 / 400)
  const edges = new Float32Array(400).map((_, i) => (i % 20 < 10 ? 90 : 0))
  const read = (faces: object[], box = BOX) => {
    const salience = { columns: 20, rows: 20, weights, edges, faces }
    return keepStill({ width: 600, height: 600, salience, picture: drawBars() } as unknown as Cover, box)
  }
  const free = (stillness: ReturnType<typeof read>, x: number) =>
    stillness.freeFrom({ x, y: 0 }, BOX.x + 5, BOX.y + 0.9 * BOX.height)
  assert.equal(free(read([FACE]), -1), 0, 'edges are near the left side')
  assert.ok(free(read([FACE]), 1) > 0.2, 'and none at the right one')
  assert.ok(free(read([]), -1) > 0.2, 'leaves and walls may go')
  edges.fill(0).forEach((_, i) => {
    if (i % 20 === 2) edges[i] = 90
  })
  assert.ok(free(read([]), -1) <= 0.1, 'but not what stands before a sky')

  const [size, box] = [
    { width: 1920, height: 1080 },
    { x: 840, y: 0, width: 1080, height: 1080 },
  ]
  const still = read([FACE], box)
  const tiles = cutTiles({
    size,
    cover: box,
    seed: 3,
    grid: 30,
    isReduced: false,
    freedomAt: () => 1,
    isSeen: () => true,
    still,
  })
  const gusts = planGusts(tiles, { size, cover: box, seed: 3, still })
  const gone = tiles.filter((tile, i) => tile.isEaten || gusts.some(({ leaves }) => leaves[i]! < NEVER))
  assert.ok(gone.length > 0 && gone.every(({ homeX }) => homeX - box.x < 0.12 * box.width))
})

test('the cover swells with the beat as one, and its pieces at home with it', () => {
  const audio = { ...track(15), beat: ({ index }: { index: number }) => (index % 15 === 0 ? 1 : 0) }
  const { swellAt } = planPulse(audio as unknown as AudioTrack, { isReduced: false, isRed: false })
  const frame = (index: number) => ({ index, secs: index / 30 }) as Frame
  const [rest, beat] = [swellAt(frame(44)), swellAt(frame(45))]
  assert.ok(rest >= 1 && beat > rest + 0.01 && beat < 1.06, `${rest}, ${beat}`)
})

test('a burst throws copies outwards, and of a head only what is at its rim', () => {
  const { tiles, isInFace, plan } = cut()
  const thrown = peelOff(plan, tiles)
  assert.ok(thrown.length > 100, `${thrown.length}`)
  const { angle } = planGusts(tiles, plan)[0]!
  for (const { copy, isEaten, isFace, homeY } of thrown) {
    assert.ok(
      copy && !isEaten && Math.cos(copy.angle - Math.round(angle / (Math.PI / 2)) * (Math.PI / 2)) > 0.7,
    )
    assert.ok(!isFace || BOX.y + BOX.height - homeY < 0.1 * BOX.height)
  }
  assert.ok(!thrown.some(isInFace))
})

test('a bar throws loose pieces farther, and they come back before the next one', () => {
  const { kickAt } = planPulse(track(15), { isReduced: false, isRed: false })
  const kick = (secs: number) => kickAt({ index: Math.round(30 * secs), secs } as Frame)
  assert.ok(kick(BAR_SECS + 0.1) > 0.5)
  assert.ok(kick(2 * BAR_SECS - 0.05) < 0.05)
  const still = planPulse(track(15), { isReduced: true, isRed: false })
  assert.equal(still.kickAt({ index: 60, secs: BAR_SECS + 0.1 } as Frame), 0)
})

test('pieces make way for letters, of any size, and are as they were away from them', () => {
  const layout = planLayout(
    SIZE,
    { label: 'Out now', title: 'Infinite Sea', artist: 'Aury' },
    { font: 'GROTESK' },
  )
  const sizeAt = makeWay(layout)
  for (const { box, layout: set } of layout.texts)
    for (const { ink } of set.lines) {
      const edge = { x: box.x + ink.right, y: box.y + (ink.top + ink.bottom) / 2 }
      assert.equal(sizeAt({ ...edge, x: edge.x - 5, width: 30, scale: 1 }), 0)
      assert.equal(sizeAt({ ...edge, x: edge.x + 20, width: 60, scale: 2 }), 0)
    }
  assert.equal(sizeAt({ x: 540, y: 1500, width: 30, scale: 1 }), 1)
})

test('no piece comes nearer to type for being shy, and the shy ones leave it a ragged border', () => {
  const layout = planLayout(SIZE, { label: '', title: 'Infinite Sea', artist: 'Aury' }, { font: 'GROTESK' })
  const sizeAt = makeWay(layout)
  const [artist] = layout.texts.slice(-1)
  const { right, bottom } = artist!.layout.lines.at(-1)!.ink
  const near = { x: artist!.box.x + right + 90, y: artist!.box.y + bottom, width: 30, scale: 1 }
  const sizes = [0, 0.4, 1].map((shyness) => sizeAt(near, shyness))
  assert.ok(sizes[0]! > sizes[1]! && sizes[1]! > sizes[2]!, sizes.join(' '))
})

test('of a red cover only the red pieces are held back', () => {
  const colourAt = (x: number) => (x < 500 ? '#e61428' : '#281428')
  const read = (share: number) =>
    findFreedom({ swatches: [{ colour: '#e61428', share }] } as unknown as Palette, colourAt)
  assert.ok(read(0.5)(100, 900) < 0.5)
  assert.equal(read(0.5)(900, 900), 1)
  assert.equal(read(0.1)(100, 900), 1, 'a little red may fly')
})

test('what flies off a cover with a rim like the ground comes from where its picture begins', () => {
  const { tiles, still } = cut()
  const begins = BOX.x + 0.2 * BOX.width
  const [size, grid] = [{ width: 1920, height: 1920 }, 36]
  const box = { ...BOX, x: 992, y: 0 }
  const moved = tiles.map((tile) => ({
    ...tile,
    isEaten: false,
    isFace: false,
    homeX: tile.homeX - BOX.x + 992,
    homeY: tile.homeY - BOX.y,
  }))
  const free = { ...still, at: () => 0, isFace: () => false }
  const isSeen = (x: number) => x > begins - BOX.x + 992
  const plan = { size, cover: box, seed: 3, grid, isReduced: false, freedomAt: () => 1, isSeen, still: free }
  const thrown = [...peelOff(plan, moved), ...scatterDust(plan, moved).filter(({ edge }) => edge!.x < -200)]
  assert.ok(thrown.length > 200)
  assert.ok(thrown.every(({ homeX }) => isSeen(homeX)))
})

test('where no face was found, a head near the upper edge keeps what is above it', () => {
  const isSubject = (column: number, row: number) => column === 10 && row >= 2
  const isHair = keepHair({ columns: 20, rows: 20 }, isSubject)
  assert.ok(isHair(10, 0) && isHair(10, 1) && isHair(9, 0) && !isHair(4, 0) && !isHair(10, 6))
  const isLow = keepHair({ columns: 20, rows: 20 }, (column, row) => column === 10 && row >= 8)
  assert.ok(!isLow(10, 0) && !isLow(10, 7), 'one far below it has the sky')
})
