import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeShape } from '@songreel/render'
import { locateText, rehearse } from '@songreel/render/authoring'
import jsQR from 'jsqr'
import { loadTemplates } from './load-templates.ts'
import { planLayout } from './promo-out-now/layout.ts'
import { findDrop } from './promo-out-now/timing.ts'

const LINK = 'https://aury.example/sea?from=video'

async function plan(shape: string, shortSidePx: number) {
  const loaded = (await loadTemplates()).get('PROMO_OUT_NOW')
  assert.ok(loaded)
  const song = { title: 'Infinite Sea', artist: 'Aury Delacroix', album: 'Tidelines' }
  const data = { ctaText: 'Listen everywhere', linkUrl: LINK }
  return {
    templateUrl: loaded.url,
    size: sizeShape(shape, shortSidePx),
    song,
    data,
    music: 'SILENCE',
  } as const
}

async function readCode(shape: string): Promise<string | undefined> {
  const scene = await rehearse(await plan(shape, 360))
  const { rgb, width, height } = scene.drawRgb(scene.frameCount - 1)
  scene.close()
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < width * height; i++) rgba.set([...rgb.subarray(i * 3, i * 3 + 3), 255], i * 4)
  return jsQR.default(rgba, width, height, { inversionAttempts: 'dontInvert' })?.data
}

test('the end card of a screen that is not a phone has a code that leads to the link', async () => {
  assert.equal(await readCode('16x9'), LINK)
  assert.equal(await readCode('1x1'), LINK)
  assert.equal(await readCode('9x16'), undefined)
})

test('the end card says what to do and where, before it comes neither is seen', async () => {
  const found = await locateText(await plan('9x16', 180), [60, 239])
  const at = (frame: number) => found.filter(({ frameIndex }) => frameIndex === frame).map(({ text }) => text)
  assert.equal([...new Set(at(60))].join(' '), 'OUT NOW Infinite Sea Aury Delacroix')
  assert.deepEqual(at(239).slice(-2), ['Listen everywhere', 'aury.example/sea'])
})

test('type stands beside the subject of a tall frame, and in its usual place where nothing stands out', () => {
  const plan = (subject: { top: number; bottom: number }) => {
    const hides = ({ y, height }: { y: number; height: number }) =>
      Math.max(0, Math.min(y + height, subject.bottom) - Math.max(y, subject.top)) /
      Math.max(1, subject.bottom - subject.top)
    const words = { headline: 'Out now', title: 'Infinite Sea', artist: 'Aury', cta: '', link: '' }
    const size = { width: 1080, height: 1920 }
    return planLayout({ size, words, font: 'CONDENSED', hasCode: false, isUpsideDown: false, hides })
  }
  assert.equal(plan({ top: 0, bottom: 0 }).headline.length, 2)
  const head = { top: 350, bottom: 800 }
  const { headline, title, artist } = plan(head)
  for (const { slab } of [...headline, title, artist])
    assert.ok(slab.y >= head.bottom, `it stands at ${slab.y}`)
  const boat = { top: 1000, bottom: 1400 }
  const above = plan(boat)
  for (const { slab } of [...above.headline, above.title, above.artist]) {
    assert.ok(slab.y + slab.height <= boat.top, `it ends at ${slab.y + slab.height}`)
  }
})

test('the drop is where the energy jumps, else the bar line nearest to a third', () => {
  const downbeatSecs = [0, 2, 4, 6, 8, 10]
  const section = (startSecs: number, endSecs: number, energy: number) => ({
    startSecs,
    endSecs,
    energy,
    label: 'A',
  })
  const track = { downbeatSecs, sections: [section(0, 6, 0.4), section(6, 8, 0.9), section(8, 12, 0.95)] }
  assert.equal(findDrop(track, 12), 6)
  assert.equal(findDrop({ downbeatSecs, sections: [section(0, 12, 0.8)] }, 12), 4)
  assert.equal(findDrop({ downbeatSecs: [], sections: [section(0, 12, 0)] }, 12), 4)
})
