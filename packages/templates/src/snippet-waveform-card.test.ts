import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cropToFill } from '@songreel/kit'
import { rehearse } from '@songreel/render/authoring'
import { findSeen, keepTop } from './snippet-waveform-card/art.ts'
import { planCard } from './snippet-waveform-card/layout.ts'

const SIZES = {
  '9x16': { width: 1080, height: 1920 },
  '4x5': { width: 1080, height: 1350 },
  '1x1': { width: 1080, height: 1080 },
  '16x9': { width: 1920, height: 1080 },
}
const LONG =
  'The slow and steady drift of all the lights we left on in the house by the sea before the summer was over again '

for (const [ratio, size] of Object.entries(SIZES)) {
  test(`${ratio}: texts and waveform stand above each other on one edge, inside of the safe box`, () => {
    for (const title of ['X', 'Tin Lanterns', LONG]) {
      const words = { title, artist: LONG, customText: LONG, font: 'SERIF' } as const
      const { kicker, title: name, artist, waveform, clock, frame } = planCard(size, words)
      let edge = frame.safe.y
      for (const box of [kicker.box, name.box, artist.box, waveform, clock]) {
        assert.ok(box.y >= edge - 0.01, `${box.y} overlaps what ends at ${edge}`)
        assert.equal(box.x, frame.safe.x)
        edge = box.y + box.height
      }
      assert.ok(clock.y + clock.height <= frame.safe.y + frame.safe.height + 0.01)
      assert.ok(edge < size.height)
      assert.equal(name.layout.isTruncated, false)
    }
  })
}

test('a right-to-left title takes all texts to the right edge', () => {
  const words = { title: 'ليل طويل', artist: 'Odalys Wren', customText: '', font: 'SERIF' } as const
  const { title, artist, frame } = planCard(SIZES['1x1'], words)
  for (const { box, layout } of [title, artist]) {
    assert.ok(Math.abs(box.x + layout.ink.right - (frame.safe.x + frame.safe.width)) < 1)
  }
})

const templateUrl = new URL('./snippet-waveform-card/template.ts', import.meta.url).href
const small = { width: 360, height: 640 }
const song = { title: 'Tin Lanterns', artist: 'Odalys Wren', album: '' }
const card = planCard(small, { ...song, customText: '', font: 'SERIF' })

test('the waveform is filled up to the playhead and at rest beyond it', async () => {
  const scene = await rehearse({ templateUrl, size: small, song, secs: 8 })
  const before = scene.drawLuma(2 * scene.fps)
  const after = scene.drawLuma(4 * scene.fps)
  scene.close()

  const { x: left, y: top, width, height } = card.waveform
  const countChanged = (from: number, to: number) => {
    let count = 0
    for (let y = Math.ceil(top); y < top + height; y++) {
      for (let x = Math.ceil(left + from * width); x < left + to * width; x++) {
        if (Math.abs(after[y * small.width + x]! - before[y * small.width + x]!) > 8) count++
      }
    }
    return count
  }
  assert.ok(countChanged(0.27, 0.49) > 200, 'the bars between the two playheads have been filled')
  assert.equal(countChanged(0.85, 1), 0, 'beyond the light of the playhead nothing has changed')
})

test('a tall card shows nearly all of a square cover, and its waveform above the captions', () => {
  const { art, fade, waveform, echo } = planCard(SIZES['9x16'], { ...song, customText: 'New', font: 'SERIF' })
  assert.ok(art.width === 1080 && art.height > 860 && art.height <= 1080, `art of ${art.width}x${art.height}`)
  assert.ok(fade.from > 700, `whole down to ${fade.from}`)
  assert.ok(waveform.y + waveform.height <= 1440 && waveform.x + waveform.width <= 940)
  assert.ok(echo && echo.y > 1440)
})

test('a crop keeps the upper end of what matters, and the upper part of a cover without a subject', () => {
  const weights = new Float32Array(new SharedArrayBuffer(1600))
  const even = { columns: 20, rows: 20, weights: weights.fill(1 / 400) }
  const cover = { width: 1000, height: 1000, salience: even }
  const crop = { x: 0, y: 250, width: 1000, height: 500 }
  assert.equal(keepTop(cover, crop), 60)
  const standing = new Float32Array(new SharedArrayBuffer(1600))
  for (let row = 3; row < 20; row++) standing[row * 20 + 10] = 1 / 17
  assert.equal(keepTop({ ...cover, salience: { ...even, weights: standing } }, crop), 90)
})

test('a right-to-left title mirrors the wide card', () => {
  const words = { artist: 'Odalys Wren', customText: 'New', font: 'SERIF' } as const
  const latin = planCard(SIZES['16x9'], { ...words, title: 'Night' })
  const arabic = planCard(SIZES['16x9'], { ...words, title: 'ليل طويل' })
  assert.equal(arabic.art.x, 0)
  assert.equal(arabic.title.box.x, 1920 - latin.title.box.x - latin.title.box.width)
  assert.equal(arabic.fade.to, 1920 - latin.fade.to)
})

test('the face on a cover stays in sight in every shape, however long the title', async () => {
  for (const [ratio, { width, height }] of Object.entries(SIZES)) {
    for (const title of ['Night', LONG]) {
      const layout = planCard({ width, height }, { ...song, title, customText: '', font: 'SERIF' })
      const salience = weighBelow()
      const { y, height: shown } = cropToFill({ width: 1000, height: 1000, salience }, layout.art, {
        seen: findSeen(layout.art, layout.fade),
      })
      const down = ((LOOK_AT * 1000 - y) / shown) * layout.art.height + layout.art.y
      const edge = layout.fade.axis === 'y' ? (layout.fade.from + layout.fade.to) / 2 : height
      assert.ok(down > 0 && down < edge, `${ratio}, ${title.length} letters: at ${down} of ${edge}`)
    }
  }
})

const LOOK_AT = 0.7

/** A cover on which all that matters lies low. */
function weighBelow() {
  const weights = new Float32Array(new SharedArrayBuffer(1600))
  for (let i = 0; i < 400; i++) weights[i] = Math.floor(i / 20) === LOOK_AT * 20 ? 1 / 20 : 0
  return { columns: 20, rows: 20, weights }
}
