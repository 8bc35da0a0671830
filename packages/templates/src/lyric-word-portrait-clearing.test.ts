import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rehearse } from '@songreel/render/authoring'
import { planClearing } from './lyric-word-portrait/clearing.ts'

describe('the wall leaves type a clearing', () => {
  const wall = {
    rows: Array.from({ length: 18 }, (_, i) => ({ y: 60 * i, height: 60 })),
    pane: { x: 440, y: 440, width: 640, height: 640 },
    size: { width: 1080, height: 1080 },
    unit: 1,
  }

  test('with air on all sides, also when a beat makes it larger', () => {
    const box = { x: 300, y: 200, width: 200, height: 80 }
    const growth = { by: 1.05, x: 300, y: 280 }
    const [clearing] = planClearing([box], wall, growth)
    assert.ok(clearing)
    assert.ok(clearing.x <= 300 - 24 && clearing.x + clearing.width >= 510 + 24)
    assert.ok(clearing.y <= 196 - 24 && clearing.y + clearing.height >= 280 + 24)
  })

  test('of whole rows: none is cut along its middle, and none covers the photograph', () => {
    for (const y of [80, 130, 300]) {
      const [clearing] = planClearing([{ x: 300, y, width: 300, height: 90 }], wall)
      assert.ok(clearing && clearing.y % 60 === 0 && (clearing.y + clearing.height) % 60 === 0, `${y}`)
    }
    const [low] = planClearing([{ x: 200, y: 600, width: 190, height: 90 }], wall)
    assert.equal(low && low.x + low.width, 440)
  })

  test('up to the edge of the frame where only a strip of broken letters would be left', () => {
    const [clearing] = planClearing([{ x: 72, y: 200, width: 900, height: 80 }], wall)
    assert.deepEqual([clearing?.x, clearing?.width], [0, 1080])
  })
})

test('a clearing of the line that reaches the names lies below them', async () => {
  const scene = await rehearse({
    templateUrl: new URL('./lyric-word-portrait/template.ts', import.meta.url).href,
    size: { width: 360, height: 640 },
    song: { title: 'Harbour Lights', artist: 'North & Vale', album: '' },
    data: { customText: 'And the water held our names' },
    cover: 'GREY',
    theme: 'DARK',
    music: 'SILENCE',
    secs: 1,
  })
  const luma = scene.drawLuma(0)
  scene.close()
  // The lower half of the artist's name, which stands from 112 on.
  let light = 0
  for (let y = 118; y < 132; y++) for (let x = 20; x < 120; x++) if ((luma[y * 360 + x] ?? 0) > 120) light++
  assert.ok(light > 100, `${light} pixels`)
})
