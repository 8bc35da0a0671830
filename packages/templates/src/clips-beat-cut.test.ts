import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planFrame, type Shot } from '@songreel/kit'
import { BANDS, planLayout } from './clips-beat-cut/layout.ts'
import { isCloseUp, punchIn, timeInks, timeLast } from './clips-beat-cut/plan-edit.ts'
import type { Card } from './clips-beat-cut/set-card.ts'

const SIZES = [
  { width: 1080, height: 1920 },
  { width: 1080, height: 1350 },
  { width: 1080, height: 1080 },
  { width: 1920, height: 1080 },
  { width: 1080, height: 3240 },
  { width: 3240, height: 1080 },
]
const [, , SQUARE, WIDE] = SIZES as [Size, Size, Size, Size]
type Size = { width: number; height: number }
const LONG = 'The slow and steady drift of all the lights we left on in the house'.repeat(2)
const FPS = 30
const TITLE = { title: 'Infinite Sea', artist: 'Aury Delacroix', note: '' }
const COVER = { width: 900, height: 900 }

/** Where the letters of each row of a card are in the frame. */
function listInk({ texts, x: left, y: top }: Card & { x: number; y: number }) {
  return texts.flatMap(({ text: { lines }, x, y }) =>
    lines.map(({ ink }) => ({
      left: left + x + ink.left,
      right: left + x + ink.right,
      top: top + y + ink.top,
      bottom: top + y + ink.bottom,
    })),
  )
}

/** All layouts of a frame with these words. */
function planAll(size: Size, words = TITLE, cover = COVER) {
  const { shape } = planFrame(size)
  return BANDS[shape].map((height) => planLayout({ size, words, font: 'MODERN', cover }, height))
}

test('all names stand in the safe box, apart from each other, on the band or beside the cover, in any shape and with any title', () => {
  for (const size of SIZES) {
    const { safe } = planFrame(size)
    for (const title of ['Infinite Sea', 'Sea', 'ليل طويل', LONG])
      for (const note of ['', 'Out on Friday'])
        for (const { band, names, last } of planAll(size, { ...TITLE, title, note })) {
          for (const card of [names, last.names]) {
            const all = listInk(card)
            const about = `${size.width}x${size.height}, "${title}", ${JSON.stringify(all)}`
            for (const [i, { left, right, top, bottom }] of all.entries()) {
              assert.ok(left >= safe.x - 8 && right <= safe.x + safe.width + 8, about)
              assert.ok(top >= safe.y - 2 && bottom <= safe.y + safe.height + 2, about)
              for (const other of all.slice(i + 1))
                assert.ok(
                  other.top >= bottom - 12 || other.left >= right + 30 || other.right <= left - 30,
                  `names meet: ${about}`,
                )
            }
          }
          for (const { top, bottom } of listInk(names))
            assert.ok(top > band.y && bottom < band.y + band.height)
          for (const { left, right, bottom } of listInk(last.names))
            assert.ok(
              bottom <= last.cover.y || right <= last.cover.x || left >= last.cover.x + last.cover.width,
            )
        }
  }
})

test('one design for all shapes: a band from edge to edge, and the film without a gap in all the rest, which is most of the frame', () => {
  for (const size of SIZES)
    for (const { band, window } of planAll(size)) {
      assert.ok(band.x === 0 && band.width === size.width && window.width === size.width)
      const isTop = band.y === 0
      assert.equal(isTop, size.width <= size.height)
      assert.ok(isTop ? window.y < band.height : band.y < window.height)
      assert.ok(Math.abs((isTop ? window.y + window.height : band.y + band.height) - size.height) < 0.01)
      assert.ok(window.height > 0.55 * size.height, `${window.height} of ${size.height}`)
    }
})

test('a title has one size, and where one line holds it large it stands on one line, with the artist on it where there is room', () => {
  for (const size of [SQUARE, WIDE]) {
    const [{ names }] = planAll(size) as [ReturnType<typeof planLayout>]
    assert.equal(names.texts[0]!.text.lines.length, 1)
  }
  const [{ names }] = planAll(WIDE) as [ReturnType<typeof planLayout>]
  const [title, artist] = names.texts
  const baseline = ({ text, y }: (typeof names.texts)[number]) => y + text.lines.at(-1)!.baseline
  assert.ok(Math.abs(baseline(title!) - baseline(artist!)) < 0.01)
  assert.ok(artist!.text.ink.right > names.width - 10)
})

/** Capitals are at least so much of their type's size. */
const CAPITALS = 0.68

test("the title's capitals are at least 7 % of a square or wide frame's height, and 6 % of a tall one's", () => {
  for (const size of SIZES.slice(0, 4)) {
    const [{ names }] = planAll(size) as [ReturnType<typeof planLayout>]
    const least = size.height > size.width ? 0.06 : 0.07
    const { sizePx } = names.texts[0]!.text
    assert.ok(CAPITALS * sizePx >= least * size.height, `${size.width}x${size.height}: ${sizePx}`)
  }
})

test('a slim band leaves the film more of the height, and a high one less', () => {
  const heights = planAll(SQUARE).map(({ window }) => window.height)
  const [usual = 0, slim = 0, high = 0] = heights
  assert.ok(slim > usual + 40 && high < usual - 40, `${heights}`)
})

test('a song without names has no band', () => {
  for (const size of SIZES)
    for (const { band, window } of planAll(size, { title: '', artist: '', note: '' })) {
      assert.equal(band.height, 0)
      assert.deepEqual(window, { x: 0, y: 0, ...size })
    }
})

test("the last card's cover takes the film's place, or all of a wide frame's height beside a column that is empty nowhere", () => {
  for (const size of SIZES.slice(0, 3))
    for (const { last, window } of planAll(size)) assert.equal(last.cover, window)
  for (const ratio of [0.67, 1, 3])
    for (const { last, safe } of planAll(WIDE, TITLE, { width: 900 * ratio, height: 900 })) {
      const { cover, names } = last
      assert.ok(cover.y === 0 && cover.height === WIDE.height && cover.x + cover.width === WIDE.width)
      assert.ok(names.x + names.width <= cover.x - safe.x + 0.01)
      const ink = listInk(names)
      assert.ok(ink[0]!.top < safe.y + 10 && ink.at(-1)!.bottom > safe.y + safe.height - 10)
    }
})

const beatSecs = Array.from({ length: 32 }, (_, i) => i * 0.5)

function cut(startFrame: number, endFrame: number, whip = 0): Shot {
  const looks = { from: undefined, to: undefined }
  return { startFrame, endFrame, isLoud: true, whip, clip: 0, fromSecs: 1, speed: 1, looks }
}

test('the last card comes with a cut', () => {
  const shots = Array.from({ length: 8 }, (_, i) => cut(i * 60, i * 60 + 60))
  assert.equal(timeLast({ downbeatSecs: [] }, shots, { fps: FPS, frameCount: 480 }), 14)
})

test('the band changes its ink with cuts, and not twice within 0.7 seconds, however fast they come', () => {
  const starts = [0, 60, 75, 90, 100, 140]
  const shots = starts.map((start, i) => cut(start, starts[i + 1] ?? 200))
  assert.deepEqual(
    timeInks(shots, FPS).map((secs) => secs * FPS),
    [0, 60, 90, 140],
  )
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
  const file = { width: 1280, height: 960 }
  assert.ok(isCloseUp(show(0.5), file, SQUARE) && !isCloseUp(show(0.4), file, SQUARE))
  assert.ok(isCloseUp(show(0.4), file, WIDE) && !isCloseUp(show(0.3), file, WIDE))
  assert.equal(punchIn([cut(0, 60)], { beatSecs }, { fps: FPS, mayPunch: () => false }).length, 1)
})
