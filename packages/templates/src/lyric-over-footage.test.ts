import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameShot, type LyricLine, planFrame } from '@songreel/kit'
import { sizeShape } from '@songreel/render'
import { planBand } from './lyric-over-footage/band.ts'
import { type Block, setBlock } from './lyric-over-footage/block.ts'
import { favourHeads } from './lyric-over-footage/favour-heads.ts'
import { measureBand, planLayout } from './lyric-over-footage/layout.ts'
import { planSubtitles } from './lyric-over-footage/subtitles.ts'

const WORDS = { title: 'Night Ferry', artist: 'North & Vale', note: '' }

/** When no title is there. */
const TIMES = { fromSecs: 0, untilSecs: 30 }

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
  const size = sizeShape(shape, 1080)
  const layout = planLayout({ size, words: WORDS, font: 'SERIF' })
  const { safe } = planFrame(size)

  test(`${shape}: the names of the last card stand beside its cover, inside the frame's safe part`, () => {
    for (const ratio of [0.67, 1, 1.5]) {
      const { cover, names } = planLayout({ size, words: WORDS, font: 'SERIF', ratio })
      assert.ok(cover.width > 500)
      const texts = names.texts.filter(({ layout: { lines } }) => lines.length > 0)
      const boxes = [
        ...texts.map(({ layout: { ink }, box }) => ({
          left: box.x + ink.left,
          right: box.x + ink.right,
          top: box.y + ink.top,
          bottom: box.y + ink.bottom,
        })),
        ...listRows(names.title.block).map((row) => ({
          left: names.title.x + row.left,
          right: names.title.x + row.right,
          top: names.title.y + row.top,
          bottom: names.title.y + row.bottom,
        })),
      ]
      assert.ok(boxes.length >= 2)
      for (const { left, right, top, bottom } of boxes) {
        assert.ok(top >= safe.y - 1 && bottom <= safe.y + safe.height + 1)
        assert.ok(left >= safe.x - 4 && right <= safe.x + safe.width + 1)
        const isApart =
          right < cover.x || left > cover.x + cover.width || bottom < cover.y || top > cover.y + cover.height
        assert.ok(isApart, `a name stands on a cover of ${ratio}`)
      }
    }
  })

  test(`${shape}: every line is a wall as wide as the safe part, on a band that leaves the film its room`, () => {
    for (const text of ['We left the harbour with our lanterns burning on', 'and the water held our names']) {
      const [line] = planSubtitles([sing(text, 2, 5)], { layout, font: 'SERIF', ...TIMES })
      assert.ok(line)
      for (const { left, right } of listRows(line.block)) {
        assert.ok(Math.abs(left) < 2 && Math.abs(right - safe.width) < 2, `${text}: ${left} to ${right}`)
      }
      assert.ok(measureBand(layout, line.block.heightPx) <= layout.band.height + 0.01)
    }
    assert.ok(layout.band.y >= 0.35 * size.height)
  })

  test(`${shape}: lines come one at a time, each before it is sung, and a long one is parted rather than small`, () => {
    const long =
      'and all of the lanterns that we had hung along the harbour wall went out over the water one by one and nobody was left who knew the way back home to you'
    const lines = [sing('We left', 2, 3), sing(long, 3.2, 9), sing('one by one', 9.5, 11)]
    const subtitles = planSubtitles(lines, { layout, font: 'SERIF', ...TIMES })
    if (shape !== '16x9') assert.ok(subtitles.length > lines.length)
    for (const [i, { line, showSecs, hideSecs, block }] of subtitles.entries()) {
      assert.ok(!block.text.isTruncated)
      assert.ok(block.smallestPx >= layout.linePx.least)
      assert.ok(showSecs <= line.startSecs && hideSecs >= line.endSecs)
      assert.ok(
        showSecs >= (subtitles[i - 1]?.hideSecs ?? 0) - 1e-6,
        `line ${i} comes before the last one is gone`,
      )
    }
  })
}

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

test('rows of a block stand below each other inside its height, however long the text and whatever its script', () => {
  const wish = { font: 'SERIF', widthPx: 900, heightPx: 400, mostPx: 270 } as const
  for (const text of [
    'On',
    'Night Ferry',
    'ليل طويل فوق المدينة',
    '夜の港に灯りがともる',
    'a longer word '.repeat(30),
  ]) {
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
  const { rows } = setBlock('', wish)
  assert.equal(rows.length, 0)
})

test('the band goes from one height to the next without sinking between them, and is there at once at the beginning', () => {
  const heightAt = planBand([
    { fromSecs: 0, heightPx: 300 },
    { fromSecs: 2, heightPx: 500 },
    { fromSecs: 2.1, heightPx: 0 },
  ])
  assert.equal(heightAt(0), 300)
  assert.equal(heightAt(1.99), 300)
  assert.ok(heightAt(2.05) > 300 && heightAt(2.05) < 500)
  assert.ok(Math.abs(heightAt(2.1) - heightAt(2.0999)) < 2)
  assert.equal(heightAt(3), 0)
})

test('no line stands beyond the end, and one that is over before the video starts is left out', () => {
  const layout = planLayout({ size: sizeShape('9x16', 1080), words: WORDS, font: 'SERIF' })
  const lines = [sing('gone already', -3, -1.5), sing('We left', 1, 3), sing('the harbour', 6, 9)]
  const subtitles = planSubtitles(lines, { layout, font: 'SERIF', fromSecs: 0, untilSecs: 7 })
  assert.deepEqual(
    subtitles.map(({ line, hideSecs }) => [line.text, hideSecs <= 7]),
    [
      ['We left', true],
      ['the harbour', true],
    ],
  )
})

test('no line stands beside the last card, and none that could only flash up before it', () => {
  const layout = planLayout({ size: sizeShape('9x16', 1080), words: WORDS, font: 'SERIF' })
  const lines = [sing('We left', 1.5, 4), sing('the harbour', 6, 9), sing('too late', 9, 10)]
  const subtitles = planSubtitles(lines, { layout, font: 'SERIF', fromSecs: 0, untilSecs: 9 })
  assert.deepEqual(
    subtitles.map(({ line, hideSecs }) => [line.text, hideSecs <= 9]),
    [
      ['We left', true],
      ['the harbour', true],
    ],
  )
})

test('no line stands beside the title: one that is sung under it comes when it has gone, if that is long enough', () => {
  const layout = planLayout({ size: sizeShape('9x16', 1080), words: WORDS, font: 'SERIF' })
  const lines = [sing('too early', 0, 1), sing('We left', 1, 4), sing('the harbour', 4, 6)]
  const subtitles = planSubtitles(lines, { layout, font: 'SERIF', fromSecs: 1.8, untilSecs: 9 })
  assert.deepEqual(
    subtitles.map(({ line, showSecs }) => [line.text, showSecs >= 1.8]),
    [
      ['We left', true],
      ['the harbour', true],
    ],
  )
})

test('in a low strip of a tall clip the film shows the head of who stands at a shore, not the shore', () => {
  const [columns, rows] = [20, 36]
  const weights = new Float32Array(new SharedArrayBuffer(4 * columns * rows))
  const isShore = (row: number) => row >= 12 && row < 18
  const isFigure = (column: number, row: number) => column >= 14 && column < 18 && row >= 20 && row < 32
  for (let i = 0; i < weights.length; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    weights[i] = isFigure(column, row) ? 0.9 : isShore(row) ? 1 : 0.1
  }
  const look = {
    secs: 0,
    salience: { columns, rows, weights },
    brightness: 0.4,
    contrast: 0.2,
    colour: '#808080',
  }
  const file = { width: 360, height: 640 }
  const shot = {
    startFrame: 0,
    endFrame: 30,
    isLoud: false,
    whip: 0,
    clip: 0,
    fromSecs: 0,
    speed: 1,
    looks: { from: look, to: look },
  }
  const box = { x: 0, y: 0, width: 1920, height: 620 }
  const { zoom, panY } = frameShot(favourHeads(shot), 0, file, { box }, 1)
  const height = (file.width * box.height) / box.width / zoom.from / file.height
  const top = ((1 - height) / 2) * (1 + panY.from)
  assert.ok(top < 20 / rows - 0.01 && top + height > 23 / rows, `${top} to ${top + height}`)
  assert.deepEqual(favourHeads({ ...shot, looks: { from: undefined, to: undefined } }).looks.from, undefined)
})
