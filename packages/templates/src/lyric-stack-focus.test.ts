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
        const { window, title: name, artist, print, frame } = plan(size, title, cover)
        const boxes = [window, name.box, artist.box, print.box]
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
}

test('every cover lies across the foot of a tall frame; one with room above its subject goes over into the ground', () => {
  const size = SIZES['9x16']
  const { print } = plan(size, 'Harbour Lights')
  assert.deepEqual([print.kind, print.box.x, print.box.width], ['PICTURE', 0, 1080])
  assert.ok(print.melts && print.box.y + print.box.height === 1920)
  for (const title of ['Harbour Lights', 'ليل طويل']) {
    const { print } = plan(size, title, { ...SLEEVE, salience: PORTRAIT } as never)
    const { box, crop, melts } = print
    assert.ok(crop.y === 0 && Math.round(crop.width) === 1000 && melts === undefined, JSON.stringify(crop))
    assert.ok(box.width === 1080 && box.y + box.height === size.height, JSON.stringify(box))
    assert.ok(crop.height >= 900, `the chin is cut at ${crop.height}`)
  }
})

test('a tall frame never cuts off the top of a subject, nor lets it melt away', () => {
  for (const first of [1, 2, 3, 4]) {
    const weights = Float32Array.from({ length: 100 }, (_, i) => {
      const isInside = i % 10 >= 4 && i % 10 < 6 && i >= 10 * first
      return isInside ? 1 / (2 * (10 - first)) : 0
    })
    const salience = { columns: 10, rows: 10, weights, faces: [] }
    const { print } = plan(SIZES['9x16'], 'Harbour Lights', { ...SLEEVE, salience } as never)
    const top = print.crop.y + (print.melts ?? 0) * print.crop.height
    assert.ok(top <= 100 * first, `${first}: seen from ${top}`)
  }
})

test('a cover whose subject needs more height across the foot of a tall frame has it', () => {
  const size = SIZES['9x16']
  const low = plan(size, 'Harbour Lights').print
  const weights = Float32Array.from({ length: 100 }, (_, i) => {
    const isInside = i % 10 >= 3 && i % 10 < 7 && i < 80
    return isInside ? 1 / 32 : 0
  })
  const salience = { columns: 10, rows: 10, weights, faces: [] }
  const { print } = plan(size, 'Harbour Lights', { ...SLEEVE, salience } as never)
  assert.equal(print.box.width, size.width)
  assert.ok(print.box.height > low.box.height, `${print.box.height} px`)
})

test('beside the lines of a wide frame a group is shown from side to side, also where no face is made out', () => {
  const weights = Float32Array.from({ length: 100 }, (_, i) => (i >= 20 && i % 10 !== 4 ? 1 / 72 : 0))
  const salience = { columns: 10, rows: 10, weights, faces: [] }
  for (const title of ['Harbour Lights', 'ليل طويل']) {
    const group = { width: 1600, height: 1207, salience } as never
    const { print, window, frame } = plan(SIZES['16x9'], title, group)
    assert.ok(print.crop.width >= 0.85 * 1600, `${print.crop.width} of 1600`)
    assert.ok(Math.abs(print.crop.width / print.crop.height - print.box.width / print.box.height) < 0.01)
    assert.ok(areApart(window, print.box) && print.box.width <= 0.58 * frame.size.width)
  }
})

test('beside the lines of a wide frame a cover that does not fill the height goes on to both its ends', () => {
  const weights = Float32Array.from({ length: 100 }, (_, i) => (i >= 20 && i % 10 !== 4 ? 1 / 72 : 0))
  const salience = { columns: 10, rows: 10, weights, faces: [] }
  const { print, frame } = plan(SIZES['16x9'], 'Harbour Lights', {
    width: 1800,
    height: 1000,
    salience,
  } as never)
  assert.ok(print.box.height < 0.9 * frame.size.height)
  assert.deepEqual(print.area, { ...print.box, y: 0, height: frame.size.height })
  assert.equal(plan(SIZES['16x9'], 'Harbour Lights').print.area, undefined)
})

test('an upright group stands whole beside the lines of a wide frame, and in the middle of a tall one', () => {
  const faces = [0.02, 0.8].map((y) => ({ x: 0.35, y, width: 0.3, height: 0.18 }))
  const salience = { columns: 10, rows: 10, weights: new Float32Array(100).fill(0.01), faces }
  for (const width of [400, 667, 950])
    for (const title of ['Harbour Lights', 'ليل طويل'])
      for (const shape of ['9x16', '16x9'] as const) {
        const picture = { width, height: 1000, pixels: new Uint8ClampedArray(4000 * width) }
        const group = { width, height: 1000, salience, picture } as never
        const { print, window, frame } = plan(SIZES[shape], title, group)
        const told = `${shape} ${width}: ${JSON.stringify(print)}`
        assert.ok(print.crop.width > 0.85 * width && print.crop.height > 990, told)
        assert.ok(areApart(window, print.box) && print.box.y + print.box.height === frame.size.height, told)
        const [left, right] = [print.box.x, frame.size.width - print.box.x - print.box.width]
        if (shape === '9x16') assert.ok(Math.abs(left - right) <= 1, told)
        else assert.equal(title === 'Harbour Lights' ? left : right, 0, told)
      }
})

/** A face that fills a cover. */
const PORTRAIT = {
  columns: 10,
  rows: 10,
  weights: new Float32Array(100).fill(0.01),
  faces: [{ x: 0.2, y: 0.1, width: 0.6, height: 0.8 }],
}

const SUNG = ['We left the harbour with the lights still on', 'and the water held our names', LONG, 'undone']

for (const [ratio, size] of Object.entries(SIZES)) {
  for (const isOverPicture of [false, true]) {
    test(`${ratio}${isOverPicture ? ' over a picture' : ''}: the line that is sung is whole in sight, and so is the one after it`, () => {
      const layout = planLines(size, isOverPicture)
      const { rows, window } = layout
      const scroll = planScroll(layout)
      for (const [index, { startSecs, height }] of rows.entries()) {
        const frame = frameAt(startSecs + 1.5)
        const top = scroll.shift(index, frame)
        assert.ok(top >= -1 && top + height <= window.height + 1, `${index}: ${top}`)
        assert.equal(scroll.presence(index, { top: 0, bottom: height }, frame), 1)
        const next = rows[index + 1]
        if (!next) continue
        const parts = next.sung!.text.lines.map(({ ink }) => scroll.presence(index + 1, ink, frame))
        assert.equal(new Set(parts).size, 1, `half of the next line is seen: ${parts}`)
        if (height + next.height + layout.lineGap <= window.height) assert.equal(parts[0], 1)
      }
    })

    test(`${ratio}${isOverPicture ? ' over a picture' : ''}: lines begin at the window's head, and what they leave of it at the end of the song is above and below them`, () => {
      const layout = planLines(size, isOverPicture)
      const { rows, window, lineGap } = layout
      const scroll = planScroll(layout)
      assert.equal(scroll.shift(0, frameAt(0)), 0)
      const end = frameAt(9.9)
      if (scroll.shift(0, end) === 0) return
      const seen = rows.flatMap(({ height }, i) =>
        scroll.presence(i, { top: 0, bottom: height }, end) > 0 ? [scroll.shift(i, end)] : [],
      )
      const last = rows.length - 1
      const below = window.height - scroll.shift(last, end) - scroll.size(last, end) * rows[last]!.height
      assert.ok(Math.abs(seen[0]! - below) <= 1, `${seen[0]} above, ${below} below`)
      const hidden = rows[rows.length - seen.length - 1]!
      assert.ok(below <= (hidden.height + lineGap) / 2, `${below} px are empty`)
    })

    test(`${ratio}${isOverPicture ? ' over a picture' : ''}: all lines have one size`, () => {
      const sizes = planLines(size, isOverPicture).rows.map(({ sung }) => sung!.text.sizePx)
      assert.ok(Math.max(...sizes) - Math.min(...sizes) < 1, sizes.join(' '))
    })
  }
}

test('a short line grows while it is sung, as far as the window is wide and the others leave it room, and is itself again at rest', () => {
  for (const size of Object.values(SIZES)) {
    const layout = planLines(size, false)
    const { rows, window } = layout
    const scroll = planScroll(layout)
    for (const [index, { startSecs, sung }] of rows.entries()) {
      const most = scroll.most(index)
      assert.ok(most >= 1 && most * (sung!.text.ink.right - sung!.text.ink.left) <= window.width + 1)
      assert.equal(scroll.size(index, frameAt(startSecs + 1.5)), most)
      if (index > 0) assert.equal(scroll.size(index, frameAt(startSecs - 0.5)), 1)
    }
    assert.ok(scroll.most(rows.length - 1) > 1.25, `${scroll.most(rows.length - 1)}`)
  }
})

test('what lines leave of a tall window is between them, and no more than one more line is wanting', () => {
  const layout = planShort()
  const { rows, window, lineGap } = layout
  const scroll = planScroll(layout)
  for (const [index, { startSecs }] of rows.entries()) {
    const frame = frameAt(startSecs + 1.5)
    const seen = rows.flatMap((row, at) => {
      const top = scroll.shift(at, frame)
      const foot = top + scroll.size(at, frame) * row.height
      return scroll.presence(at, { top: 0, bottom: row.height }, frame) > 0 ? [{ at, top, foot }] : []
    })
    assert.ok(seen[0]!.top > -1 && seen.at(-1)!.foot < window.height + 1, `${index}`)
    assert.ok(seen.length > 1, `line ${index} is alone`)
    for (const [i, { top }] of seen.slice(1).entries()) {
      const gap = top - seen[i]!.foot
      assert.ok(gap > 0.98 * lineGap && gap < 2.25 * lineGap, `${gap} px`)
    }
  }
})

test('lines keep apart while they move, also where the next one comes before the move has ended', () => {
  const layout = planLines(SIZES['9x16'], false, 0.35)
  const scroll = planScroll(layout)
  for (let index = 0; index < 60; index++) {
    const frame = frameAt(index / 30)
    let bottom = Number.NEGATIVE_INFINITY
    for (const [at, { height }] of layout.rows.entries()) {
      assert.ok(scroll.shift(at, frame) > bottom, `line ${at} at ${frame.secs} s`)
      bottom = scroll.shift(at, frame) + scroll.size(at, frame) * height - 0.5
    }
  }
})

test('a quieter voice stands below its line, smaller', () => {
  const { rows } = planLines(SIZES['1x1'], false, 2, 1)
  const [line, voice] = [rows[0]!, rows[1]!]
  assert.equal(voice.group, line.group)
  assert.ok(voice.top > line.height)
  assert.ok(voice.sung!.text.sizePx < 0.7 * line.sung!.text.sizePx)
})

test('no quieter voice is seen whose line has left the window', () => {
  for (const size of Object.values(SIZES))
    for (const isOverPicture of [false, true])
      for (const background of [1, 2]) {
        const layout = planLines(size, isOverPicture, 2, background)
        const scroll = planScroll(layout)
        for (const secs of [3.5, 5.5, 7.5]) {
          const [line, voice] = [background - 1, background].map((index) =>
            scroll.presence(index, { top: 0, bottom: layout.rows[index]!.height }, frameAt(secs)),
          )
          assert.ok(voice === 0 || line! > 0, `${size.width}, voice ${background} at ${secs} s`)
        }
      }
})

/** Lines of two rows, of which a tall window beside a high cover holds few, and a last one of a word. */
function planShort() {
  const texts = [
    'until the morning came undone',
    'I kept one lantern burning for you',
    'We left the harbour with the lights still on',
    'and the water held our names',
    'undone',
  ]
  const lines = texts.map((text, index) => ({ text, startSecs: 2 * index, endSecs: 2 * index + 2 }))
  const song = { title: 'Harbour Lights', artist: 'North & Vale', album: '' }
  const lyrics: Lyrics = { lines, timing: 'LINE', songLines: texts, at: () => undefined }
  const weights = Float32Array.from({ length: 100 }, (_, i) =>
    i % 10 > 2 && i % 10 < 7 && i < 80 ? 1 / 32 : 0,
  )
  const cover = { ...SLEEVE, salience: { columns: 10, rows: 10, weights, faces: [] } } as never
  return planStack(SIZES['9x16'], { song, lyrics, font: 'GROTESK', durationSecs: 10, cover })
}

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

test('lines are large, and larger in a tall frame, which is looked at on a phone', () => {
  const sizeOf = (ratio: keyof typeof SIZES) => planLines(SIZES[ratio], false).rows[1]!.sung!.text.sizePx
  assert.ok(sizeOf('9x16') >= 110 && sizeOf('1x1') >= 88 && sizeOf('16x9') >= 88)
})

function areApart(a: Box, b: Box): boolean {
  const apart = (from: number, length: number, other: number, otherLength: number) =>
    from + length <= other + 0.6 || other + otherLength <= from + 0.6
  return apart(a.x, a.width, b.x, b.width) || apart(a.y, a.height, b.y, b.height)
}

test('in a wide frame the names keep clear of the lines', () => {
  const { window, title, lineGap } = planLines(SIZES['16x9'], false)
  assert.ok(title.box.y - window.y - window.height >= 2 * lineGap)
})

test('in a tall frame no line comes nearer to the picture than 64 pixels, or to where it is half melted', () => {
  const layout = planLines(SIZES['9x16'], false)
  const { print, window } = layout
  const melted = print.melts ? (print.melts * print.box.height) / 2 : 0
  assert.ok(print.box.y + melted - window.y - window.height >= 64)
})

test('the small letters of the names do not stand closer than their face says', () => {
  for (const size of Object.values(SIZES))
    for (const { text } of [plan(size, 'Harbour Lights').title, plan(size, 'Harbour Lights').artist])
      assert.equal(text.type.trackingPx, 0)
})
