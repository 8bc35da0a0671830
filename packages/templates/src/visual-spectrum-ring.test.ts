import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRound } from './visual-spectrum-ring/find-round.ts'
import { DISC_SWELL, planLayout } from './visual-spectrum-ring/layout.ts'

const SIZES = [
  { width: 1080, height: 1920 },
  { width: 1080, height: 1350 },
  { width: 1080, height: 1080 },
  { width: 1920, height: 1080 },
]
const LONG =
  'The slow and steady drift of all the lights we left on in the house by the sea before the summer was over again '

test('the longest bars of the swollen ring end inside the frame, in every shape and beside every title', () => {
  for (const size of SIZES) {
    for (const title of ['', 'X', 'Infinite Sea', 'ليل طويل', LONG]) {
      for (const side of [-1, 1]) {
        const words = { label: 'Out now', title, artist: 'Aury Delacroix' }
        const { foot, barLength } = planLayout(size, words, { font: 'CONDENSED', side })
        const reach = foot.radius * (1 + DISC_SWELL) + barLength
        const room = Math.min(foot.x, foot.y, size.width - foot.x, size.height - foot.y)
        assert.ok(reach <= room, `${size.width}x${size.height}, "${title}": ${reach} of ${room}`)
        assert.ok(barLength > 0.2 * foot.radius, `bars of ${barLength} on a radius of ${foot.radius}`)
      }
    }
  }
})

test("a square frame's label stands above the title, in the corner that the ring leaves", () => {
  for (const size of SIZES.filter(({ width, height }) => width === height)) {
    for (const label of [
      'Out now',
      'A word that follows the name of the song wherever it is heard this summer',
    ]) {
      for (const title of ['', 'Infinite Sea', 'ليل طويل', LONG]) {
        const words = { label, title, artist: '' }
        const { foot, barLength, texts } = planLayout(size, words, { font: 'CONDENSED', side: 1 })
        const [kicker, name] = texts
        assert.ok(kicker && name)
        const { box, layout } = kicker
        const corners = [layout.ink.left, layout.ink.right].map((x) =>
          Math.hypot(box.x + x - foot.x, box.y + layout.ink.top - foot.y),
        )
        const reach = foot.radius * (1 + DISC_SWELL) + barLength
        assert.ok(Math.min(...corners) > reach, `"${label}", "${title}": ${corners} of ${reach}`)
        const between = name.box.y - box.y - layout.ink.bottom
        if (title) assert.ok(between > 0 && between < 60, `"${label}", "${title}": ${between} above it`)
      }
    }
  }
})

test('the circle is as small as keeps the subject, and follows it along a wide cover', () => {
  const size = { width: 1500, height: 1000 }
  const { x, y, width } = findRound({ ...size, salience: weigh(214) })
  assert.deepEqual([y, width], [0, 1000])
  assert.ok(x > 400, `begins at ${x}`)
  const spread = findRound({ ...size, salience: weigh(0, 19, 380, 399) })
  assert.ok(spread.width > 1500, `${spread.width}`)
  assert.ok(spread.x < 0 && spread.y < 0)
})

test('the circle keeps the head of an upright figure', () => {
  const figure = Array.from({ length: 72 }, (_, i) => 20 * (2 + Math.floor(i / 4)) + 8 + (i % 4))
  const { y } = findRound({ width: 1000, height: 1500, salience: weigh(...figure) })
  assert.ok(y < 40, `begins at ${y}, and the head stands out from 150`)
})

/** What matters lies in some of 20 by 20 cells. */
function weigh(...cells: number[]) {
  const weights = new Float32Array(new SharedArrayBuffer(1600))
  for (const cell of cells) weights[cell] = 1 / cells.length
  return { columns: 20, rows: 20, weights, faces: [] }
}
