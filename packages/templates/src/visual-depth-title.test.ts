import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Box, type Cover, type Foreground, parseHex, planFrame } from '@songreel/kit'
import { paintCover } from '@songreel/kit/testing/paint-cover.ts'
import { sizeShape } from '@songreel/render'
import { locateText, rehearse } from '@songreel/render/authoring'
import { loadTemplates } from './load-templates.ts'
import { chooseSheet } from './visual-depth-title/choose-sheet.ts'
import { DRIFT_PX, GROWTH, listLetters } from './visual-depth-title/find-print.ts'
import { type PrintLayout, planPrint } from './visual-depth-title/plan-print.ts'
import { chooseRim } from './visual-depth-title/print-rim.ts'
import { layGround } from './visual-depth-title/soft-ground.ts'
import { boundTilted, isInTilted, type Tilted, touchesTilted } from './visual-depth-title/tilted.ts'
import { setTitle } from './visual-depth-title/title-block.ts'
import { listStudioViews } from './visual-depth-title/views.ts'

const TITLES = [
  'X',
  'Infinite Sea',
  'The Long and Winding Story of Everything We Never Said to Each Other on the Bridge Before That Summer Came to an End 1',
  'ليل بلا نهاية في المدينة',
  '夜明けのうたがきこえる',
]

test('every line of a short title is as wide as the block, and no block leaves its room', () => {
  for (const title of TITLES) {
    for (const lines of [1, 2, 3, 4]) {
      const room = { width: 850, height: 600, lines, align: 'CENTER' } as const
      const block = setTitle(title, 'CONDENSED', room)
      assert.ok(
        block.width <= room.width + 1 && block.height <= room.height + 1,
        `"${title}": ${block.height}`,
      )
      for (const { ink } of block.lines) assert.ok(ink.x >= -1 && ink.x + ink.width <= block.width + 1)
    }
  }
  const { lines } = setTitle('Infinite Sea', 'CONDENSED', {
    width: 850,
    height: 900,
    lines: 2,
    align: 'LEFT',
  })
  assert.equal(lines.length, 2)
  for (const { ink } of lines) assert.ok(ink.width > 0.6 * 850, `${ink.width} of 850`)
})

/** The print when it is nearest, and as far aside as it drifts, with some air around it. */
function grow({ print }: PrintLayout, air = 0): Tilted {
  const [right, below] = [(GROWTH * print.width) / 2 + DRIFT_PX + air, (GROWTH * print.height) / 2 + air]
  const { x, y, width, height } = print
  return { ...print, x: x - right, y: y - below, width: width + 2 * right, height: height + 2 * below }
}

/** How much of a box is behind a print. */
function measureBehind({ x, y, width, height }: Box, front: Tilted): number {
  let behind = 0
  for (let i = 0; i < 1600; i++) {
    const [across, down] = [(i % 40) + 0.5, Math.floor(i / 40) + 0.5]
    if (isInTilted(front, x + (across * width) / 40, y + (down * height) / 40)) behind++
  }
  return behind / 1600
}

/** How much of a box's width is behind a print, at the height where that is most. */
function measureAcross({ x, y, width, height }: Box, front: Tilted): number {
  const rows = Array.from({ length: 40 }, (_, row) => y + ((row + 0.5) * height) / 40)
  return Math.max(...rows.map((at) => measureBehind({ x, y: at, width, height: 0 }, front)))
}

for (const shape of ['9x16', '1x1', '4x5', '16x9', '21x9', '2x1', '3x1', '1x3']) {
  test(`${shape}: a print lies whole in the frame and on a few letters at most, however long the title is and whatever shape the cover has`, () => {
    const size = sizeShape(shape, 1080)
    const { safe } = planFrame(size)
    for (const title of TITLES) {
      for (const ratio of [0.66, 1, 1.5]) {
        const words = { title, artist: 'Aury', note: '' }
        const plan = planPrint(size, { words, font: 'CONDENSED', ratio, measureCredits: () => 70 })
        const { print, block, at, credits } = plan
        const told = `"${title}", ${ratio}: ${JSON.stringify({ print, at, height: block.height })}`
        assert.ok(at.y >= credits.y + 70 && credits.y >= safe.y - 1, `the title lies on the credits: ${told}`)
        assert.ok(isInside({ ...at, width: block.width, height: block.height }, safe), told)
        const nearest = grow(plan)
        const row = { ...credits, height: 70 }
        assert.ok(!touchesTilted(row, nearest), `the print lies on the credits: ${told}`)
        assert.ok(isInside(boundTilted(nearest), { x: 0, y: 0, ...size }), `the print is cut: ${told}`)
        assert.ok(print.width * print.height > 0.1 * Math.min(size.width, size.height) ** 2, told)
        for (const letter of listLetters(plan)) {
          const isLarge = /[A-Z]/i.test(title) && letter.height >= 90
          assert.ok(
            measureBehind(letter, nearest) <= (isLarge ? 0.27 : 0),
            `a letter is behind the print: ${told}`,
          )
          assert.ok(measureAcross(letter, nearest) <= 0.38, `a leg of a letter is behind the print: ${told}`)
        }
      }
    }
  })
}

test('a short title is large, so is the print, and it lies on the end of a line or keeps a gap: it never shaves a letter, nor lies along all of them', () => {
  for (const [shape, least, side] of [
    ['9x16', 0.36, 0.74],
    ['1x1', 0.35, 0.54],
    ['4x5', 0.31, 0.75],
    ['16x9', 0.36, 0.66],
  ] as const) {
    const size = sizeShape(shape, 1080)
    const words = { title: 'Infinite Sea', artist: 'Aury', note: '' }
    const plan = planPrint(size, { words, font: 'CONDENSED', ratio: 1, measureCredits: () => 70 })
    const { block, at, print } = plan
    const ink = block.lines.reduce((sum, line) => sum + line.ink.width * line.ink.height, 0)
    const large = Math.sqrt(ink / (size.width * size.height))
    assert.ok(large >= least, `${shape}: ${large}`)
    assert.ok(print.width >= side * 1080, `${shape}: the print is ${print.width} wide`)
    assert.ok(Math.abs(print.degrees) >= 3, `${shape}: an upright edge is taken for a crop`)
    const behind = block.lines.map(({ ink }) =>
      measureBehind({ ...ink, x: at.x + ink.x, y: at.y + ink.y }, print),
    )
    const most = Math.max(...listLetters(plan).map((letter) => measureBehind(letter, print)))
    if (shape === '16x9' || shape === '1x1')
      assert.ok(most > 0, `${shape}: nothing of it is behind the print`)
    if (most > 0) assert.ok(most >= 0.07, `${shape}: it is merely shaved, ${most}`)
    else for (const letter of listLetters(plan)) assert.ok(!touchesTilted(letter, grow(plan, 30)), shape)
    assert.ok(Math.max(...behind) < 0.08, `${shape}: ${behind} of the lines are behind the print`)
    const hidden = listLetters(plan).filter((letter) => measureBehind(letter, grow(plan)) > 0.015)
    assert.ok(hidden.length <= 2, `${shape}: ${hidden.length} letters are behind the print`)
  }
})

test('an I has less room than an N: letters are where they are drawn', () => {
  const room = { width: 850, height: 600, lines: 1, align: 'LEFT' } as const
  const { lines } = setTitle('Infinite', 'CONDENSED', room)
  const [{ box, letters } = assert.fail()] = lines[0]!.words
  const [first, second] = letters
  assert.equal(letters.length, 8)
  assert.ok(first!.width < 0.7 * second!.width, `${first!.width} and ${second!.width}`)
  const { x, width } = letters.at(-1)!
  assert.ok(Math.abs(x + width - box.x - box.width) < 0.01)
})

test('credits of several lines leave title and print in the safe box, in every shape', () => {
  for (const shape of ['9x16', '1x1', '4x5', '16x9', '3x1']) {
    const size = sizeShape(shape, 1080)
    const { safe } = planFrame(size)
    for (const title of TITLES) {
      const words = { title, artist: 'Aury', note: '' }
      const measureCredits = (width: number) => (width < 900 ? 284 : 200)
      const { block, at, credits } = planPrint(size, { words, font: 'CONDENSED', ratio: 1, measureCredits })
      const told = `${shape} "${title}": ${JSON.stringify({ at, credits, height: block.height })}`
      assert.ok(isInside({ ...at, width: block.width, height: block.height }, safe), told)
      assert.ok(credits.y >= safe.y - 0.01 && credits.y + measureCredits(credits.width) <= at.y, told)
    }
  }
})

test('no print shaves a letter, whatever the title says', () => {
  for (const shape of ['9x16', '1x1', '4x5', '16x9'])
    for (const title of ['Infinite Sea', 'Glass Weather', 'Louder Than Rain', 'Home', 'X']) {
      const words = { title, artist: 'Aury', note: '' }
      const parts = { words, font: 'CONDENSED', ratio: 1, measureCredits: () => 70 } as const
      const plan = planPrint(sizeShape(shape, 1080), parts)
      const most = Math.max(...listLetters(plan).map((letter) => measureBehind(letter, plan.print)))
      assert.ok(most === 0 || most >= 0.07, `${shape} "${title}": ${most}`)
    }
})

test('a dark picture on a dark ground has an edge that is seen, and no other', () => {
  const paint = (colour: string) =>
    paintCover(200, (ctx) => {
      ctx.fillStyle = colour
      ctx.fillRect(0, 0, 200, 200)
    })
  const [lost, seen, pale] = [
    chooseRim(paint('#161616'), '#202020'),
    chooseRim(paint('#d0c0b0'), '#202020'),
    chooseRim(paint('#f4f0e8'), '#f0e8dc'),
  ]
  assert.ok(lost.px > seen.px && lost.colour !== seen.colour)
  assert.deepEqual(seen, pale)
})

test('credits and title share the edge where the script begins, and the print lies towards the other', () => {
  for (const shape of ['9x16', '1x1', '16x9']) {
    for (const [title, isEnd] of [
      ['Infinite Sea', false],
      ['ليل بلا نهاية', true],
    ] as const) {
      const words = { title, artist: 'Aury', note: '' }
      const size = sizeShape(shape, 1080)
      const parts = { words, font: 'CONDENSED', ratio: 1, measureCredits: () => 70 } as const
      const { print, block, at, credits, align } = planPrint(size, parts)
      const far = (box: { x: number; width: number }) => (isEnd ? box.x + box.width : box.x)
      const told = `${shape} "${title}": ${JSON.stringify({ print, at, credits })}`
      assert.equal(align, isEnd ? 'RIGHT' : 'LEFT')
      assert.ok(Math.abs(far({ ...at, width: block.width }) - far(credits)) < 0.01, told)
      const middle = print.x + print.width / 2 - size.width / 2
      assert.ok(isEnd ? middle <= 1 : middle >= -1, told)
      assert.ok(isEnd ? print.degrees > 0 : print.degrees < 0, told)
    }
  }
})

test('the ground takes its colour from what is around a face, not from its skin', () => {
  const head = { x: 0.2, y: 0.15, width: 0.6, height: 0.7 }
  const cover = paintCover(200, (ctx) => {
    ctx.fillStyle = '#74887c'
    ctx.fillRect(0, 0, 200, 200)
    ctx.fillStyle = '#c9573a'
    ctx.fillRect(30, 20, 140, 160)
  })
  const hueOf = (faces: (typeof head)[]) => {
    const { ground } = chooseSheet({ ...cover, salience: { ...cover.salience, faces } }, undefined)
    const [red = 0, green = 0] = parseHex(ground)
    return red > green ? 'RED' : 'GREEN'
  }
  assert.equal(hueOf([]), 'RED')
  assert.equal(hueOf([head]), 'GREEN')
})

test('a portrait before the dark lies on cream, and a black and white one on black', () => {
  const sheetOf = (skin: string) =>
    chooseSheet(
      paintCover(200, (ctx) => {
        ctx.fillStyle = '#101010'
        ctx.fillRect(0, 0, 200, 200)
        ctx.fillStyle = skin
        ctx.fillRect(50, 30, 100, 120)
      }),
      undefined,
    )
  const [red = 0, green = 0, blue = 0] = parseHex(sheetOf('#e0b8a0').ground)
  assert.ok(red > green && green > blue && blue > 180, `${red}, ${green}, ${blue}`)
  assert.ok(Math.max(...parseHex(sheetOf('#c0c0c0').ground)) < 40)
})

test('a cover of a few pixels has a ground like any other', () => {
  for (const [width, height] of [
    [1, 1],
    [4, 4],
    [300, 6],
    [7, 300],
  ] as const) {
    const pixels = new Uint8ClampedArray(4 * width * height).fill(120)
    const picture = { pixels, width, height }
    const cover = { width, height, picture, palette: { hasBrandGround: false } } as unknown as Cover
    const still = () => 0
    const motion = { light: still, near: still, snap: still, open: still, aside: still }
    const print = { x: 0, y: 0, width: 90, height: 90 }
    const sheet = { ground: '#302010', type: '#ffffff' }
    const plan = { print, design: { width: 180, height: 180 }, unit: 1, motion, sheet }
    assert.equal(layGround(cover, plan).length, 2, `${width}x${height}`)
  }
})

test('where no print finds a place beside a title, a small one stands below it on the same edge, whole in the safe width', () => {
  const [latin, arabic] = [TITLES[2]!, `${TITLES[3]} `.repeat(6)]
  for (const [shape, title, ratio, rowPx] of [
    ['9x16', latin, 10, 70],
    ['9x16', arabic, 10, 70],
    ['9x16', latin, 0.02, 240],
    ['1x1', latin, 12, 240],
    ['1x1', arabic, 12, 240],
    ['1x1', 'ليل', 50, 70],
    ['4x5', latin, 0.05, 240],
    ['16x9', latin, 0.05, 240],
    ['16x9', 'X', 50, 70],
  ] as const) {
    const size = sizeShape(shape, 1080)
    const { safe } = planFrame(size)
    const words = { title, artist: 'Aury', note: '' }
    const plan = planPrint(size, { words, font: 'CONDENSED', ratio, measureCredits: () => rowPx })
    const { print, block, at, align } = plan
    const told = `${shape} ${title.slice(0, 9)}, ${ratio}: ${JSON.stringify({ print, at, height: block.height })}`
    assert.equal(print.degrees, 0, told)
    assert.ok(Math.abs(print.width / print.height - ratio) < 1e-6 * ratio, told)
    assert.ok(
      isInside({ ...print, y: safe.y, height: 1 }, safe) && print.y + print.height <= size.height,
      told,
    )
    assert.ok(print.y >= at.y + block.height + 30 && print.height > 0, told)
    const edge = (box: { x: number; width: number }) => (align === 'LEFT' ? box.x : box.x + box.width)
    assert.ok(Math.abs(edge(print) - edge({ ...at, width: block.width })) < 0.01, told)
  }
})

test('a logo has a place beside the credits that nothing else takes, in every shape', () => {
  for (const shape of ['9x16', '1x1', '4x5', '16x9', '3x1', '1x3']) {
    const size = sizeShape(shape, 1080)
    const { safe } = planFrame(size)
    for (const title of TITLES) {
      for (const logoSize of [
        { width: 600, height: 200 },
        { width: 200, height: 200 },
      ]) {
        const words = { title, artist: 'Aury', note: '' }
        const parts = { words, font: 'CONDENSED', ratio: 1, measureCredits: () => 70, logoSize } as const
        const plan = planPrint(size, parts)
        const { block, at, credits, logo } = plan
        assert.ok(logo && isInside(logo, safe), `${shape}: ${JSON.stringify({ logo, safe })}`)
        const told = `${shape} "${title}": ${JSON.stringify(plan.print)}`
        assert.ok(!touchesTilted(logo, grow(plan)), told)
        for (const box of [
          { ...at, width: block.width, height: block.height },
          { ...credits, height: 70 },
        ])
          assert.ok(!doOverlap(logo, box), `${shape} "${title}": ${JSON.stringify({ logo, box })}`)
      }
    }
  }
})

const isInside = (a: Box, b: Box) =>
  a.x >= b.x - 0.01 &&
  a.y >= b.y - 0.01 &&
  a.x + a.width <= b.x + b.width + 0.01 &&
  a.y + a.height <= b.y + b.height + 0.01
const doOverlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('the sun stands before the title, and most of the title is seen', async () => {
  const loaded = (await loadTemplates()).get('VISUAL_DEPTH_TITLE')
  assert.ok(loaded)
  const song = { title: 'Infinite Sea', artist: 'Aury', album: '' }
  const rehearsal = { templateUrl: loaded.url, size: sizeShape('9x16', 240), song } as const
  const lines = (await locateText(rehearsal, [100])).filter(({ text }) => /INFINITE|SEA/.test(text))
  const scene = await rehearse(rehearsal)
  const { rgb, width } = scene.drawRgb(100)
  scene.close()
  assert.ok(lines.length >= 1)
  let [type, front] = [0, 0]
  for (const { ink } of lines) {
    for (let y = Math.ceil(ink.y); y < ink.y + ink.height; y++) {
      for (let x = Math.ceil(ink.x); x < ink.x + ink.width; x++) {
        const [red = 0, green = 0, blue = 0] = rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)
        if (red + green + blue < 210) type++
        // The sun is the only thing that is pale and yellow.
        if (red > 235 && green > 205 && blue < 205) front++
      }
    }
  }
  assert.ok(front > 20, `${front} pixels of the sun are before the type`)
  assert.ok(type > 3 * front, `${type} pixels of type, ${front} of the sun`)
})

/** A person before a plain wall, cut by the foot of the picture, and by its right side if so wished. */
function shootStudio({ isClear = true, atRight = false, wall = (_: number): number => 150 } = {}) {
  const side = 100
  const isFront = (x: number, y: number) =>
    Math.hypot(x - 50, y - 30) < 20 || (y > 55 && x > 15 && x < (atRight ? 101 : 85))
  const at = (i: number) => [i % side, Math.floor(i / side)] as const
  const values = Float32Array.from({ length: side * side }, (_, i) => (isFront(...at(i)) ? 1 : 0))
  const pixels = new Uint8ClampedArray(4 * side * side).map((_, i) =>
    values[i >> 2] ? 20 : wall(at(i >> 2)[0]),
  )
  const cover = { width: side, height: side, picture: { width: side, height: side, pixels } }
  const matte = { columns: side, rows: side, values }
  return [cover as unknown as Cover, { kind: 'SUBJECT', matte, isClear } as unknown as Foreground] as const
}

test('a person before a plain wall stands at the foot of any frame, and the wall goes on around them', () => {
  for (const shape of ['9x16', '1x1', '4x5', '16x9']) {
    const size = sizeShape(shape, 1080)
    const views = listStudioViews(...shootStudio(), size)
    assert.ok(views.length > 0, shape)
    for (const { x, y, width, height } of views) {
      assert.ok(Math.abs(y + height - size.height) < 0.01, `${shape}: not at the foot`)
      assert.ok(x > -1.01 && x + width < size.width + 1.01 && y > -1.01, `${shape}: the cover is cut`)
    }
  }
})

test('where a side of the cover cuts a person, that side is the side of the frame', () => {
  const size = sizeShape('16x9', 1080)
  const views = listStudioViews(...shootStudio({ atRight: true }), size)
  assert.ok(views.length > 0)
  for (const { x, width } of views) assert.ok(Math.abs(x + width - size.width) < 0.01, `${x}, ${width}`)
})

test('whatever is behind a person goes on out of focus, and a land fills the frame as it is', () => {
  for (const shape of ['9x16', '1x1', '16x9']) {
    const bricks = shootStudio({ isClear: false, wall: (x) => (x % 4 < 2 ? 90 : 170) })
    assert.ok(listStudioViews(...bricks, sizeShape(shape, 1080)).length > 0, shape)
    const [cover, person] = bricks
    assert.deepEqual(listStudioViews(cover, { ...person, kind: 'RIDGE' }, sizeShape(shape, 1080)), [])
  }
})

test('where a side of the cover shows several tones, nothing of it is drawn out into stripes', () => {
  const oval = shootStudio({ wall: (x) => (x > 30 && x < 70 ? 150 : 240) })
  assert.deepEqual(listStudioViews(...oval, sizeShape('9x16', 1080)), [])
})
