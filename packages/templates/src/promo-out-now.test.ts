import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeShape } from '@songreel/render'
import { locateText, rehearse } from '@songreel/render/authoring'
import jsQR from 'jsqr'
import { loadTemplates } from './load-templates.ts'
import { placePoster } from './promo-out-now/place-poster.ts'
import type { PosterWish } from './promo-out-now/poster.ts'
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

type Wish = { isFace?: boolean; busy?: number; shown?: number; codeSide?: number; link?: string }

/** The poster of a picture whose subject lies there, and which can be shown in one way only. */
function place(size: { width: number; height: number }, subject: Area, wish: Wish = {}) {
  const { isFace = false, busy = 0, shown = 1, codeSide, link = '' } = wish
  const cta = link && 'Listen everywhere'
  const words = { headline: 'Out now', title: 'Infinite Sea', artist: 'Aury', cta, link }
  const hides = (box: Area) => share(subject, box)
  const meters = { hides, hidesFace: isFace ? hides : () => 0, busy: () => busy }
  const view = { view: {}, shown, remains: shown, ...meters }
  const rest = { font: 'CONDENSED', codeSide, isUpsideDown: false, views: [view] } as const
  return placePoster({ size, words, ...rest } satisfies PosterWish)
}

const NOTHING = { x: 0, y: 0, width: 0, height: 0 }
const SIZES = [
  { width: 1080, height: 1920 },
  { width: 1080, height: 1350 },
  { width: 1080, height: 1080 },
  { width: 1920, height: 1080 },
]

test('type stands where nothing is, in every shape, and never smaller than its one scale', () => {
  const [TALL, , SQUARE, WIDE] = SIZES as [Area, Area, Area, Area]
  for (const [size, subject] of [
    [TALL, { x: 0, y: 260, width: 1080, height: 450 }],
    [TALL, { x: 0, y: 1100, width: 1080, height: 440 }],
    [SQUARE, { x: 0, y: 0, width: 240, height: 1080 }],
    [WIDE, { x: 0, y: 0, width: 900, height: 1080 }],
    [WIDE, { x: 1350, y: 0, width: 570, height: 1080 }],
  ] as const) {
    const { layout, picture } = place(size, subject)
    assert.equal(picture, undefined, JSON.stringify(subject))
    const slabs = [...layout.headline, layout.title, layout.artist].map(({ slab }) => slab)
    const hidden = slabs.reduce((sum, slab) => sum + share(subject, slab), 0)
    assert.ok(hidden < 0.01, `${JSON.stringify(subject)}: ${hidden} of it is hidden`)
    assert.ok(layout.title.layout.sizePx >= 64)
  }
})

test('a picture without a subject is all free: the headline takes most of its width', () => {
  for (const size of SIZES) {
    const { layout, picture } = place(size, NOTHING)
    assert.equal(picture, undefined)
    const widest = Math.max(...layout.headline.map(({ slab }) => slab.width))
    assert.ok(widest >= 0.55 * size.width, `${size.width}x${size.height}: ${widest}`)
  }
})

test('where the picture has no room, is busy or would be cut, all of it is shown, and the type stands beside it', () => {
  for (const size of SIZES) {
    const whole = { x: 0, y: 0, ...size }
    const isPhone = size.width < size.height
    const links = { link: 'aury.example/sea', ...(!isPhone && { codeSide: 279 }) }
    for (const wish of [{ isFace: true }, { busy: 1 }, { shown: 0.6 }]) {
      const { layout, picture } = place(size, wish.isFace ? whole : NOTHING, { ...wish, ...links })
      const name = `${size.width}x${size.height} ${JSON.stringify(wish)}`
      assert.ok(picture, `${name} fills the frame`)
      assert.equal(picture.width, picture.height)
      assert.ok(picture.width >= 0.55 * Math.min(size.width, size.height), `${name}: ${picture.width}`)
      const texts = [...layout.headline, layout.title, layout.artist, layout.cta, layout.link]
      const boxes = [...texts.map(({ slab }) => slab), ...(layout.code ? [layout.code] : [])]
      for (const [i, box] of boxes.entries()) {
        assert.equal(share(picture, box), 0, `${name}: ${JSON.stringify(box)}`)
        for (const other of boxes.slice(i + 1)) assert.ok(share(other, box) < 0.01, `${name}: ${i} is hidden`)
      }
      assert.equal(layout.code !== undefined, !isPhone, name)
      assert.ok(layout.title.layout.sizePx >= 64 && layout.link.layout.sizePx >= 36, name)
      const widest = Math.max(...layout.headline.map(({ slab }) => slab.width))
      const room = size.width > size.height ? size.width - picture.width : size.width
      assert.ok(widest >= 0.55 * room, `${name}: ${widest}`)
    }
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
