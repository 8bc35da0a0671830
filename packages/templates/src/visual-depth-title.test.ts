import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planFrame } from '@songreel/kit'
import { sizeShape } from '@songreel/render'
import { locateText, rehearse } from '@songreel/render/authoring'
import { loadTemplates } from './load-templates.ts'
import { GROWTH, planPrint } from './visual-depth-title/plan-print.ts'
import { setTitle } from './visual-depth-title/title-block.ts'

const TITLES = [
  'X',
  'Infinite Sea',
  'The Long and Winding Story of Everything We Never Said to Each Other on the Bridge Before That Summer Came to an End 1',
  'ليل بلا نهاية في المدينة',
  '夜明けのうたがきこえる',
]

test('every line of a short title is as wide as the block, and no block leaves its room', () => {
  for (const title of TITLES) {
    for (const lines of [1, 2, 3, 4]) {
      const room = { width: 850, height: 600, lines, align: 'CENTER' } as const
      const block = setTitle(title, 'CONDENSED', room)
      assert.ok(
        block.width <= room.width + 1 && block.height <= room.height + 1,
        `"${title}": ${block.height}`,
      )
      for (const { ink } of block.lines) assert.ok(ink.x >= -1 && ink.x + ink.width <= block.width + 1)
    }
  }
  const { lines } = setTitle('Infinite Sea', 'CONDENSED', {
    width: 850,
    height: 900,
    lines: 2,
    align: 'LEFT',
  })
  assert.equal(lines.length, 2)
  for (const { ink } of lines) assert.ok(ink.width > 0.6 * 850, `${ink.width} of 850`)
})

for (const shape of ['9x16', '1x1', '4x5', '16x9', '3x1', '1x3']) {
  test(`${shape}: a print hides a little of the title's last line, however long it is`, () => {
    const size = sizeShape(shape, 1080)
    const { safe } = planFrame(size)
    for (const title of TITLES) {
      const words = { title, artist: 'Aury', note: '' }
      const { print, block, at } = planPrint(size, { words, font: 'CONDENSED', ratio: 1, top: safe.y + 80 })
      assert.ok(at.y >= safe.y, `"${title}" begins above the safe box`)
      assert.ok(print.y + print.height < size.height && print.width > 0.3 * Math.min(size.width, size.height))
      const last = block.lines.at(-1)?.layout.lines.at(-1)?.ink
      const hidden = at.y + block.height - print.y + GROWTH * print.height
      assert.ok(last && hidden > 0 && hidden < 0.15 * (last.bottom - last.top), `"${title}": ${hidden}`)
    }
  })
}

test('the sun stands before the title, and most of the title is seen', async () => {
  const loaded = (await loadTemplates()).get('VISUAL_DEPTH_TITLE')
  assert.ok(loaded)
  const song = { title: 'Infinite Sea', artist: 'Aury', album: '' }
  const rehearsal = { templateUrl: loaded.url, size: sizeShape('9x16', 240), song } as const
  const lines = (await locateText(rehearsal, [100])).filter(({ text }) => /INFINITE|SEA/.test(text))
  const scene = await rehearse(rehearsal)
  const { rgb, width } = scene.drawRgb(100)
  scene.close()
  assert.ok(lines.length >= 1)
  let [type, front] = [0, 0]
  for (const { ink } of lines) {
    for (let y = Math.ceil(ink.y); y < ink.y + ink.height; y++) {
      for (let x = Math.ceil(ink.x); x < ink.x + ink.width; x++) {
        const [red = 0, green = 0, blue = 0] = rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)
        if (red + green + blue < 210) type++
        // The sun is the only thing that is pale and yellow.
        if (red > 235 && green > 205 && blue < 205) front++
      }
    }
  }
  assert.ok(front > 20, `${front} pixels of the sun are before the type`)
  assert.ok(type > 3 * front, `${type} pixels of type, ${front} of the sun`)
})
