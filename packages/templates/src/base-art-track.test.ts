import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locateText, rehearse } from '@songreel/render/authoring'
import { measureDepths } from './base-art-track/daylight.ts'
import { planTrack } from './base-art-track/layout.ts'

const SIZES = {
  '16x9': { width: 1920, height: 1080 },
  '1x1': { width: 1080, height: 1080 },
  '9x16': { width: 1080, height: 1920 },
}
const LONG =
  'The slow and steady drift of all the lights we left on in the house by the sea before the summer was over again '

for (const [ratio, size] of Object.entries(SIZES)) {
  test(`${ratio}: a label of any length hangs clear of the print, its texts in the safe box and clear of each other`, () => {
    for (const title of ['X', 'Tin Lanterns', 'ليل بلا نهاية في المدينة', LONG]) {
      const words = { title, artist: 'Odalys Wren', note: LONG, font: 'MODERN' } as const
      const { sheet, label, texts, line, frame } = planTrack(size, words)
      const { safe } = frame
      const isBeside = label.x >= sheet.x + sheet.width || label.x + label.width <= sheet.x
      assert.ok(isBeside || label.y >= sheet.y + sheet.height, 'the label hangs clear of the print')
      let top = label.y
      for (const { box, layout } of texts) {
        const { left, right } = layout.ink
        assert.ok(
          box.x + left >= safe.x - 0.5 && box.x + right <= safe.x + safe.width + 0.5,
          'inside, across',
        )
        assert.ok(box.x + left >= label.x && box.x + right <= label.x + label.width, 'on the label')
        assert.ok(
          box.y >= top && box.y + box.height <= safe.y + safe.height + 0.5,
          'inside, and below the last',
        )
        assert.equal(layout.isTruncated, false)
        top = box.y + box.height
      }
      assert.ok(line.y >= top && line.y + line.height <= label.y + label.height, 'the line is the last')
    }
  })

  test(`${ratio}: the print takes most of the short side, and shrinks only for a label that needs the room`, () => {
    const words = { artist: 'Odalys Wren', note: 'Low Orbit', font: 'MODERN' } as const
    const { sheet, cover } = planTrack(size, { ...words, title: 'Tin Lanterns' })
    assert.ok(sheet.width >= 0.72 * 1080, `${sheet.width}`)
    assert.equal(cover.width, cover.height, 'nothing of a square cover is cut')
    assert.ok(sheet.x >= 0 && sheet.y >= 0 && sheet.x + sheet.width <= size.width)
    assert.ok(planTrack(size, { ...words, title: LONG }).sheet.width >= 0.6 * 1080)
  })
}

test('a right-to-left title mirrors the room', () => {
  const words = { artist: 'Odalys Wren', note: 'Out now', font: 'MODERN' } as const
  const latin = planTrack(SIZES['16x9'], { ...words, title: 'Night' })
  const arabic = planTrack(SIZES['16x9'], { ...words, title: 'ليل بلا نهاية' })
  assert.equal(arabic.sheet.x, SIZES['16x9'].width - latin.sheet.x - latin.sheet.width)
  assert.ok(arabic.label.x + arabic.label.width < arabic.sheet.x)
})

test('without words there is no label', () => {
  const { label, line } = planTrack(SIZES['1x1'], { title: '', artist: '', note: '', font: 'MODERN' })
  assert.equal(label.height, 0)
  assert.equal(line.width, 0)
})

test('light falls on the wall as far as the edges of print and label, and is not reckoned behind them', () => {
  const layout = planTrack(SIZES['16x9'], { title: 'Night', artist: 'Odalys Wren', note: '', font: 'MODERN' })
  const [columns, rows] = [96, 54]
  const depths = measureDepths({ columns, rows }, layout)
  const at = (x: number, y: number) => depths[Math.floor(y / 20) * columns + Math.floor(x / 20)]!
  const { sheet, label } = layout
  assert.equal(at(sheet.x + 0.5 * sheet.width, sheet.y + 0.45 * sheet.height), 0)
  assert.equal(at(label.x + label.width / 2, label.y + label.height / 2), 0)
  assert.ok(at(1900, 100) > 0.5, 'the wall has shadows')
  for (const { x, y, width, height } of [sheet, label])
    for (const beside of [x + 2, x + width - 2]) assert.ok(at(beside, y + height / 2) > 0.5, 'and its edges')
})

test('a label begins at the edge of the print, its words where the cover does, and leaves wall beside it', () => {
  for (const shape of ['9x16', '1x1'] as const) {
    const words = {
      title: 'The Darkest Hour',
      artist: 'Elin Marsh',
      note: 'Still Water',
      font: 'MODERN',
    } as const
    const { sheet, cover, label, texts } = planTrack(SIZES[shape], words)
    assert.equal(label.x, sheet.x)
    assert.ok(Math.abs((texts[0]?.box.x ?? 0) - cover.x) <= 2, `${shape}: ${texts[0]?.box.x} and ${cover.x}`)
    assert.ok(label.width < 0.9 * sheet.width && label.width > 0.4 * sheet.width, `${shape}: ${label.width}`)
  }
})

test('the sun is as strong as the music is loud', async () => {
  const [loud, quiet] = [await lookAt('POUNDING', 6), await lookAt('SILENCE', 6)]
  assert.ok(loud > quiet + 2, `${loud} when loud, ${quiet} in silence`)
})

test('the light wanders even in silence', async () => {
  assert.notEqual(await lookAt('SILENCE', 4), await lookAt('SILENCE', 8))
})

/** Mean brightness of the picture: only light changes it. */
async function lookAt(music: 'POUNDING' | 'SILENCE', secs: number): Promise<number> {
  const templateUrl = new URL('./base-art-track/template.ts', import.meta.url).href
  const size = { width: 320, height: 180 }
  const song = { title: '', artist: '', album: '' }
  const scene = await rehearse({ templateUrl, size, song, cover: 'GREY', music, secs: 12 })
  const luma = scene.drawLuma(secs * scene.fps)
  scene.close()
  return luma.reduce((sum, value) => sum + value, 0) / luma.length
}

test('the album of a single is not named below its own title', async () => {
  const templateUrl = new URL('./base-art-track/template.ts', import.meta.url).href
  const size = { width: 320, height: 180 }
  const plan = { templateUrl, size, cover: 'GREY', music: 'SILENCE', secs: 2 } as const
  for (const [album, said] of [
    ['Loud Water - Single', ['Loud Water', 'Ines Hollander']],
    ['Four Songs', ['Loud Water', 'Ines Hollander', 'Four Songs']],
  ] as const) {
    const song = { title: 'Loud Water', artist: 'Ines Hollander', album }
    const found = await locateText({ ...plan, song }, [0])
    assert.deepEqual(
      found.map(({ text }) => text),
      said,
    )
  }
})
