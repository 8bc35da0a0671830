import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeShape } from '@songreel/render'
import { locateText, rehearse } from '@songreel/render/authoring'
import jsQR from 'jsqr'
import { loadTemplates } from './load-templates.ts'
import { type PosterWish, placePoster } from './promo-out-now/place-poster.ts'
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

type Area = { x: number; y: number; width: number; height: number }

function share(subject: Area, box: Area): number {
  const across = Math.min(subject.x + subject.width, box.x + box.width) - Math.max(subject.x, box.x)
  const down = Math.min(subject.y + subject.height, box.y + box.height) - Math.max(subject.y, box.y)
  return (Math.max(0, across) * Math.max(0, down)) / Math.max(1, subject.width * subject.height)
}

/** The poster of a picture whose subject lies there, and which can be shown in one way only. */
function place(size: { width: number; height: number }, subject: Area, isFace = false) {
  const words = { headline: 'Out now', title: 'Infinite Sea', artist: 'Aury', cta: '', link: '' }
  const hides = (box: Area) => share(subject, box)
  const view = { view: {}, shown: 1, hides, hidesFace: isFace ? hides : () => 0 }
  const rest = {
    font: 'CONDENSED',
    hasCode: false,
    isUpsideDown: false,
    views: [view],
    showsIn: () => 1,
  } as const
  return placePoster({ size, words, ...rest } satisfies PosterWish)
}

test('type stands where nothing is, in every shape, as large as that allows', () => {
  const TALL = { width: 1080, height: 1920 }
  const nothing = { x: 0, y: 0, width: 0, height: 0 }
  const largest = place(TALL, nothing).layout.headline[0]?.slab.width ?? 0
  for (const [size, subject] of [
    [TALL, { x: 0, y: 350, width: 1080, height: 450 }],
    [TALL, { x: 0, y: 1000, width: 1080, height: 440 }],
    [
      { width: 1080, height: 1080 },
      { x: 0, y: 0, width: 540, height: 1080 },
    ],
    [
      { width: 1920, height: 1080 },
      { x: 0, y: 400, width: 900, height: 680 },
    ],
    [
      { width: 1920, height: 1080 },
      { x: 800, y: 0, width: 1120, height: 1080 },
    ],
  ] as const) {
    const { layout, split } = place(size, subject)
    assert.equal(split, undefined)
    const slabs = [...layout.headline, layout.title, layout.artist].map(({ slab }) => slab)
    const hidden = slabs.reduce((sum, slab) => sum + share(subject, slab), 0)
    assert.ok(hidden < 0.03, `${JSON.stringify(subject)}: ${hidden} of it is hidden`)
    if (size === TALL) assert.ok((layout.headline[0]?.slab.width ?? 0) > 0.5 * largest)
  }
})

test('where the picture has no room, it gives a part of the frame to a panel, and keeps all of the type out of its own', () => {
  for (const size of [
    { width: 1080, height: 1920 },
    { width: 1080, height: 1080 },
    { width: 1920, height: 1080 },
  ]) {
    const { layout, split } = place(size, { x: 0, y: 0, ...size }, true)
    assert.ok(split, `${size.width}x${size.height} has no panel`)
    const { picture, panel } = split
    assert.equal(picture.width * picture.height + panel.width * panel.height, size.width * size.height)
    for (const { slab } of [...layout.headline, layout.title, layout.artist])
      assert.equal(share(picture, slab), 0, `${size.width}x${size.height}: ${JSON.stringify(slab)}`)
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
