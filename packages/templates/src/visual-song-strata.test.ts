import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Cover, listChapters, planFrame } from '@songreel/kit'
import { createAudioTrack, silentAudioTrackData } from '@songreel/kit/core'
import { sizeShape } from '@songreel/render'
import { planLayout } from './visual-song-strata/layout.ts'
import { planSun } from './visual-song-strata/sky.ts'
import { readMoments } from './visual-song-strata/song-moments.ts'

const FPS = 30
const BEATS = [0.5, 1, 1.5, 2, 2.5, 3, 3.5]

/** Eight seconds, with beats or without, whose lowest bands sound in the second half of every second. */
function play(beatSecs: number[], isReduced = false) {
  const data = silentAudioTrackData(8 * FPS, FPS)
  for (let index = 0; index < data.frameCount; index++) {
    if (index % FPS >= FPS / 2) data.bands.fill(1, index * 64, index * 64 + 12)
  }
  const audio = createAudioTrack({ ...data, beatSecs, downbeatSecs: beatSecs.filter((_, i) => i % 4 === 0) })
  return readMoments({ audio, chapters: listChapters(audio), seed: 7, isReduced })
}

function frameAt(secs: number) {
  return { index: Math.round(secs * FPS), count: 8 * FPS, fps: FPS, secs, position: secs / 8 }
}

describe('the strata of a song', () => {
  test('step on the beat and rest before the next one', () => {
    const { countAt } = play(BEATS)
    const [before, soon, rest, next] = [0.96, 1.1, 1.4, 1.48].map((secs) => countAt(frameAt(secs)))
    assert.equal(before, 1)
    assert.ok(soon !== undefined && soon > 1.7 && soon < 2)
    assert.equal(rest, 2)
    assert.equal(next, rest)
  })

  test('are made of what sounds on their beat, and a bar is told from other beats', () => {
    const { at } = play(BEATS)
    const height = (index: number) => Math.max(...at(index).levels)
    // Beats at half seconds sound, those at whole ones not yet.
    assert.ok(height(0) > 1.5 * height(1), `${height(0)} and ${height(1)}`)
    assert.deepEqual(
      [0, 1, 4].map((index) => at(index).isBar),
      [true, false, true],
    )
  })

  test('have no beginning: before the first beat the last ones are seen', () => {
    const { at } = play(BEATS)
    assert.equal(at(-1), at(BEATS.length - 1))
    assert.equal(at(BEATS.length), at(0))
  })

  test('go on at an even pace without a beat, and slower with reduced motion', () => {
    const [free, slow] = [play([]), play(BEATS, true)]
    const way = ({ countAt }: typeof free, from: number) =>
      countAt(frameAt(from + 1)) - countAt(frameAt(from))
    assert.ok(Math.abs(way(free, 1) - way(free, 4.2)) < 1e-6 && way(free, 1) > 1)
    assert.ok(way(slow, 1) < 0.8 && way(slow, 1) > 0)
  })
})

describe('the sun of a song', () => {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 400)).fill(1 / 400)
  for (const shape of ['9x16', '1x1', '16x9'])
    for (const ratio of [1, 1.5, 0.67])
      test(`${shape}, a cover of ${ratio}: its face is whole in the sky, and ridges end below it`, () => {
        const size = sizeShape(shape, 1080)
        // Beside each other and above: no square shows all of a cover that is not one.
        const face = { x: 0.05, y: 0.05, width: 0.9, height: 0.8 }
        const salience = { columns: 20, rows: 20, weights, faces: [face] }
        const cover = { width: 600 * ratio, height: 600, salience } as unknown as Cover
        const layout = planLayout(
          size,
          { label: 'Out now', title: 'Infinite Sea', artist: 'Aury' },
          'GROTESK',
        )
        const { x, y, width, height } = planSun({ cover, layout })
        assert.ok(Math.abs(width / height - ratio) < 1e-6)
        assert.ok(x >= 0 && x + width <= size.width && y >= 0)
        assert.ok(
          y + (face.y + face.height) * height <= layout.ridgeTop + 1,
          'no ridge stands before the face',
        )
        const foot = y + height
        if (shape === '16x9') {
          assert.ok(foot < layout.ridgeTop, 'no ridge stands before the cover')
          const { safe } = planFrame(size)
          assert.ok(Math.abs(x + width - safe.x - safe.width) < 1, 'it stands on the margin')
          const right = Math.max(...layout.texts.map(({ box }) => box.x + box.width))
          assert.ok(right < x, 'and beside the names')
        } else assert.ok(foot >= layout.ridgeTop && foot <= layout.horizon + 1, 'and it stands in the land')
      })
})
