import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LyricLine, planFrame } from '@songreel/kit'
import { sizeShape } from '@songreel/render'
import { planLayout } from './lyric-over-footage/layout.ts'
import { planSubtitles } from './lyric-over-footage/subtitles.ts'

const WORDS = { title: 'Night Ferry', artist: 'North & Vale', note: '' }

function sing(text: string, startSecs: number, endSecs: number): LyricLine {
  const words = text.split(' ')
  const each = (endSecs - startSecs) / words.length
  return {
    startSecs,
    endSecs,
    text,
    words: words.map((word, i) => ({
      startSecs: startSecs + i * each,
      endSecs: startSecs + (i + 1) * each,
      text: word,
    })),
  }
}

for (const shape of ['9x16', '4x5', '1x1', '16x9']) {
  const layout = planLayout(sizeShape(shape, 1080), WORDS, 'SERIF')

  test(`${shape}: cover and names stand below each other, inside the frame's safe part`, () => {
    const { cover, names } = layout
    const { safe } = planFrame(sizeShape(shape, 1080))
    const [title, artist] = names
    assert.ok(title && artist && cover.width > 200)
    assert.ok(cover.y + cover.height <= title.box.y)
    assert.ok(title.box.y + title.box.height <= artist.box.y)
    assert.ok(title.box.y - layout.lift >= safe.y, 'the first title stands in the safe part, too')
    assert.ok(artist.box.y + artist.box.height - layout.lift <= layout.line.y, 'and above the line')
    assert.ok(cover.y >= safe.y && artist.box.y + artist.box.height <= safe.y + safe.height)
  })

  test(`${shape}: all lines have one size, one at a time, each there before it is sung`, () => {
    const long =
      'and all of the lanterns that we had hung along the harbour wall went out over the water one by one and nobody was left who knew the way back home to you'
    const lines = [sing('We left', 2, 3), sing(long, 3.2, 9), sing('one by one', 9.5, 11)]
    const subtitles = planSubtitles(lines, { layout, font: 'SERIF', untilSecs: 30 })
    if (shape === '9x16') assert.ok(subtitles.length > lines.length, 'a long line is parted')
    assert.equal(new Set(subtitles.map(({ text }) => text.sizePx.toFixed(1))).size, 1)
    for (const [i, { line, showSecs, hideSecs, text }] of subtitles.entries()) {
      assert.ok(!text.isTruncated)
      assert.ok(showSecs <= line.startSecs && hideSecs >= line.endSecs)
      assert.ok(
        showSecs >= (subtitles[i - 1]?.hideSecs ?? 0) - 1e-6,
        `line ${i} comes before the last one is gone`,
      )
    }
  })
}

test('no line stands beyond the end, and one that is over before the video starts is left out', () => {
  const layout = planLayout(sizeShape('9x16', 1080), WORDS, 'SERIF')
  const lines = [sing('gone already', -3, -1.5), sing('We left', 1, 3), sing('the harbour', 6, 9)]
  const subtitles = planSubtitles(lines, { layout, font: 'SERIF', untilSecs: 7 })
  assert.deepEqual(
    subtitles.map(({ line, hideSecs }) => [line.text, hideSecs <= 7]),
    [
      ['We left', true],
      ['the harbour', true],
    ],
  )
})

test('no line stands beside the last card, and none that could only flash up before it', () => {
  const layout = planLayout(sizeShape('9x16', 1080), WORDS, 'SERIF')
  const lines = [sing('We left', 1.5, 4), sing('the harbour', 6, 9), sing('too late', 9, 10)]
  const subtitles = planSubtitles(lines, { layout, font: 'SERIF', untilSecs: 9 })
  assert.deepEqual(
    subtitles.map(({ line, hideSecs }) => [line.text, hideSecs <= 9]),
    [
      ['We left', true],
      ['the harbour', true],
    ],
  )
})
