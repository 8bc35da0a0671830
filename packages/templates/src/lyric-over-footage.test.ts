import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LyricLine, planFrame } from '@songreel/kit'
import { sizeShape } from '@songreel/render'
import { depthAt } from './lyric-over-footage/draw-dusk.ts'
import { placeLine } from './lyric-over-footage/draw-lines.ts'
import { findLost, GROUNDS, type Ground, planLayout, standInRoom } from './lyric-over-footage/layout.ts'
import { planLines } from './lyric-over-footage/lines.ts'
import { chooseGround, judgeGround } from './lyric-over-footage/plan-film.ts'
import type { LayoutWish } from './lyric-over-footage/set-names.ts'

const WORDS = { title: 'Night Ferry', artist: 'North & Vale', note: '' }
const LONG = 'The slow and steady drift of all the lights we left on in the house'.repeat(2)
const ARTIST = 'Herobrine & The Seventh Sons of Mercury feat. Aury Delacroix'
const SHAPES = ['9x16', '4x5', '1x1', '16x9']

/** When no credit is there. */
const TIMES = { fromSecs: 0, untilSecs: 30 }

type Wish = Partial<LayoutWish> & { ratio?: number; ground?: Ground }

function plan(shape: string, { ratio = 1, ground = 'FULL', ...wish }: Wish = {}) {
  const cover = { width: 900 * ratio, height: 900 }
  return planLayout({ size: sizeShape(shape, 1080), words: WORDS, font: 'SERIF', cover, ...wish }, ground)
}

/** The layout on each ground that a frame may have. */
function planAll(shape: string, wish: Omit<Wish, 'ground'> = {}) {
  return GROUNDS[planFrame(sizeShape(shape, 1080)).shape].map((ground) => plan(shape, { ...wish, ground }))
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

for (const shape of SHAPES) {
  const { safe } = planFrame(sizeShape(shape, 1080))

  test(`${shape}: the film has most of the frame, and goes over into the dark without an edge`, () => {
    for (const { frame, window, dusk, ground } of planAll(shape)) {
      const share = (window.width * window.height) / (frame.width * frame.height)
      assert.ok(share >= 0.6, `${ground}: ${share}`)
      const depth = { atType: 0.76, atEnd: ground === 'FULL' ? 0.92 : 1 }
      const at = Array.from({ length: 101 }, (_, i) => dusk.from + ((dusk.to - dusk.from) * i) / 100)
      const depths = at.map((place) => depthAt(dusk, depth, place))
      assert.ok(depths[0]! < 0.001 && Math.abs(depths.at(-1)! - depth.atEnd) < 0.001)
      for (const [i, own] of depths.entries()) {
        const step = own - (depths[i - 1] ?? 0)
        assert.ok(step >= -1e-9 && step < 0.035, `${ground}, ${i}: ${step}`)
      }
      if (ground === 'FULL') continue
      const edges =
        dusk.axis === 'x' ? [window.x, window.x + window.width] : [window.y, window.y + window.height]
      assert.ok(edges.includes(dusk.to), 'the film ends where it is dark')
    }
  })

  test(`${shape}: all lines and the credit stand in the dark`, () => {
    for (const layout of planAll(shape)) {
      const { room, dusk, ground } = layout
      const depth = { atType: 0.76, atEnd: 1 }
      const ends = dusk.axis === 'x' ? [room.x, room.x + room.width] : [room.y, room.y + room.height]
      for (const end of ends) assert.ok(depthAt(dusk, depth, end) >= 0.76, `${ground}: ${end}`)
      const { credit } = layout
      const at = standInRoom(layout, credit)
      assert.ok(at.y >= room.y - 1 && at.y + at.height <= room.y + room.height + 1)
    }
  })

  test(`${shape}: lines have one size, and begin on one baseline or end on one: nothing jumps`, () => {
    for (const layout of planAll(shape)) {
      const texts = ['We left the harbour with our lanterns burning on', 'One by one', 'Glory']
      const lines = texts.map((text, i) => sing(text, 2 + 3 * i, 4 + 3 * i))
      const shown = planLines(lines, { layout, font: 'SERIF', ...TIMES })
      assert.equal(new Set(shown.map(({ text }) => text.sizePx)).size, 1)
      const baselines = shown.map(({ text }) => {
        const { y } = placeLine(layout, text)
        return Math.round(y + text.lines.at(layout.anchor === 'TOP' ? 0 : -1)!.baseline)
      })
      assert.equal(new Set(baselines).size, 1, `${baselines}`)
      for (const { text } of shown) {
        const { x, y } = placeLine(layout, text)
        assert.ok(x + text.ink.right <= safe.x + safe.width + 4)
        assert.ok(y + text.ink.top >= layout.room.y - 12 && y + text.ink.bottom <= safe.y + safe.height + 12)
      }
    }
  })

  test(`${shape}: with a brand's logo the cover of the last picture stands above it, inside of the frame's safe part`, () => {
    for (const ratio of [0.67, 1, 1.5]) {
      const layout = plan(shape, { ratio, logoSize: { width: 400, height: 200 } })
      const { cover, logo } = layout
      assert.ok(cover.y >= safe.y - 0.01 && cover.y + cover.height <= safe.y + safe.height + 0.01)
      assert.ok(cover.y + cover.height <= logo!.y)
    }
  })

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

  test(`${shape}: the credit fits its room with any title, and what stands in it does so below each other`, () => {
    for (const title of ['Night Ferry', 'ليل طويل', LONG, ''])
      for (const { credit, room } of planAll(shape, { words: { title, artist: ARTIST, note: LONG } })) {
        assert.ok(credit.width <= room.width + 1 && credit.height <= room.height + 1, title)
        let edge = -1
        for (const { text, x, y } of credit.texts) {
          const [left, right] = [x + text.ink.left, x + text.ink.right]
          const [top, bottom] = [y + text.ink.top, y + text.ink.bottom]
          assert.ok(left >= -8 && right <= credit.width + 8 && bottom <= credit.height + 1, title)
          assert.ok(top >= edge - 1 && !text.isTruncated, title)
          edge = bottom
        }
      }
  })

  test(`${shape}: lines come one at a time, each before it is sung, and a long one is parted rather than small`, () => {
    const long =
      'and all of the lanterns that we had hung along the harbour wall went out over the water one by one and nobody was left who knew the way back home to you'
    const lines = [sing('We left', 2, 3), sing(long, 3.2, 9), sing('one by one', 9.5, 11)]
    for (const layout of planAll(shape)) {
      const shown = planLines(lines, { layout, font: 'SERIF', ...TIMES })
      assert.ok(shown.length > lines.length)
      for (const [i, { line, showSecs, hideSecs, text }] of shown.entries()) {
        assert.ok(!text.isTruncated)
        assert.ok(text.sizePx >= 0.8 * layout.linePx - 0.01, `${layout.ground}: ${text.sizePx}`)
        assert.ok(showSecs <= line.startSecs && hideSecs >= line.endSecs - 0.21)
        const isAfter = showSecs >= (shown[i - 1]?.hideSecs ?? 0) - 1e-6
        assert.ok(isAfter, `line ${i} comes before the last one is gone`)
      }
    }
  })
}

test('a face behind type speaks more against a ground than what else there is to see, and its hair hardly', () => {
  const judge = (ground: Ground, { face = 0, seen = 0, crown = 0, shown = 1, cuts = false }) =>
    judgeGround(
      {
        measureBehind: () => ({ face, seen }),
        measureCrown: () => crown,
        measureShown: () => shown,
        isCutting: () => cuts,
      },
      0,
      plan('1x1', { ground }),
    )
  assert.ok(judge('FULL', { face: 0.6 }) > judge('HEAD', { seen: 0.5, face: 0.03 }))
  assert.ok(judge('HEAD', { face: 0.02 }) < 0.1)
  // Behind type in a frame that the film fills it's seen all the same, and in the dark it's lost.
  assert.ok(judge('FULL', { seen: 0.5 }) < judge('FOOT', { seen: 0.5 }))
  assert.ok(judge('FULL', { shown: 0.4 }) > judge('HEAD', { shown: 0.4 }))
  assert.ok(judge('HEAD', { cuts: true }) > 0.5)
  // Legs in the dark are better than the upper part of a figure.
  assert.ok(judge('FOOT', { seen: 0.5 }) < judge('HEAD', { seen: 0.3, crown: 0.5 }))
})

/** Clips as wide as film, in each of which one thing stands out between two heights. */
function makeFilm(boxes: readonly { top: number; bottom: number }[]) {
  const [columns, rows] = [32, 18]
  const clips = boxes.map(({ top, bottom }, i) => {
    const weights = new Float32Array(new SharedArrayBuffer(4 * columns * rows))
    const cells = Array.from(weights, (_, cell) => {
      const [x, y] = [((cell % columns) + 0.5) / columns, (Math.floor(cell / columns) + 0.5) / rows]
      return x > 0.35 && x < 0.65 && y > top && y < bottom ? 1 : 0.02
    })
    const all = cells.reduce((sum, own) => sum + own, 0)
    weights.set(cells.map((own) => own / all))
    const salience = { columns, rows, weights }
    const look = { secs: 0.5, salience, brightness: 0.4, contrast: 0.1, colour: '#808080' }
    const size = { width: 1280, height: 720, fps: 30, durationSecs: 1 }
    return { path: `${i}.mp4`, container: 'mov' as const, ...size, looks: [look], lights: [] }
  })
  const shots = clips.map(({ looks: [look] }, clip) => {
    const times = { startFrame: 30 * clip, endFrame: 30 * clip + 30, fromSecs: 0, speed: 1 }
    return { ...times, isLoud: true, whip: 0, clip, looks: { from: look, to: look } }
  })
  return { shots, film: { clips, fps: 30, seed: 1 } }
}

for (const shape of ['9x16', '4x5', '1x1'])
  test(`${shape}: words stand where they hide no figure's head: below figures at the top, above those at the foot`, () => {
    const choose = (boxes: readonly { top: number; bottom: number }[]) => {
      const { shots, film } = makeFilm(boxes)
      const cover = { width: 900, height: 900 }
      const wish: LayoutWish = { size: sizeShape(shape, 1080), words: WORDS, font: 'SERIF', cover }
      return chooseGround(wish, shots, film).layout
    }
    const atTop = choose([
      { top: 0.02, bottom: 0.6 },
      { top: 0.05, bottom: 0.95 },
    ])
    assert.notEqual(atTop.ground, 'HEAD')
    assert.ok(
      atTop.room.y + atTop.room.height <= planFrame(atTop.frame).safe.y + planFrame(atTop.frame).safe.height,
    )
    assert.equal(choose([{ top: 0.6, bottom: 0.98 }]).ground, 'HEAD')
  })

test('a film melts away shortly before type: less than a fifth of the short side, or three tenths at a side', () => {
  for (const shape of SHAPES)
    for (const { ground, dusk } of planAll(shape)) {
      const most = { FULL: 1, FOOT: 0.2, HEAD: 0.2, SIDE: 0.3 }[ground]
      assert.ok(Math.abs(dusk.type - dusk.from) <= most * 1080 + 0.01, `${shape}, ${ground}`)
    }
})

test('a line that follows at once is there when it is sung: the one before it makes way', () => {
  const lines = [0, 4, 8].map((secs): LyricLine => ({ startSecs: secs, endSecs: secs + 4, text: 'We left' }))
  const shown = planLines(lines, { layout: plan('9x16'), font: 'SERIF', ...TIMES })
  for (const { line, showSecs } of shown.slice(1)) assert.ok(line.startSecs - showSecs > 0.19, `${showSecs}`)
})

test('a line that cannot be parted is smaller alone: all others keep their size', () => {
  const untimed: LyricLine = { startSecs: 5, endSecs: 9, text: LONG }
  const layout = plan('9x16')
  const shown = planLines([sing('We left', 1, 4), untimed], { layout, font: 'SERIF', ...TIMES })
  assert.ok(shown[0]!.text.sizePx > 1.3 * shown[1]!.text.sizePx)
  assert.ok(!shown[1]!.text.isTruncated)
})

test('what is lost of the film is what lies behind type in a full frame, and all of the dark that it melts into', () => {
  for (const shape of SHAPES)
    for (const layout of planAll(shape)) {
      const lost = findLost(layout)
      if (layout.ground === 'FULL') assert.deepEqual(lost, layout.room)
      else assert.ok(lost.width === layout.frame.width || lost.height === layout.frame.height)
      const { room } = layout
      assert.ok(lost.x <= room.x && lost.x + lost.width >= room.x + room.width, layout.ground)
      assert.ok(lost.y <= room.y && lost.y + lost.height >= room.y + room.height, layout.ground)
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
