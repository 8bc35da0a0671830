import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type AudioTrack, contrast, type Lyrics, placeWords, toGroundTone } from '@songreel/kit'
import { describeCover } from '@songreel/kit/input'
import { planPath } from './lyric-karaoke-fill/ball.ts'
import { placeRow, planKaraoke } from './lyric-karaoke-fill/layout.ts'
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
      const at = placeRow(layout, row)
      for (const word of placeWords(row.text, row.line)) {
        const ball = path({ secs: word.startSecs })
        const middle = at.x + (word.left + word.right) / 2
        assert.ok(Math.abs(ball.x - middle) < 1, `${word.text}: ${ball.x}, not ${middle}`)
        const top = at.y + word.baseline - 0.82 * row.text.sizePx
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

  test(`${ratio}: rows, names and cover stand clear of each other`, () => {
    const { cover, slots, artist } = layout
    for (const slot of slots.slice(0, 2)) {
      const isClear = slot.y + slot.height <= cover.y || slot.x + slot.width <= cover.x
      assert.ok(isClear, 'the cover is free of type')
      assert.ok(artist.box.y + artist.box.height <= slot.y)
    }
  })
}

test('where nobody sings there is no ball', () => {
  const song = FIXTURE.song
  const layout = planKaraoke(SIZES['9x16'], { song, lyrics: undefined, font: 'MODERN', durationSecs: SECS })
  assert.equal(planPath(layout, AUDIO, 'FULL'), undefined)
})

function plan(size: { width: number; height: number }) {
  const lyrics = { lines: FIXTURE.lyrics } as Lyrics
  const layout = planKaraoke(size, { song: FIXTURE.song, lyrics, font: 'MODERN', durationSecs: SECS })
  const path = planPath(layout, AUDIO, 'FULL')
  assert.ok(path)
  return { layout, path }
}

for (const theme of ['DARK', 'LIGHT'] as const) {
  test(`a grey cover, ${theme}: what is sung is a clear step from what waits, and both can be read on the rays`, () => {
    const pixels = new Uint8ClampedArray(new SharedArrayBuffer(64 * 64 * 4))
    for (let i = 0; i < 64 * 64; i++) pixels.set([3 * (i % 64), 3 * (i % 64), 3 * (i % 64), 255], 4 * i)
    const picture = { pixels, width: 64, height: 64, originalWidth: 64, originalHeight: 64, hasAlpha: false }
    const { palette } = describeCover(picture, picture, { theme }, false)
    const { waiting, sung } = inkWords(palette)
    assert.ok(contrast(sung, waiting) > 1.8, `${contrast(sung, waiting)}`)
    const ray = toGroundTone('#808080', palette.text, findRayContrast(palette))
    for (const ink of [waiting, sung]) assert.ok(contrast(ink, ray) > 4.5, `${ink} on ${ray}`)
  })
}
