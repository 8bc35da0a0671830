import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rehearse } from '@songreel/render/authoring'
import { planTrack } from './base-art-track/layout.ts'

const SIZES = {
  '16x9': { width: 1920, height: 1080 },
  '1x1': { width: 1080, height: 1080 },
  '9x16': { width: 1080, height: 1920 },
}
const LONG =
  'The slow and steady drift of all the lights we left on in the house by the sea before the summer was over again '

for (const [ratio, size] of Object.entries(SIZES)) {
  test(`${ratio}: credits of any length stand clear of the cover and of each other, inside of the safe box`, () => {
    for (const title of ['', 'X', 'Tin Lanterns', LONG]) {
      const words = { title, artist: 'Odalys Wren', note: LONG, font: 'MODERN' } as const
      const { cover, frame, ...parts } = planTrack(size, words)
      const { safe } = frame
      const all = [parts.title.box, parts.artist.box, parts.note.box, parts.line]
      const boxes = all.filter((box) => box.height > 0)
      for (const box of boxes) {
        assert.ok(box.x >= cover.width || box.y >= cover.height, 'on the wall')
        if (box !== parts.line) {
          assert.ok(box.x >= safe.x - 0.01 && box.x + box.width <= safe.x + safe.width + 0.01)
          assert.ok(box.y >= safe.y - 0.01 && box.y + box.height <= safe.y + safe.height + 0.01)
        }
        for (const other of boxes) {
          if (other === box) continue
          const isBeside = box.x + box.width <= other.x + 0.01 || other.x + other.width <= box.x + 0.01
          const isAbove = box.y + box.height <= other.y + 0.01 || other.y + other.height <= box.y + 0.01
          assert.ok(isBeside || isAbove, 'two credits overlap')
        }
      }
      assert.equal(parts.title.layout.isTruncated, false)
    }
  })
}

test('the cover gives way in height only, and only to a title that would be small below it', () => {
  const coverWith = (ratio: '1x1' | '9x16', title: string) =>
    planTrack(SIZES[ratio], { title, artist: title, note: title, font: 'MODERN' }).cover
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
  assert.deepEqual(coverWith('1x1', 'Tin Lanterns'), { x: 0, y: 0, width: 800, height: 800 })
  assert.deepEqual(coverWith('9x16', 'Tin Lanterns'), { x: 0, y: 0, width: 1080, height: 1080 })
  for (const title of [LONG, word]) {
    const square = coverWith('1x1', title)
    assert.equal(square.width, 800)
    assert.ok(square.height < 800)
    assert.equal(coverWith('9x16', title).width, 1080, 'no strip beside the cover')
  }
})

test('a right-to-left title mirrors the wall', () => {
  for (const ratio of ['16x9', '1x1'] as const) {
    const words = { artist: 'Odalys Wren', note: 'Out now', font: 'MODERN' } as const
    const latin = planTrack(SIZES[ratio], { ...words, title: 'Night' })
    const arabic = planTrack(SIZES[ratio], { ...words, title: 'ليل بلا نهاية' })
    const { width } = SIZES[ratio]
    assert.equal(arabic.cover.x, width - latin.cover.width)
    assert.equal(arabic.title.box.x, width - latin.title.box.x - latin.title.box.width)
    assert.ok(arabic.artist.layout.ink.right > 0.98 * arabic.artist.box.width, 'the artist follows')
  }
})

test('the cover lights its wall as brightly as the music is loud, and grows no brighter itself', async () => {
  const loud = await lookAt('POUNDING', 6)
  const quiet = await lookAt('SILENCE', 6)
  assert.ok(loud.wall > quiet.wall + 3, `wall ${loud.wall} when loud, ${quiet.wall} in silence`)
  assert.ok(Math.abs(loud.cover - quiet.cover) < 1.5, `cover ${loud.cover}, ${quiet.cover} in silence`)
})

test('the light wanders even in silence', async () => {
  const early = await lookAt('SILENCE', 4)
  const later = await lookAt('SILENCE', 8)
  assert.notEqual(early.wall, later.wall)
})

/** Mean brightness of the wall near the cover, and of the cover itself. */
async function lookAt(music: 'POUNDING' | 'SILENCE', secs: number) {
  const templateUrl = new URL('./base-art-track/template.ts', import.meta.url).href
  const size = { width: 320, height: 180 }
  const song = { title: '', artist: '', album: '' }
  const scene = await rehearse({ templateUrl, size, song, cover: 'GREY', music, secs: 12 })
  const luma = scene.drawLuma(secs * scene.fps)
  scene.close()
  const mean = (from: number, to: number) => {
    let sum = 0
    for (let y = 0; y < size.height; y++) {
      for (let x = from; x < to; x++) sum += luma[y * size.width + x]!
    }
    return sum / (size.height * (to - from))
  }
  return { wall: mean(size.height + 2, 230), cover: mean(0, size.height - 2) }
}
