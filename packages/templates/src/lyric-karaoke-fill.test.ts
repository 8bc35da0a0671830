import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  type AudioTrack,
  type Cover,
  contrast,
  hexToOklch,
  type Lyrics,
  type Palette,
  placeWords,
  toGroundTone,
} from '@songreel/kit'
import { describeCover } from '@songreel/kit/input'
import { ABOVE, planPath } from './lyric-karaoke-fill/ball.ts'
import { shapeCover } from './lyric-karaoke-fill/cover.ts'
import { measureInWay, planKaraoke, poseRow } from './lyric-karaoke-fill/layout.ts'
import { findRayContrast } from './lyric-karaoke-fill/rays.ts'
import { inkWords } from './lyric-karaoke-fill/words.ts'

const FIXTURE = JSON.parse(
  readFileSync(new URL('./lyric-karaoke-fill/fixture.json', import.meta.url), 'utf8'),
)
const FPS = 30
const SECS = 8
const SIZES = { '16x9': { width: 1920, height: 1080 }, '9x16': { width: 1080, height: 1920 } }
const AUDIO = { beatSecs: Array.from({ length: 16 }, (_, i) => i / 2), bpm: 120 } as unknown as AudioTrack

for (const [ratio, size] of Object.entries(SIZES)) {
  const { layout, path } = plan(size)

  test(`${ratio}: the ball lands on every word when it is sung`, () => {
    for (const row of layout.rows.filter(({ slot }) => slot !== 2)) {
      for (const word of placeWords(row.text, row.line)) {
        const ball = path({ secs: word.startSecs })
        const at = poseRow(layout, row, word.startSecs)
        const middle = at.x + (at.scale * (word.left + word.right)) / 2
        assert.ok(Math.abs(ball.x - middle) < 1, `${word.text}: ${ball.x}, not ${middle}`)
        const top = at.y + at.scale * (word.baseline - ABOVE * row.text.sizePx)
        assert.equal(ball.presence, 1)
        assert.ok(Math.abs(ball.y - top) < 1, `${word.text}: ${ball.y}, not ${top}`)
      }
    }
  })

  test(`${ratio}: the ball flies, and jumps only where it is not seen`, () => {
    for (let frame = 1; frame < SECS * FPS; frame++) {
      const [from, to] = [path({ secs: (frame - 1) / FPS }), path({ secs: frame / FPS })]
      const way = Math.hypot(to.x - from.x, to.y - from.y)
      const isSeen = Math.max(from.presence, to.presence) > 0.2
      assert.ok(way < 0.15 * size.width || !isSeen, `${way} pixels at frame ${frame}`)
    }
  })

  test(`${ratio}: the ball never lies on letters`, () => {
    for (let frame = 0; frame < SECS * FPS; frame++) {
      const secs = frame / FPS
      const ball = path({ secs })
      if (ball.presence < 0.2) continue
      for (const row of layout.rows) {
        if (row.slot === 2 || secs < row.showSecs || secs >= row.hideSecs) continue
        const { x, y, scale } = poseRow(layout, row, secs)
        const ballPx = ball.scale * layout.ballPx
        for (const word of placeWords(row.text, row.line)) {
          const [left, right] = [x + scale * word.left, x + scale * word.right]
          const [top, bottom] = [0.74, -0.2].map((em) => y + scale * (word.baseline - em * row.text.sizePx))
          const across = Math.min(right, ball.x + ballPx / 2) - Math.max(left, ball.x - ballPx / 2)
          const down = Math.min(bottom!, ball.y) - Math.max(top!, ball.y - ballPx)
          assert.ok(across <= 0 || down <= 0.5, `on "${word.text}" by ${down} at ${secs}`)
        }
      }
    }
  })

  test(`${ratio}: the ball is never an accent on a letter of the names, nor of a row that waits`, () => {
    const { title, artist } = layout
    const names = Math.max(...[title, artist].map(({ box, text }) => box.y + text.ink.bottom))
    for (let frame = 0; frame < SECS * FPS; frame++) {
      const secs = frame / FPS
      const { x, y, scale, presence } = path({ secs })
      if (presence < 0.2) continue
      assert.ok(y - scale * layout.ballPx > names, `in the names at ${secs}`)
      for (const row of layout.rows) {
        const isWaiting = row.slot === 1 && secs >= row.showSecs && secs < (row.riseSecs ?? row.hideSecs)
        if (!isWaiting || secs > row.line.startSecs - 0.15) continue
        const at = poseRow(layout, row, secs)
        const isAcross = x > at.x && x < at.x + at.scale * row.text.block.right
        const isAt = y > at.y - 0.1 * row.text.sizePx && y < at.y + at.scale * row.text.block.bottom
        assert.ok(!isAcross || !isAt, `on "${row.line.text}" at ${secs}`)
      }
    }
  })

  test(`${ratio}: rows stand in reading order: none that is sung later stands above another`, () => {
    for (let frame = 0; frame < SECS * FPS; frame++) {
      const secs = frame / FPS
      const tops = layout.rows
        .filter(({ slot, showSecs, hideSecs }) => slot !== 2 && secs >= showSecs && secs < hideSecs)
        .toSorted((a, b) => a.line.startSecs - b.line.startSecs)
        .map((row) => poseRow(layout, row, secs).y)
      assert.deepEqual(
        tops,
        tops.toSorted((a, b) => a - b),
        `at ${secs}`,
      )
    }
  })

  test(`${ratio}: the row that waits is smaller, but read on a phone, and further away than the lines of a row are from each other, also on its way`, () => {
    const front = layout.rows.filter(({ slot }) => slot !== 2)
    let pairs = 0
    for (let frame = 0; frame < SECS * FPS; frame++) {
      const secs = frame / FPS
      const [upper, lower] = front.filter(({ showSecs, hideSecs }) => secs >= showSecs && secs < hideSecs)
      if (!upper || !lower) continue
      const inWay = measureInWay(layout, lower, secs)
      // Not seen before half an em is left, and moved down by what is left.
      if (inWay > 0.5 * lower.text.sizePx) continue
      pairs++
      const [above, below] = [poseRow(layout, upper, secs), poseRow(layout, lower, secs)]
      const foot = above.y + above.scale * (upper.text.lines.at(-1)?.baseline ?? 0)
      const head =
        below.y + inWay + below.scale * ((lower.text.lines[0]?.baseline ?? 0) - 0.73 * lower.text.sizePx)
      const [first, second] =
        layout.rows.flatMap(({ text }) => (text.lines.length > 1 ? [text.lines] : []))[0] ?? []
      const apart = (second?.baseline ?? 0) - (first?.baseline ?? 0) - 0.73 * upper.text.sizePx
      assert.ok(apart > 0 && head - foot > 1.4 * apart, `${head - foot}, lines ${apart} at ${secs}`)
      if (below.scale < 1 && above.scale === 1) {
        const [least, most] = ratio === '9x16' ? [0.5, 0.7] : [0.45, 0.55]
        assert.ok(below.scale >= least && below.scale <= most, `${below.scale}`)
      }
    }
    assert.ok(pairs > SECS * 5)
  })

  test(`${ratio}: rows, names and cover stand clear of each other`, () => {
    const { cover, slots, artist } = layout
    for (const slot of slots.slice(0, 2)) {
      const isClear = slot.y + slot.height <= cover.y || slot.x + slot.width <= cover.x
      assert.ok(isClear, 'the cover is free of type')
      assert.ok(artist.box.y + artist.box.height <= slot.y)
    }
  })
}

for (const logoSize of [
  { width: 300, height: 90 },
  { width: 50, height: 100, ink: 0.1 },
])
  test(`a logo of ${logoSize.width}x${logoSize.height} stands beside the names, clear of them, of rows and of the cover`, () => {
    for (const size of Object.values(SIZES)) {
      const { layout } = plan(size, logoSize)
      const { logo, title, artist, cover, slots } = layout
      assert.ok(logo)
      for (const { box, text } of [title, artist])
        assert.ok(box.x + text.ink.right + 0.04 * size.width < logo.x, 'clear of the names')
      assert.ok(logo.y + logo.height <= slots[0].y, 'above the rows')
      assert.ok(logo.y + logo.height < cover.y || logo.x + logo.width < cover.x, 'off the cover')
    }
  })

for (const [name, times] of Object.entries({
  'a pause after two rows': [
    [0.5, 2],
    [2.2, 4],
    [8, 9.5],
    [9.8, 11],
  ],
  'a line that is held while two others are sung': [
    [0.5, 6],
    [2, 4],
    [4.5, 6.5],
    [7, 8],
  ],
}))
  test(`${name}: no row stands on another`, () => {
    const lines = times.map(([startSecs, endSecs]) => ({ text: 'Hold the line', startSecs, endSecs }))
    for (const size of Object.values(SIZES)) {
      const layout = planKaraoke(size, {
        song: FIXTURE.song,
        lyrics: { lines } as unknown as Lyrics,
        font: 'MODERN',
        durationSecs: 12,
      })
      for (let secs = 0; secs < 12; secs += 1 / FPS) {
        const seen = layout.rows.filter(({ showSecs, hideSecs }) => secs >= showSecs && secs < hideSecs)
        const isMoving = ({ showSecs, riseSecs = -1 }: (typeof seen)[number]) =>
          secs < showSecs + 0.5 || (secs > riseSecs - 0.1 && secs < riseSecs + 0.8)
        if (seen.some(isMoving)) continue
        const tops = seen.map((row) => poseRow(layout, row, secs).y)
        const apart = tops.length < 2 ? Number.POSITIVE_INFINITY : Math.abs(tops[0]! - tops[1]!)
        assert.ok(tops.length <= 2 && apart > 0.6 * seen[0]!.text.sizePx, `${tops} at ${secs}`)
      }
    }
  })

test('where nobody sings there is no ball', () => {
  const song = FIXTURE.song
  const layout = planKaraoke(SIZES['9x16'], { song, lyrics: undefined, font: 'MODERN', durationSecs: SECS })
  assert.equal(planPath(layout, AUDIO, 'FULL'), undefined)
})

function plan(size: { width: number; height: number }, logoSize?: { width: number; height: number }) {
  const lyrics = { lines: FIXTURE.lyrics } as Lyrics
  const words = { song: FIXTURE.song, lyrics, font: 'MODERN', durationSecs: SECS, logoSize } as const
  const layout = planKaraoke(size, words)
  const path = planPath(layout, AUDIO, 'FULL')
  assert.ok(path)
  return { layout, path }
}

for (const [name, tint] of [
  ['a grey', [1, 1, 1]],
  ['a brown', [1, 0.6, 0.2]],
  ['a green', [0.4, 1, 0.3]],
] as const)
  for (const theme of ['DARK', 'LIGHT'] as const) {
    test(`${name} cover, ${theme}: what is sung is a clear step from what waits, and both can be read on the rays`, () => {
      const pixels = new Uint8ClampedArray(new SharedArrayBuffer(64 * 64 * 4))
      for (let i = 0; i < 64 * 64; i++) pixels.set([...tint.map((share) => share * 3 * (i % 64)), 255], 4 * i)
      const picture = {
        pixels,
        width: 64,
        height: 64,
        originalWidth: 64,
        originalHeight: 64,
        hasAlpha: false,
      }
      const { palette } = describeCover(picture, picture, { theme }, false)
      const { waiting, sung } = inkWords(palette)
      assert.ok(hexToOklch(waiting).chroma < 0.085, `${waiting} waits in a colour, as if it were being sung`)
      assert.ok(contrast(sung, waiting) > 1.8, `${contrast(sung, waiting)}`)
      const ray = toGroundTone('#808080', palette.text, findRayContrast(palette))
      assert.ok(contrast(sung, ray) > 1.8 * contrast(waiting, ray), 'what is sung is the stronger')
      for (const ink of [waiting, sung]) assert.ok(contrast(ink, ray) > 4.5, `${ink} on ${ray}`)
    })
  }

test('the cover stands at the edges of the frame, large and never stretched, and no row comes near it', () => {
  const words = { song: FIXTURE.song, lyrics: undefined, font: 'MODERN', durationSecs: SECS } as const
  for (const ratio of [0.7, 1, 1.25, 1.78])
    for (const isWhole of [true, false]) {
      const tall = planKaraoke(SIZES['9x16'], { ...words, print: { ratio, isWhole } })
      const wide = planKaraoke(SIZES['16x9'], { ...words, print: { ratio, isWhole } })
      const { cover, slots } = tall
      assert.ok(cover.y - slots[1].y - slots[1].height >= 40, `${ratio}: ${cover.y}`)
      assert.deepEqual([cover.x + cover.width, cover.y + cover.height], [1080, 1920])
      assert.ok(cover.width >= (ratio < 1 ? 0.6 : 0.85) * 1080, `${ratio}: ${cover.width}`)
      assert.ok(wide.cover.x - wide.room.x - wide.room.width >= 80, `${ratio}: ${wide.cover.x}`)
      for (const { width, height } of [cover, ...(isWhole ? [wide.cover] : [])])
        assert.ok(Math.abs(width / height - ratio) < 0.02, `${width}x${height}`)
    }
})

test('the line that is sung is huge', () => {
  const words = { song: FIXTURE.song, lyrics: { lines: FIXTURE.lyrics } as Lyrics, font: 'MODERN' } as const
  const sizeIn = (size: { width: number; height: number }, ratio: number) => {
    const { rows } = planKaraoke(size, { ...words, durationSecs: SECS, print: { ratio, isWhole: false } })
    return Math.max(...rows.map(({ text }) => text.sizePx)) / 1080
  }
  assert.ok(sizeIn(SIZES['9x16'], 1.25) > 0.115, `${sizeIn(SIZES['9x16'], 1.25)}`)
  assert.ok(sizeIn(SIZES['16x9'], 0.86) > 0.1, `${sizeIn(SIZES['16x9'], 0.86)}`)
})

test('the ball is a ball beside the letters, no stray dot', () => {
  for (const [ratio, size] of Object.entries(SIZES)) {
    const { ballPx, rows } = plan(size).layout
    const [first] = rows
    const capitalPx = 0.73 * (first?.text.sizePx ?? 0)
    assert.ok(ballPx > capitalPx / 3 && ballPx < capitalPx / 2, `${ratio}: ${ballPx}`)
  }
})

test('the ball is told from its ground by its hue, or white: never blue on blue', () => {
  const palette = (accent: string) =>
    ({
      ...{ accent, accent2: accent, grounds: ['#1d3a6b', '#26265e'], gradient: ['#1d3a6b', '#26265e'] },
      ...{ background: '#0a1020', surface: '#101828', text: '#ffffff', theme: 'DARK' },
    }) as unknown as Palette
  assert.equal(inkWords(palette('#4f86d6')).accent, '#ffffff')
  const { chroma, hue } = hexToOklch(inkWords(palette('#e8c14a')).accent)
  assert.ok(chroma > 0.07 && Math.abs(hue - hexToOklch('#e8c14a').hue) < 0.2, `${chroma} at ${hue}`)
})

test('16x9: a cover that has something to see at its sides stands whole, at the full height of the frame', () => {
  const weights = new Float32Array(new SharedArrayBuffer(1600)).fill(1 / 400)
  const cover = { width: 1000, height: 1000, salience: { columns: 20, rows: 20, weights, faces: [] } }
  const print = shapeCover(cover as unknown as Cover, 'WIDE')
  assert.ok(print.isWhole)
  const words = { song: FIXTURE.song, lyrics: undefined, font: 'MODERN', durationSecs: SECS } as const
  const { width, height } = planKaraoke(SIZES['16x9'], { ...words, print }).cover
  assert.deepEqual([width, height], [1080, 1080])
})
