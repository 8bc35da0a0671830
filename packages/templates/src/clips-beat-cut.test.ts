import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planFrame, type Shot } from '@songreel/kit'
import { type Block, setBlock } from './clips-beat-cut/block.ts'
import { planLabel } from './clips-beat-cut/draw-card.ts'
import { type CardSheet, type Layout, planLayout } from './clips-beat-cut/layout.ts'
import {
  isCloseUp,
  isTooNarrow,
  partAtCuts,
  planActs,
  punchIn,
  timeCards,
} from './clips-beat-cut/plan-edit.ts'
import type { Card } from './clips-beat-cut/set-card.ts'

const SIZES = [
  { width: 1080, height: 1920 },
  { width: 1080, height: 1350 },
  { width: 1080, height: 1080 },
  { width: 1920, height: 1080 },
]
const LONG = 'The slow and steady drift of all the lights we left on in the house'.repeat(2)
const FPS = 30

/** Where the letters of each row of a block are. */
function listRows({ text, rows }: Block) {
  return rows.map(({ scale, x, y }, i) => {
    const { ink } = text.lines[i]!
    return {
      left: x + scale * ink.left,
      right: x + scale * ink.right,
      top: y + scale * ink.top,
      bottom: y + scale * ink.bottom,
    }
  })
}

/** Where all letters of a card are, from its own corner. */
function listInk({ walls, texts }: Card) {
  return [
    ...walls.flatMap(({ wall, x, y }) =>
      listRows(wall).map((row) => ({
        left: x + row.left,
        right: x + row.right,
        top: y + row.top,
        bottom: y + row.bottom,
      })),
    ),
    ...texts.map(({ text: { ink }, x, y }) => ({
      left: x + ink.left,
      right: x + ink.right,
      top: y + ink.top,
      bottom: y + ink.bottom,
    })),
  ]
}

/** All that stands beside the film. */
function listSheets({ poster, hits }: Layout): CardSheet[] {
  return [poster, ...hits]
}

const TITLE = { title: 'Infinite Sea', artist: 'Aury Delacroix', note: '' }
const COVER = { width: 900, height: 900 }

test('what stands on the film fits the safe box, and nothing stands on a cover, in any shape and with any title', () => {
  for (const size of SIZES) {
    const { safe } = planFrame(size)
    for (const ratio of [0.67, 1, 3])
      for (const title of ['Infinite Sea', 'ليل طويل', LONG]) {
        const words = { title, artist: 'Aury Delacroix', note: 'Out on Friday' }
        const layout = planLayout({ size, words, font: 'MODERN', cover: { width: 900 * ratio, height: 900 } })
        const about = `${size.width}x${size.height}, ${ratio}, "${title}"`
        for (const card of [layout.poster.beside.card, ...layout.hits.flatMap(({ cards }) => cards)]) {
          assert.ok(card.width <= safe.width + 1 && card.height <= safe.height + 1, about)
          for (const { left, right, top, bottom } of listInk(card)) {
            assert.ok(left >= -8 && right <= card.width + 8 && top >= -2 && bottom <= card.height + 2, about)
          }
        }
        const { cover, names } = layout
        for (const { left, right, top, bottom } of listInk(names)) {
          assert.ok(names.x + left >= safe.x - 4 && names.x + right <= safe.x + safe.width + 4, about)
          assert.ok(names.y + top >= safe.y - 2 && names.y + bottom <= safe.y + safe.height + 2, about)
          const isApart =
            names.y + bottom <= cover.y ||
            names.y + top >= cover.y + cover.height ||
            names.x + right <= cover.x ||
            names.x + left >= cover.x + cover.width
          assert.ok(isApart, about)
        }
      }
  }
})

test('a short title is a wall in two rows, as large as it goes', () => {
  for (const size of SIZES) {
    const words = { title: 'Infinite Sea', artist: 'Aury Delacroix', note: '' }
    const { hits } = planLayout({ size, words, font: 'MODERN', cover: { width: 900, height: 900 } })
    const [{ wall }] = hits[0]!.cards[0].walls as [Card['walls'][number]]
    assert.equal(wall.rows.length, 2)
    assert.ok(wall.largestPx > 200, `${wall.largestPx}`)
  }
})

test('a hit also comes lower, so that it may stand below what there is to see', () => {
  for (const size of SIZES) {
    const { hits } = planLayout({ size, words: TITLE, font: 'MODERN', cover: COVER })
    const heights = hits.map(({ cards }) => cards.at(-1)!.height / cards[0].height)
    assert.ok(Math.min(...heights) < 0.75, `${size.width}x${size.height}: ${heights}`)
  }
})

/** Capitals are at least so much of their type's size. */
const CAPITALS = 0.68

test("the poster's title is at least 7 % of a square or wide frame's height, and 6.5 % of a tall one's, but beside a face that fills it", () => {
  for (const size of SIZES) {
    const least = size.height > size.width ? 0.065 : 0.07
    const { beside, group } = planLayout({ size, words: TITLE, font: 'MODERN', cover: COVER }).poster
    for (const { card } of [beside, group ?? []].flat()) {
      const [wall] = card.walls
      const sizePx = wall ? wall.wall.smallestPx : card.texts[0]!.text.sizePx
      assert.ok(CAPITALS * sizePx >= least * size.height, `${size.width}x${size.height}: ${sizePx}`)
    }
  }
})

test('the poster stands in one corner, whatever the field beside the film', () => {
  for (const size of SIZES)
    for (const title of ['Infinite Sea', 'ليل طويل']) {
      const layout = planLayout({ size, words: { ...TITLE, title }, font: 'MODERN', cover: COVER })
      const { safe, isMirrored } = layout
      for (const { box } of listSheets(layout).flatMap(({ beside, closeUp, group }) =>
        [beside, closeUp ?? [], group ?? []].flat(),
      )) {
        // In a wide frame the second name hits from the other side.
        const isStart = isMirrored ? box.x + box.width > safe.x + safe.width - 1 : box.x < safe.x + 1
        assert.ok(Math.abs(box.y - safe.y) < 0.01, `${box.y}`)
        if (layout.poster.beside.box === box) assert.ok(isStart)
      }
    }
})

test('the label of the names reaches the edge where reading begins, and all of them', () => {
  for (const size of SIZES)
    for (const title of ['Infinite Sea', 'ليل طويل']) {
      const layout = planLayout({ size, words: { ...TITLE, title }, font: 'MODERN', cover: COVER })
      const { card, box } = layout.poster.beside
      const label = planLabel(card, box, layout)!
      if (layout.isMirrored) assert.ok(Math.abs(label.x + label.width - size.width) < 0.01)
      else assert.equal(label.x, 0)
      for (const { left, right, top, bottom } of listInk({ ...card, walls: [] })) {
        assert.ok(box.x + left > label.x && box.x + right < label.x + label.width)
        assert.ok(box.y + top > label.y && box.y + bottom < label.y + label.height)
      }
      const [wall] = listInk({ ...card, texts: [] }).toReversed()
      assert.ok(label.y >= box.y + wall!.bottom - 2, 'the label lies behind the title')
    }
  const { poster, ...layout } = planLayout({
    size: SIZES[0]!,
    words: { ...TITLE, artist: '' },
    font: 'MODERN',
    cover: COVER,
  })
  assert.equal(planLabel(poster.beside.card, poster.beside.box, layout), undefined)
})

test('beside the film a card stands in the safe box and apart from the window, in any shape and with any title', () => {
  for (const size of SIZES) {
    const { safe } = planFrame(size)
    for (const title of ['Infinite Sea', 'ليل طويل', LONG]) {
      const words = { title, artist: 'Aury Delacroix', note: 'Out on Friday' }
      const layout = planLayout({ size, words, font: 'MODERN', cover: { width: 900, height: 900 } })
      const besides = listSheets(layout).flatMap(({ beside, closeUp, group }) =>
        [beside, closeUp ?? [], group ?? []].flat(),
      )
      for (const { card, box, window } of besides) {
        const about = `${size.width}x${size.height}, "${title}"`
        for (const ink of listInk(card)) {
          const [left, right] = [box.x + ink.left, box.x + ink.right]
          const [top, bottom] = [box.y + ink.top, box.y + ink.bottom]
          assert.ok(left >= safe.x - 8 && right <= safe.x + safe.width + 8, `${about}: ${left} to ${right}`)
          assert.ok(top >= safe.y - 2 && bottom <= safe.y + safe.height + 2, `${about}: ${top} to ${bottom}`)
          const isApart =
            bottom <= window.y ||
            top >= window.y + window.height ||
            right <= window.x ||
            left >= window.x + window.width
          assert.ok(isApart, about)
        }
      }
    }
  }
})

test('a strip with the names leaves the film most of a wide frame', () => {
  const size = SIZES[3]!
  const { poster } = planLayout({ size, words: TITLE, font: 'MODERN', cover: COVER })
  const { width, height } = poster.group!.window
  assert.ok(width * height > 0.68 * size.width * size.height)
})

test("the last card's cover reaches the frame's foot and stands in the middle, or from edge to edge beside the names", () => {
  for (const size of SIZES)
    for (const ratio of [0.67, 1, 3]) {
      const words = { title: 'Infinite Sea', artist: 'Aury Delacroix', note: '' }
      const { cover, names, safe } = planLayout({
        size,
        words,
        font: 'MODERN',
        cover: { width: 900 * ratio, height: 900 },
      })
      assert.ok(Math.abs(cover.y + cover.height - size.height) < 0.01)
      const isWide = size.width > size.height
      const right = size.width - cover.x - cover.width
      assert.ok(Math.abs(right - (isWide ? 0 : cover.x)) < 0.01, `${right}`)
      assert.ok(cover.width > 0.5 * Math.min(size.width, size.height))
      assert.equal(names.x, safe.x)
      // Between the names and a cover beside them lies as much as before them.
      if (isWide) assert.ok(names.x + names.width <= cover.x - safe.x + 0.01)
    }
})

test('rows of a block stand below each other inside its height, however long the text and whatever its script', () => {
  const wish = { font: 'SERIF', widthPx: 900, heightPx: 400, mostPx: 270 } as const
  for (const text of ['On', 'ليل طويل فوق المدينة', '夜の港に灯りがともる', 'a longer word '.repeat(30)]) {
    const block = setBlock(text, wish)
    assert.ok(!block.text.isTruncated)
    assert.ok(block.heightPx <= 400.01, `${text}: ${block.heightPx}`)
    let edge = -0.01
    for (const { left, right, top, bottom } of listRows(block)) {
      assert.ok(left >= -1 && right <= 901, `${text}: ${left} to ${right}`)
      assert.ok(top >= edge - 1 && bottom <= block.heightPx + 0.01, `${text}: ${top} after ${edge}`)
      edge = bottom
    }
  }
  assert.equal(setBlock('', wish).rows.length, 0)
})

const beatSecs = Array.from({ length: 32 }, (_, i) => i * 0.5)
const shots = Array.from({ length: 8 }, (_, i) => cut(i * 60, i * 60 + 60))

function cut(startFrame: number, endFrame: number, whip = 0): Shot {
  const looks = { from: undefined, to: undefined }
  return { startFrame, endFrame, isLoud: true, whip, clip: 0, fromSecs: 1, speed: 1, looks }
}

test('cards leave and come with cuts, and hits come with cuts and end on beats, apart from each other', () => {
  const times = timeCards({ downbeatSecs: [] }, shots, { fps: FPS, frameCount: 480 })
  assert.deepEqual(times, { leaveSecs: 2, comeSecs: 14 })
  const acts = planActs(shots, { beatSecs }, { fps: FPS, hits: 2, ...times })
  const hits = acts.filter(({ kind }) => kind === 'HIT')
  assert.ok(hits.length >= 2)
  assert.deepEqual([...new Set(hits.map(({ hit }) => hit))].sort(), [0, 1])
  for (const [i, { fromSecs, toSecs }] of hits.entries()) {
    assert.ok(shots.some(({ startFrame }) => startFrame === fromSecs * FPS))
    assert.ok(beatSecs.includes(toSecs))
    assert.ok(fromSecs - (hits[i - 1]?.toSecs ?? times.leaveSecs) >= 1)
  }
  const inTurn = acts.toSorted((a, b) => a.fromSecs - b.fromSecs)
  for (const [i, { fromSecs }] of inTurn.entries())
    assert.ok(fromSecs >= (inTurn[i - 1]?.toSecs ?? times.leaveSecs), 'two stand at once')
  assert.deepEqual(planActs(shots, { beatSecs }, { fps: FPS, hits: 0, ...times }).length, 1)
})

test('what stands across a cut is parted there, and what would be over at once is no part', () => {
  assert.deepEqual(partAtCuts([{ fromSecs: 1, toSecs: 5 }], [1, 1.2, 3, 4.9, 6]), [
    { fromSecs: 1, toSecs: 3, goesOn: false },
    { fromSecs: 3, toSecs: 5, goesOn: true },
  ])
})

test('a long loud shot is cut on a beat to a nearer part of what goes on in it', () => {
  const [first, second, ...others] = punchIn([cut(0, 60)], { beatSecs }, { fps: FPS })
  assert.equal(others.length, 0)
  assert.deepEqual([first?.endFrame, second?.startFrame, second?.endFrame], [30, 30, 60])
  assert.ok(first?.punch === 1 && second!.punch > 1.1)
  assert.equal(second?.fromSecs, 2)
  assert.equal(punchIn([{ ...cut(0, 60), isLoud: false }, cut(60, 90)], { beatSecs }, { fps: FPS }).length, 2)
})

test('a shot of a face that fills the frame is not cut to a nearer one', () => {
  const look = (height: number) => ({
    secs: 1,
    salience: {
      columns: 1,
      rows: 1,
      weights: new Float32Array(new SharedArrayBuffer(4)),
      faces: [{ x: 0.3, y: 0.2, width: 0.3, height }],
    },
    brightness: 0.5,
    contrast: 0.1,
    colour: '#808080',
  })
  const show = (height: number): Shot => ({ ...cut(0, 60), looks: { from: undefined, to: look(height) } })
  const [file, square, wide] = [{ width: 1280, height: 960 }, SIZES[2]!, SIZES[3]!]
  assert.ok(isCloseUp(show(0.5), file, square) && !isCloseUp(show(0.4), file, square))
  assert.ok(isCloseUp(show(0.4), file, wide) && !isCloseUp(show(0.3), file, wide))
  assert.ok(
    isTooNarrow(show(0.5), file, { width: 400, height: 1080 }) && !isTooNarrow(show(0.5), file, square),
  )
  assert.equal(punchIn([cut(0, 60)], { beatSecs }, { fps: FPS, mayPunch: () => false }).length, 1)
})
