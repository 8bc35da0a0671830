import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Box, Frame, Lyrics } from '@songreel/kit'
import { planStack } from './lyric-stack-focus/layout.ts'
import { planScroll } from './lyric-stack-focus/scroll.ts'

const SIZES = {
  '9x16': { width: 1080, height: 1920 },
  '1x1': { width: 1080, height: 1080 },
  '16x9': { width: 1920, height: 1080 },
}
const SLEEVE = { width: 1000, height: 1000 }
const LONG = 'The slow and steady drift of all the lights we left on in the house by the sea'

function plan(size: { width: number; height: number }, title: string, cover = SLEEVE) {
  const song = { title, artist: 'North & Vale', album: '' }
  return planStack(size, { song, lyrics: undefined, font: 'GROTESK', durationSecs: 10, cover })
}

for (const [ratio, size] of Object.entries(SIZES)) {
  test(`${ratio}: lines, names and cover lie apart, type inside of the safe box`, () => {
    for (const title of ['X', 'Harbour Lights', LONG]) {
      for (const cover of [SLEEVE, { width: 1500, height: 1000 }, { width: 600, height: 1000 }]) {
        const { window, title: name, artist, cover: print, frame } = plan(size, title, cover)
        const boxes = [window, name.box, artist.box, print]
        for (const [i, box] of boxes.entries()) {
          for (const other of boxes.slice(i + 1))
            assert.ok(areApart(box, other), JSON.stringify([box, other]))
        }
        assert.ok(name.box.y >= frame.safe.y - 0.5)
        assert.ok(artist.box.y + artist.box.height <= frame.safe.y + frame.safe.height + 0.5)
        assert.equal(name.text.isTruncated, false)
      }
    }
  })

  test(`${ratio}: the cover lies low where reading begins, flush with the frame or with the lines, and is large`, () => {
    for (const title of ['Harbour Lights', 'ليل طويل']) {
      const { cover, isRtl, frame } = plan(size, title)
      assert.equal(cover.y + cover.height, size.height)
      const room = ratio === '9x16' ? frame.safe : { x: 0, width: size.width }
      assert.equal(isRtl ? cover.x + cover.width : cover.x, isRtl ? room.x + room.width : room.x)
      assert.ok(Math.min(cover.width, cover.height) >= 0.5 * Math.min(size.width, size.height))
    }
  })
}

test('in a tall frame the cover is whole, or as wide as the frame: no sliver of ground beside it', () => {
  for (const title of ['Harbour Lights', 'ليل طويل']) {
    for (const ratio of [0.6, 0.8, 1, 1.1, 1.2, 1.3, 1.5, 1.8, 3]) {
      const { cover, print } = plan(SIZES['9x16'], title, { width: 1000 * ratio, height: 1000 })
      const beside = Math.min(cover.x, 1080 - cover.x - cover.width)
      assert.ok(beside >= 60 || cover.width === 1080, `${ratio}: ${JSON.stringify(cover)}`)
      if (ratio >= 0.95) assert.ok(print!.crop.height >= 920, `${ratio}: ${JSON.stringify(print)}`)
    }
  }
})

test('in a square a long title is no larger than the line to come, and a short one is', () => {
  const most = ({ text }: { text: { sizePx: number } }) => text.sizePx
  const next = 0.38 * 140
  assert.ok(most(plan(SIZES['1x1'], 'Lights').title) > 1.3 * next)
  for (const title of ['I Was Younger Then, and So Were You', LONG])
    assert.ok(most(plan(SIZES['1x1'], title).title) <= next, title)
})

const SUNG = ['We left the harbour with the lights still on', 'and the water held our names', LONG, 'undone']

for (const [ratio, size] of Object.entries(SIZES)) {
  for (const isOverPicture of [false, true]) {
    test(`${ratio}${isOverPicture ? ' over a picture' : ''}: the sung line begins at one height, to the last, between its neighbours`, () => {
      const layout = planLines(size, isOverPicture)
      const { rows, window, focusY, lineGap } = layout
      const scroll = planScroll(layout)
      for (const [index, row] of rows.entries()) {
        const frame = frameAt(row.startSecs + 1.5)
        const spanOf = (at: number) => {
          const top = scroll.shift(at, frame)
          return { top, bottom: top + scroll.scale(at, frame) * rows[at]!.height }
        }
        const seen = rows.flatMap((_, at) => (scroll.presence(at, frame) > 0 ? [at] : []))
        assert.deepEqual(
          seen,
          (layout.hasPast ? [index - 1, index, index + 1] : [index, index + 1]).filter((at) => rows[at]),
        )
        assert.ok(Math.abs(spanOf(index).top - (focusY - window.y)) < 0.001)
        assert.equal(scroll.scale(index, frame), 1)
        for (const at of seen) {
          assert.equal(scroll.presence(at, frame), 1)
          assert.ok(spanOf(at).top >= -1 && spanOf(at).bottom <= window.height + 1, `${index}, ${at}`)
          if (at > seen[0]!) assert.ok(spanOf(at).top - spanOf(at - 1).bottom >= lineGap - 1)
        }
      }
    })
  }
}

test('lines keep apart while they move, also where the next one comes before the move has ended', () => {
  const layout = planLines(SIZES['9x16'], false, 0.35)
  const scroll = planScroll(layout)
  for (let index = 0; index < 60; index++) {
    const frame = frameAt(index / 30)
    let bottom = Number.NEGATIVE_INFINITY
    for (const [at, { height }] of layout.rows.entries()) {
      if (scroll.presence(at, frame) < 0.05) continue
      assert.ok(scroll.shift(at, frame) > bottom, `line ${at} at ${frame.secs} s`)
      bottom = scroll.shift(at, frame) + scroll.scale(at, frame) * height
    }
  }
})

test('a quieter voice stands below its line, and both fit between the neighbours', () => {
  const { rows, window } = planLines(SIZES['1x1'], false, 2, 1)
  const [line, voice] = [rows[0]!, rows[1]!]
  assert.equal(voice.group, line.group)
  assert.ok(voice.top > line.height)
  assert.ok(voice.top + voice.height < 0.6 * window.height)
})

function frameAt(secs: number): Frame {
  return { index: Math.round(30 * secs), secs, count: 300, fps: 30, position: secs / 10 }
}

function planLines(
  size: { width: number; height: number },
  isOverPicture: boolean,
  secs = 2,
  background?: number,
) {
  const lines = SUNG.map((text, index) => ({
    text,
    startSecs: index * secs,
    endSecs: (index + 1) * secs,
    ...(index === background && { isBackground: true }),
  }))
  const song = { title: 'Harbour Lights', artist: 'North & Vale', album: '' }
  const lyrics: Lyrics = { lines, timing: 'LINE', songLines: SUNG, at: () => undefined }
  return planStack(size, { song, lyrics, font: 'GROTESK', durationSecs: 10, cover: SLEEVE, isOverPicture })
}

test('a line of four words is larger in a tall frame than in a square, where the line before stays', () => {
  const sizeOf = (ratio: keyof typeof SIZES) => planLines(SIZES[ratio], false).rows[1]!.sung!.text.sizePx
  assert.ok(sizeOf('9x16') > 1.15 * sizeOf('1x1'))
})

test('above the cover of a tall frame lies more air than between two lines', () => {
  const { window, cover, frame } = plan(SIZES['9x16'], 'Harbour Lights')
  assert.ok(cover.y - (window.y + window.height) >= frame.scale(56))
})

function areApart(a: Box, b: Box): boolean {
  const apart = (from: number, length: number, other: number, otherLength: number) =>
    from + length <= other + 0.6 || other + otherLength <= from + 0.6
  return apart(a.x, a.width, b.x, b.width) || apart(a.y, a.height, b.y, b.height)
}
