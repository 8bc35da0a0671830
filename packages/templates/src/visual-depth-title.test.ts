import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Box, type Cover, type Foreground, planFrame } from '@songreel/kit'
import { sizeShape } from '@songreel/render'
import { locateText, rehearse } from '@songreel/render/authoring'
import { loadTemplates } from './load-templates.ts'
import { GROWTH, type PrintLayout, planPrint } from './visual-depth-title/plan-print.ts'
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

/** The print when it is nearest. */
function grow({ print, anchor }: PrintLayout): Box {
  const [width, height] = [(1 + GROWTH) * print.width, (1 + GROWTH) * print.height]
  const x = print.x - anchor.x * (width - print.width)
  return { x, y: print.y - anchor.y * (height - print.height), width, height }
}

/** How much of a box is behind another. */
function measureBehind(box: Box, front: Box): number {
  const width = Math.min(box.x + box.width, front.x + front.width) - Math.max(box.x, front.x)
  const height = Math.min(box.y + box.height, front.y + front.height) - Math.max(box.y, front.y)
  return (Math.max(0, width) * Math.max(0, height)) / (box.width * box.height)
}

for (const shape of ['9x16', '1x1', '4x5', '16x9', '3x1', '1x3']) {
  test(`${shape}: a print stands before the foot of the title at most, however long it is and whatever shape the cover has`, () => {
    const size = sizeShape(shape, 1080)
    const { safe } = planFrame(size)
    for (const title of TITLES) {
      for (const ratio of [0.66, 1, 1.5]) {
        const words = { title, artist: 'Aury', note: '' }
        const plan = planPrint(size, { words, font: 'CONDENSED', ratio, measureCredits: () => 70 })
        const { print, block, at, credits } = plan
        const told = `"${title}", ${ratio}: ${JSON.stringify({ print, at, height: block.height })}`
        const isApart = at.y >= credits.y + 70 || credits.y >= at.y + block.height
        assert.ok(isApart && credits.y >= safe.y - 1, `the title lies on the credits: ${told}`)
        const grown = grow(plan)
        assert.ok(!doOverlap({ ...credits, height: 70 }, grown), `the print lies on the credits: ${told}`)
        assert.ok(grown.x >= 0 && grown.x + grown.width <= size.width, `the print is cut: ${told}`)
        assert.ok(grown.y + grown.height < size.height + 0.01, `the print is cut: ${told}`)
        assert.ok(print.width * print.height > 0.1 * Math.min(size.width, size.height) ** 2, told)
        for (const { layout, x, y } of block.lines) {
          for (const { ink } of layout.lines) {
            const [left, top] = [at.x + x + ink.left, at.y + y + ink.top]
            const line = { x: left, y: top, width: ink.right - ink.left, height: ink.bottom - ink.top }
            const most = /[A-Z]/i.test(title) ? 0.12 : 0
            for (const front of [print, grown])
              assert.ok(measureBehind(line, front) <= most, `a line is behind the print: ${told}`)
          }
        }
      }
    }
  })
}

test('a short title is as large as the frame allows, and its foot is behind the print', () => {
  for (const [shape, least] of [
    ['9x16', 0.27],
    ['1x1', 0.38],
    ['4x5', 0.35],
    ['16x9', 0.4],
  ] as const) {
    const size = sizeShape(shape, 1080)
    const words = { title: 'Nightbus', artist: 'Aury', note: '' }
    const plan = planPrint(size, { words, font: 'CONDENSED', ratio: 1, measureCredits: () => 70 })
    const { block, at } = plan
    const ink = block.lines[0]!.ink
    const large = Math.sqrt((ink.width * ink.height) / (size.width * size.height))
    assert.ok(large >= least, `${shape}: ${large}`)
    const behind = measureBehind({ ...ink, x: at.x + ink.x, y: at.y + ink.y }, plan.print)
    assert.ok(behind > 0.02, `${shape}: nothing of it is behind the print`)
  }
})

test('credits, title and print share an edge in every shape, and the print grows from it', () => {
  for (const [shape, title, isEnd] of [
    ['9x16', 'Infinite Sea', false],
    ['9x16', 'ليل بلا نهاية', true],
    ['1x1', 'Infinite Sea', false],
    ['1x1', 'ليل بلا نهاية', true],
    ['16x9', 'Infinite Sea', false],
    ['16x9', 'ليل بلا نهاية', true],
  ] as const) {
    const words = { title, artist: 'Aury', note: '' }
    const parts = { words, font: 'CONDENSED', ratio: 1, measureCredits: () => 70 } as const
    const { print, anchor, block, at, credits, align } = planPrint(sizeShape(shape, 1080), parts)
    const far = (box: { x: number; width: number }) => (isEnd ? box.x + box.width : box.x)
    const told = `${shape} "${title}": ${JSON.stringify({ print, at, credits })}`
    assert.equal(align, isEnd ? 'RIGHT' : 'LEFT')
    assert.ok(Math.abs(far({ ...at, width: block.width }) - far(credits)) < 0.01, told)
    if (shape === '16x9' && anchor.y === 1) {
      assert.ok(
        credits.y === print.y && Math.abs(at.y + block.height - print.y - print.height) < 0.01,
        `the type beside the print is as high: ${told}`,
      )
      continue
    }
    assert.equal(anchor.y, 0)
    if (shape === '9x16') {
      assert.ok(Math.abs(far(print) - far(credits)) < 0.01 && anchor.x === (isEnd ? 1 : 0), told)
      assert.ok(print.width >= 0.94 * credits.width, told)
      assert.ok(print.y + print.height < 1920 - 60, `the print lies on the frame's foot: ${told}`)
    } else {
      assert.equal(anchor.x, isEnd ? 0 : 1)
      assert.ok(Math.abs(credits.y + 70 - print.y - print.height) < 0.01, told)
    }
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
        for (const box of [
          grow(plan),
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

test('a cut in doubt and a wall with something on it are left as they are', () => {
  const size = sizeShape('9x16', 1080)
  assert.deepEqual(listStudioViews(...shootStudio({ isClear: false }), size), [])
  const bricks = shootStudio({ wall: (x) => (x % 4 < 2 ? 90 : 170) })
  for (const { width, height } of listStudioViews(...bricks, sizeShape('1x1', 1080)))
    assert.ok(width > 1079 && height > 1079, 'bricks are drawn on')
})
