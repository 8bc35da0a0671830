import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AudioTrack, type Cover, hexToOklch, type Palette } from '@songreel/kit'
import { GROUP, paintGroup } from '@songreel/kit/testing/paint-group.ts'
import { sizeShape } from '@songreel/render'
import { OTHER, PRINT, planLayout } from './retro-polaroid-film/layout.ts'
import { planDrops, planMotion } from './retro-polaroid-film/motion.ts'
import { takePrints, takeShots } from './retro-polaroid-film/shots.ts'
import { chooseTable } from './retro-polaroid-film/table.ts'

const SQUARE = { width: 1, height: 1 }
const WIDE = { width: 16, height: 9 }
const downbeatSecs = Array.from({ length: 8 }, (_, i) => 0.117 + i * 1.95)

test('prints fall on bars, far enough apart to come out, and the first and the last show all of the cover', () => {
  const audio = { downbeatSecs, durationSecs: 15 } as unknown as AudioTrack
  const [first, ...falling] = planDrops(audio, 4)
  assert.deepEqual(first, { shot: 0, startSecs: Number.NEGATIVE_INFINITY })
  assert.ok(falling.length >= 3)
  for (const [i, { startSecs, shot }] of falling.entries()) {
    assert.ok(downbeatSecs.includes(startSecs))
    assert.ok(startSecs - (falling[i - 1]?.startSecs ?? -10) > 3.7)
    assert.equal(shot === 0, i === falling.length - 1)
  }
  assert.ok((falling.at(-1)?.startSecs ?? 15) < 13)
})

test('without a beat prints fall, too; a very short video keeps the one that lies there', () => {
  const free = { downbeatSecs: [], durationSecs: 15 } as unknown as AudioTrack
  assert.ok(planDrops(free, 4).length >= 3)
  assert.equal(planDrops({ ...free, durationSecs: 4 }, 4).length, 1)
})

test('a print has come out soon after it fell, in silence, too', () => {
  for (const loudness of [0, 1]) {
    const audio = {
      downbeatSecs,
      beatSecs: downbeatSecs,
      durationSecs: 15,
      fps: 30,
      frameCount: 450,
      loudness: () => loudness,
    } as unknown as AudioTrack
    const drops = planDrops(audio, 4)
    const { developed } = planMotion(audio, drops, 'FULL')
    const at = (drop: number, afterSecs: number) => {
      const secs = (drops[drop]?.startSecs ?? 0) + afterSecs
      return developed({ index: Math.round(30 * secs), secs, fps: 30, count: 450, position: secs / 15 }, drop)
    }
    for (let drop = 1; drop < drops.length; drop++) {
      assert.ok(at(drop, 0) < 0.1)
      assert.ok(at(drop, 1.15) >= 0.85, `${at(drop, 1.15)} of it at loudness ${loudness}`)
      assert.equal(at(drop, 1.6), 1)
    }
  }
})

for (const [shape, picture] of ['9x16', '4x5', '1x1', '16x9'].flatMap((each) => [
  [each, SQUARE] as const,
  [each, WIDE] as const,
])) {
  test(`${shape}: the print of a picture of ${picture.width}:${picture.height} lies in the frame, and what is written stands on its paper`, () => {
    const size = sizeShape(shape, 1080)
    const long = 'The slow and steady drift of all the lights we left on in the house by the sea'
    for (const title of ['', 'X', 'Infinite Sea', long]) {
      const { top, words } = planLayout(
        size,
        { title, artist: 'Odalys Wren', note: '' },
        { font: 'MONO', picture },
      )
      assert.ok(top.x >= 0 && top.y >= 0)
      assert.ok(top.x + top.width <= size.width && top.y + top.height <= size.height)
      const high = (PRINT.picture * picture.height) / picture.width
      const pictureBottom = top.y + (PRINT.rim + 0.006 + high) * top.width
      for (const { box, layout } of words) {
        if (layout.lines.length === 0) continue
        assert.ok(box.y + layout.ink.top >= pictureBottom, `"${title}" lies on the picture`)
        assert.ok(box.y + layout.ink.bottom <= top.y + top.height, `"${title}" leaves the paper`)
        assert.ok(!layout.isTruncated)
      }
    }
  })
}

test('of a group all prints, and all pictures of the film, show everybody', () => {
  const cover = paintGroup()
  for (const seed of [1, 2, 3, 4]) {
    const { pile, others } = takePrints(cover, seed)
    for (const { crop } of [...pile, ...others, ...takeShots(cover, seed)])
      for (const at of GROUP) {
        const [left, right] = [(at - 0.08) * cover.width, (at + 0.08) * cover.width]
        assert.ok(crop.x <= left && crop.x + crop.width >= right, JSON.stringify(crop))
      }
  }
})

test('every print that may lie on top is in colour; one without lies aside', () => {
  const weights = new Float32Array(new SharedArrayBuffer(1600)).fill(1 / 400)
  for (const colour of ['#f0e8e0', '#101018']) {
    const palette = { swatches: [{ colour, share: 1 }] }
    const salience = { columns: 20, rows: 20, weights }
    const cover = { width: 1000, height: 1000, salience, palette } as unknown as Cover
    for (const seed of [1, 2, 3]) {
      const isGrey = ({ film }: { film: string }) => film === 'GREY' || film === 'PUSHED'
      const { pile, others } = takePrints(cover, seed)
      assert.equal(pile[0]?.film, 'TRUE')
      assert.ok(pile.length >= 3 && !pile.some(isGrey))
      assert.equal(others.filter(isGrey).length, 1)
    }
  }
})

test('a print shows the subject from nearer, but not of people who stand from one edge to the other', () => {
  const show = (columns: readonly number[]) => {
    const weights = Float32Array.from({ length: 400 }, (_, i) =>
      columns.includes(i % 20) && i >= 120 && i < 280 ? 1 : 0,
    )
    const sum = weights.reduce((all, each) => all + each, 0)
    const salience = { columns: 20, rows: 20, weights: weights.map((each) => each / sum), faces: [] }
    const cover = { width: 1000, height: 1000, salience, palette: { swatches: [] } } as unknown as Cover
    return takePrints(cover, 1).others.map(({ crop }) => crop.width)
  }
  assert.ok(show([9, 10]).every((width) => width < 850))
  assert.deepEqual(show([1, 9, 18]), [1000, 1000])
})

test('every picture of the film holds all of a face, from nearer or farther, and not all of them show the same', () => {
  const weights = new Float32Array(new SharedArrayBuffer(1600)).fill(1 / 400)
  // What else there is to see lies far from the face.
  for (const cell of [300, 301, 320, 321, 340, 341]) weights[cell] = 0.2
  const faces = [
    { x: 0.36, y: 0.06, width: 0.2, height: 0.2 },
    { x: 0.7, y: 0.4, width: 0.28, height: 0.28 },
    { x: 0.05, y: 0.7, width: 0.1, height: 0.1 },
  ]
  for (const face of faces) {
    const cover = {
      width: 1000,
      height: 1000,
      palette: { swatches: [] },
      salience: { columns: 20, rows: 20, weights, faces: [face] },
    } as unknown as Cover
    const shown = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => {
      const across = Math.min(1000 * (face.x + face.width), x + width) - Math.max(1000 * face.x, x)
      const down = Math.min(1000 * (face.y + face.height), y + height) - Math.max(1000 * face.y, y)
      return (Math.max(0, across) * Math.max(0, down)) / (1e6 * face.width * face.height)
    }
    for (const seed of [1, 2, 3, 4]) {
      const shots = takeShots(cover, seed)
      for (const { crop } of shots) {
        assert.ok(shown(crop) > 0.99, `${shown(crop)} of it in ${JSON.stringify(crop)}`)
        assert.ok(crop.x >= 0 && crop.y >= 0 && crop.x + crop.width <= 1000 && crop.y + crop.height <= 1000)
      }
      assert.ok(new Set(shots.map(({ crop }) => crop.width)).size >= 3)
    }
  }
})

test('a print aside lies whole in the frame, turned as it is', () => {
  for (const [shape, count] of [
    ['9x16', 1],
    ['4x5', 1],
    ['1x1', 0],
    ['16x9', 1],
  ] as const) {
    const { width, height } = sizeShape(shape, 1080)
    for (const title of ['X', 'ليل بلا نهاية']) {
      const { others } = planLayout(
        { width, height },
        { title, artist: '', note: '' },
        { font: 'MODERN', picture: SQUARE },
      )
      assert.equal(others.length, count, shape)
      for (const { box, degrees } of others) {
        const turn = (Math.abs(degrees) * Math.PI) / 180
        const across = (box.width * Math.cos(turn) + box.height * Math.sin(turn)) / 2
        const down = (box.width * Math.sin(turn) + box.height * Math.cos(turn)) / 2
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        assert.ok(x - across >= 12 && x + across <= width - 12, `${shape}: ${x - across} to ${x + across}`)
        assert.ok(y - down >= 12 && y + down <= height - 12, `${shape}: ${y - down} to ${y + down}`)
      }
    }
  }
})

test('in a wide frame print, prints aside and film are one pile from edge to edge, whose pictures are all seen', () => {
  for (const [picture, count, least] of [
    [SQUARE, 1, 600],
    [WIDE, 2, 369],
  ] as const)
    for (const title of ['X', 'ليل بلا نهاية']) {
      const size = sizeShape('16x9', 1080)
      const { top, others, film } = planLayout(
        size,
        { title, artist: '', note: '' },
        { font: 'MODERN', picture },
      )
      const told = `${title}, ${picture.width}: ${JSON.stringify({ top, others, film })}`
      assert.equal(others.length, count, told)
      const ends = [top, film].map(({ x, width }) => Math.min(x, size.width - x - width))
      assert.ok(Math.max(...ends) <= 80, told)
      for (const { box, degrees } of others) {
        const spare = (box.width * (OTHER.across - 1)) / 2
        const [left, right] = [box.x - spare, box.x + box.width + spare]
        const [first, last] = top.x < film.x ? [top, film] : [film, top]
        assert.ok(box.width >= least && Math.abs(degrees) >= 3, told)
        assert.ok(left < first.x + first.width && right > last.x, `nothing of it lies on or below: ${told}`)
        const rim = PRINT.rim * box.width
        const inner = { left: box.x + rim, right: box.x + box.width - rim }
        assert.ok(
          top.x < film.x ? inner.left >= top.x + top.width : inner.right <= top.x,
          `its picture is covered: ${told}`,
        )
        const hidden = top.x < film.x ? right - film.x : film.x + film.width - left
        assert.ok(hidden <= 0.15 * film.width, `the film's pictures are covered: ${told}`)
      }
    }
})

test("the table has the cover's own colour, is told from black, and stays grey below a cover without colours", () => {
  const palette = (wish: object) =>
    ({
      theme: 'DARK',
      background: '#101010',
      gradient: [],
      isMonochrome: false,
      ...wish,
    }) as unknown as Palette
  const blue = hexToOklch(chooseTable(palette({ grounds: ['#242426', '#1c3f86'] })))
  assert.ok(Math.abs(blue.hue - hexToOklch('#1c3f86').hue) < 0.1 && blue.chroma > 0.05)
  const grey = hexToOklch(chooseTable(palette({ grounds: ['#242426', '#4a4a4c'], isMonochrome: true })))
  assert.ok(grey.chroma < 0.02 && grey.lightness > 0.35)
  const brand = hexToOklch(chooseTable(palette({ grounds: ['#000000', '#000000'], hasBrandGround: true })))
  assert.ok(brand.lightness >= 0.25)
})
