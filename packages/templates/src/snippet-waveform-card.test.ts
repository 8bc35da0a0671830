import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rehearse } from '@songreel/render/rehearsal'
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
    for (const title of ['X', 'Midnight Drive', LONG]) {
      const words = { title, artist: LONG, customText: LONG, font: 'SERIF' } as const
      const { kicker, title: name, artist, waveform, clock, frame } = planCard(size, words)
      let edge = frame.safe.y
      for (const box of [kicker.box, name.box, artist.box, waveform, clock]) {
        assert.ok(box.y >= edge - 0.01, `${box.y} overlaps what ends at ${edge}`)
        assert.equal(box.x, frame.safe.x)
        edge = box.y + box.height
      }
      assert.ok(edge <= frame.safe.y + frame.safe.height + 0.01)
      assert.equal(name.layout.isTruncated, false)
    }
  })
}

test('a right-to-left title takes all texts to the right edge', () => {
  const words = { title: 'ليل طويل', artist: 'Nova Lane', customText: '', font: 'SERIF' } as const
  const { title, artist, frame } = planCard(SIZES['1x1'], words)
  for (const { box, layout } of [title, artist]) {
    assert.ok(Math.abs(box.x + layout.ink.right - (frame.safe.x + frame.safe.width)) < 1)
  }
})

const templateUrl = new URL('./snippet-waveform-card/template.ts', import.meta.url).href
const small = { width: 360, height: 640 }
const song = { title: 'Midnight Drive', artist: 'Nova Lane', album: '' }
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
  assert.equal(countChanged(0.53, 1), 0)
})

test('the last frame has let go of all type, so that a loop starts clean', async () => {
  const scene = await rehearse({ templateUrl, size: small, song, secs: 4 })
  const middle = scene.drawLuma(2 * scene.fps)
  const last = scene.drawLuma(scene.frameCount - 1)
  scene.close()

  const { x: left, y: top, width, height } = card.title.box
  const findBrightest = (luma: Uint8Array) => {
    let brightest = 0
    for (let y = Math.ceil(top); y < top + height; y++) {
      for (let x = Math.ceil(left); x < left + width; x++) {
        brightest = Math.max(brightest, luma[y * small.width + x]!)
      }
    }
    return brightest
  }
  assert.ok(findBrightest(middle) > 200)
  assert.ok(findBrightest(last) < 90)
})
