import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LyricLine, planFrame } from '@songreel/kit'
import { sizeShape } from '@songreel/render'
import { presenceIn } from './lyric-over-footage/draw-lines.ts'
import { isSliced, planLayout, standBeside } from './lyric-over-footage/layout.ts'
import { partLines, planLines } from './lyric-over-footage/lines.ts'
import type { LayoutWish } from './lyric-over-footage/set-names.ts'

const WORDS = { title: 'Night Ferry', artist: 'North & Vale', note: '' }
const LONG = 'The slow and steady drift of all the lights we left on in the house'.repeat(2)

/** When no credit is there. */
const TIMES = { fromSecs: 0, untilSecs: 30 }

function plan(shape: string, { ratio = 1, ...wish }: Partial<LayoutWish> & { ratio?: number } = {}) {
  const cover = { width: 900 * ratio, height: 900 }
  return planLayout({ size: sizeShape(shape, 1080), words: WORDS, font: 'SERIF', cover, ...wish })
}

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
  test(`${shape}: with a brand's logo the cover of the last picture stands above it, inside of the frame's safe part`, () => {
    for (const ratio of [0.67, 1, 1.5]) {
      const { cover, logo, safe } = plan(shape, { ratio, logoSize: { width: 400, height: 200 } })
      assert.ok(cover.y >= safe.y - 0.01 && cover.y + cover.height <= safe.y + safe.height + 0.01)
      assert.ok(cover.y + cover.height <= logo!.y)
    }
  })

  const { safe } = planFrame(sizeShape(shape, 1080))

  test(`${shape}: the names of the last picture stand beside its cover, inside of the frame's safe part`, () => {
    for (const ratio of [0.67, 1, 1.5])
      for (const title of ['Night Ferry', 'ليل طويل', LONG]) {
        const { cover, names } = plan(shape, { ratio, words: { ...WORDS, title } })
        assert.ok(cover.width > 500)
        assert.equal(names.texts.length, 2)
        for (const { text, x, y } of names.texts) {
          const { ink } = text
          const [left, right] = [names.x + x + ink.left, names.x + x + ink.right]
          const [top, bottom] = [names.y + y + ink.top, names.y + y + ink.bottom]
          const about = `${ratio}, ${title}: ${left} to ${right}, ${top} to ${bottom}`
          assert.ok(left >= safe.x - 4 && right <= safe.x + safe.width + 4, about)
          assert.ok(top >= safe.y - 1 && bottom <= safe.y + safe.height + 1, about)
          const isBeside = right <= cover.x || left >= cover.x + cover.width
          const isApart = bottom <= cover.y || top >= cover.y + cover.height || isBeside
          assert.ok(isApart, `a name stands on a cover of ${about}`)
        }
      }
  })

  test(`${shape}: the credit at the beginning fits the safe part, and what stands in it does so below each other`, () => {
    for (const title of ['Night Ferry', 'ليل طويل', LONG, '']) {
      const openings = plan(shape, { words: { ...WORDS, title } }).opening
      for (const opening of openings) {
        assert.ok(opening.width <= safe.width + 1 && opening.height <= safe.height, title)
        let edge = -1
        for (const { text, x, y } of opening.texts) {
          const [left, right] = [x + text.ink.left, x + text.ink.right]
          const [top, bottom] = [y + text.ink.top, y + text.ink.bottom]
          assert.ok(
            left >= -8 && right <= opening.width + 8 && top >= -1 && bottom <= opening.height + 1,
            title,
          )
          assert.ok(top >= edge - 1, title)
          edge = bottom
        }
      }
    }
  })

  test(`${shape}: lines come one at a time, each before it is sung, and a long one is parted rather than small`, () => {
    const long =
      'and all of the lanterns that we had hung along the harbour wall went out over the water one by one and nobody was left who knew the way back home to you'
    const layout = plan(shape)
    const lines = [sing('We left', 2, 3), sing(long, 3.2, 9), sing('one by one', 9.5, 11)]
    const shown = planLines(lines, { layout, font: 'SERIF', ...TIMES })
    assert.ok(shown.length > lines.length)
    for (const [i, { line, showSecs, hideSecs, texts }] of shown.entries()) {
      const [text, ...smaller] = texts
      for (const each of smaller)
        assert.ok(!each.isTruncated && each.sizePx < text.sizePx && each.sizePx > 0.4 * layout.linePx)
      assert.ok(!text.isTruncated)
      assert.ok(text.sizePx >= 0.8 * layout.linePx)
      assert.ok(text.ink.right - text.ink.left <= safe.width + 4)
      assert.ok(showSecs <= line.startSecs && hideSecs >= line.endSecs)
      const isAfter = showSecs >= (shown[i - 1]?.hideSecs ?? 0) - 1e-6
      assert.ok(isAfter, `line ${i} comes before the last one is gone`)
    }
  })
}

test('beside the film a line is larger than on the least place of it, inside of its room, in any shape', () => {
  for (const shape of ['9x16', '4x5', '1x1', '16x9']) {
    const layout = plan(shape)
    const { room, window } = layout.field
    for (const text of ['We left', 'We left the harbour with our lanterns burning on']) {
      const [shown] = planLines([sing(text, 1, 4)], { layout, font: 'SERIF', ...TIMES })
      const { ink, sizePx, isTruncated } = shown!.beside
      assert.ok(!isTruncated && sizePx >= 0.5 * layout.linePx, `${shape}, ${text}: ${sizePx}`)
      assert.ok(ink.right - ink.left <= room.width + 4 && ink.bottom - ink.top <= room.height + 1)
    }
    const isApart = room.y + room.height <= window.y || room.x + room.width <= window.x
    assert.ok(isApart, shape)
    const { openingBeside } = layout
    assert.ok(openingBeside.width <= room.width + 1 && openingBeside.height <= room.height + 1)
  }
})

test('beside the film a short line stands in the middle of its field, and a high one inside of the safe part', () => {
  const layout = plan('9x16')
  const { field, safe } = layout
  const atOf = (height: number) => standBeside(layout, { width: 500, height }).box
  const short = atOf(150)
  assert.equal(short.x, safe.x)
  assert.ok(Math.abs(short.y + short.height / 2 - field.window.y / 2) < 1)
  assert.equal(atOf(field.room.height).y, safe.y)
})

test('a line is parted at a cut, and what would be over at once is no part', () => {
  const [line] = planLines([sing('We left', 1, 4)], { layout: plan('9x16'), font: 'SERIF', ...TIMES })
  const { showSecs, hideSecs } = line!
  const parts = partLines([line!], [showSecs + 0.1, 2, hideSecs - 0.1])
  assert.deepEqual(
    parts.map(({ fromSecs, toSecs, goesOn }) => ({ fromSecs, toSecs, goesOn })),
    [
      { fromSecs: showSecs, toSecs: 2, goesOn: false },
      { fromSecs: 2, toSecs: hideSecs, goesOn: true },
    ],
  )
})

test('beside the film a line is there as long as its field is: all of it while it is sung, and faint before and after', () => {
  const untimed: LyricLine = { startSecs: 2, endSecs: 4, text: 'We left' }
  for (const sung of [untimed, sing('We left', 2, 4)]) {
    const [line] = planLines([sung], { layout: plan('1x1'), font: 'SERIF', ...TIMES })
    const [part] = partLines([line!], [])
    const field = { fromSecs: 0.5, toSecs: 6 }
    const presence = presenceIn(part!, field)
    const at = (secs: number) => presence({ index: secs * 30, count: 240, fps: 30, secs, position: 0 })
    assert.ok(at(0.4) === 0 && at(6) === 0)
    for (let frame = 15; frame < 180; frame++) assert.ok(at(frame / 30) > 0.3, `${frame}`)
    assert.equal(at(line!.showSecs), 1)
    assert.equal(at(3.9), 1)
    assert.ok(at(5.9) < 0.5)
    // Words that are sung one by one are faint by themselves until then.
    assert.ok(sung.words ? at(1) === 1 : at(1) < 0.5)
  }
})

test('the cover of the last picture is a whole print, and its names begin below it where it does, as all type on the film', () => {
  for (const shape of ['9x16', '4x5', '1x1'])
    for (const title of ['Night Ferry', 'ليل طويل'])
      for (const ratio of [0.8, 1, 1.4]) {
        const { cover, names, frame, safe, isMirrored } = plan(shape, {
          ratio,
          words: { ...WORDS, title, artist: title },
        })
        const about = `${shape}, ${title}, ${ratio}`
        const margin = Math.min(safe.x, frame.width - safe.x - safe.width)
        assert.ok(Math.abs(cover.width - ratio * cover.height) < 0.01, about)
        assert.ok(cover.x >= margin - 0.01 && cover.y >= margin - 0.01, about)
        assert.ok(cover.x + cover.width <= frame.width - margin + 0.01, about)
        const edge = isMirrored ? cover.x + cover.width : cover.x
        for (const { text, x, y } of names.texts) {
          const start = names.x + x + (isMirrored ? text.ink.right : text.ink.left)
          assert.ok(Math.abs(start - edge) < 12, `${about}: ${start} below ${edge}`)
          assert.ok(names.y + y + text.ink.top > cover.y + cover.height, about)
        }
      }
})

test('in a wide frame the names of the last picture end as far from the cover as they begin from the edge', () => {
  for (const ratio of [0.67, 1, 1.5]) {
    const { cover, names, safe } = plan('16x9', { ratio, words: { ...WORDS, title: LONG } })
    for (const { text, x } of names.texts)
      assert.ok(names.x + x + text.ink.right <= cover.x - safe.x + 4, `${ratio}`)
  }
})

test('where the frame is parted the other way a line and the credit fit their room', () => {
  for (const shape of ['1x1', '16x9']) {
    const layout = plan(shape)
    const { field, opening } = layout.other!
    const { room, window } = field
    const isLow = window.width === layout.frame.width
    assert.equal(isLow, shape === '16x9')
    assert.ok(isLow ? room.y + room.height < window.y : room.x + room.width < window.x, shape)
    assert.ok(opening.width <= room.width + 1 && opening.height <= room.height + 1, shape)
    const [shown] = planLines([sing('We left the harbour with our lanterns burning on', 1, 4)], {
      layout,
      font: 'SERIF',
      ...TIMES,
    })
    const { ink, isTruncated, sizePx } = shown!.other!
    assert.ok(!isTruncated && ink.bottom - ink.top <= room.height + 1, shape)
    assert.ok(ink.right - ink.left <= room.width + 4 && sizePx > 80, `${shape}: ${sizePx}`)
  }
  assert.equal(plan('9x16').other, undefined)
})

test('in a square frame a low window would show only a slice of a square or an upright clip, and a column shows all of its height', () => {
  const { field, other } = plan('1x1')
  for (const [width, height] of [
    [480, 480],
    [360, 640],
  ] as const) {
    assert.ok(isSliced({ width, height }, field.window), `${width}x${height}`)
    assert.ok(!isSliced({ width, height }, other!.field.window), `${width}x${height}`)
  }
  assert.ok(!isSliced({ width: 640, height: 360 }, field.window))
})

test('no line stands beyond the end, and one that is over before the video starts is left out', () => {
  const lines = [sing('gone already', -3, -1.5), sing('We left', 1, 3), sing('the harbour', 6, 9)]
  const shown = planLines(lines, { layout: plan('9x16'), font: 'SERIF', fromSecs: 0, untilSecs: 7 })
  assert.deepEqual(
    shown.map(({ line, hideSecs }) => [line.text, hideSecs <= 7]),
    [
      ['We left', true],
      ['the harbour', true],
    ],
  )
})

test('no line stands beside the last picture, and none that could only flash up before it', () => {
  const lines = [sing('We left', 1.5, 4), sing('the harbour', 6, 9), sing('too late', 9, 10)]
  const shown = planLines(lines, { layout: plan('9x16'), font: 'SERIF', fromSecs: 0, untilSecs: 9 })
  assert.deepEqual(
    shown.map(({ line, hideSecs }) => [line.text, hideSecs <= 9]),
    [
      ['We left', true],
      ['the harbour', true],
    ],
  )
})

test('no line stands beside the credit: one that is sung under it comes when it has gone, if that is long enough', () => {
  const lines = [sing('too early', 0, 1), sing('We left', 1, 4), sing('the harbour', 4, 6)]
  const shown = planLines(lines, { layout: plan('9x16'), font: 'SERIF', fromSecs: 1.8, untilSecs: 9 })
  assert.deepEqual(
    shown.map(({ line, showSecs }) => [line.text, showSecs >= 1.8]),
    [
      ['We left', true],
      ['the harbour', true],
    ],
  )
})
