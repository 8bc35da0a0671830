import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Logo } from '../brand/read-logo.ts'
import { planRehearsal } from '../rehearsal/rehearsal.ts'
import { buildScene, type ScenePlan } from '../scene/build-scene.ts'
import type { BrandLogos } from '../scene/scene-brand.ts'
import { dressScene } from './dress-scene.ts'

const SIZES = [
  { width: 180, height: 320 },
  { width: 180, height: 180 },
  { width: 320, height: 180 },
]

function writeLook(layers: unknown[]): string {
  const look = { look: 1, contentId: 'OWN_BADGE', title: 'Badge', description: 'A logo.', layers }
  return `data:application/json;base64,${Buffer.from(JSON.stringify(look)).toString('base64')}`
}

function aLogo(level: number): Logo {
  const [width, height] = [60, 20]
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4)).fill(255)
  for (let i = 0; i < pixels.length; i += 4) pixels.fill(level, i, i + 3)
  const picture = { pixels, width, height, originalWidth: width, originalHeight: height, hasAlpha: true }
  return {
    picture,
    kind: 'PNG',
    luminance: (level / 255) ** 2.2,
    isOneColour: false,
    isThin: false,
    outlines: [],
  }
}

const plain = aLogo(12)
const dark = aLogo(245)
const wish = { place: 'TOP_LEFT', size: 'MEDIUM', opacity: 0.5, shows: 'END' } as const
const LOGOS: BrandLogos = { plain, dark, wish }

async function plan(layers: unknown[], size = SIZES[0]!): Promise<ScenePlan> {
  const song = { title: 'Tin Lanterns', artist: 'Odalys Wren', album: '' }
  const bare = await planRehearsal({ templateUrl: writeLook(layers), size, song, secs: 2 })
  return { ...bare, brand: { fonts: {} } }
}

const ground = (colour: string) => ({ kind: 'fill', colours: [colour] })
const MARK = { kind: 'picture', source: 'LOGO', place: { width: '40%', anchor: 'BOTTOM' } }
const TITLE = { kind: 'text', text: 'TITLE', place: { anchor: 'TOP_START' } }

test('a look that shows the logo itself gets no other, and the form that was made for its ground', async () => {
  for (const size of SIZES)
    for (const [colour, expected] of [
      ['#101014', dark],
      ['#f4f4f0', plain],
    ] as const) {
      const dressed = await dressScene(await plan([ground(colour), TITLE, MARK], size), LOGOS)
      assert.equal(dressed.logo, undefined, 'it is seen once')
      assert.deepEqual(dressed.warnings, [])
      assert.deepEqual(Object.keys(dressed.ownLogo?.forms ?? {}), ['layers[2]'])
      assert.equal(dressed.ownLogo?.forms['layers[2]']?.picture, expected.picture, colour)
      assert.equal(dressed.ownLogo?.opacity, 0.5)
      assert.ok(dressed.cardLogo)
    }
})

test('two places have two forms, each for its own ground', async () => {
  const half = {
    kind: 'shape',
    colours: ['#ffffff'],
    place: { of: 'FRAME', height: '50%', anchor: 'BOTTOM' },
  }
  const upper = { ...MARK, place: { width: '40%', anchor: 'TOP' } }
  const { ownLogo } = await dressScene(await plan([ground('#000000'), half, MARK, upper]), LOGOS)
  assert.equal(ownLogo?.forms['layers[2]']?.picture, plain.picture)
  assert.equal(ownLogo?.forms['layers[3]']?.picture, dark.picture)
})

test('in a shape in which the look has no place for it, the logo finds its own', async () => {
  const layers = [
    ground('#101014'),
    { ...TITLE, place: { anchor: 'BOTTOM_START' } },
    { ...MARK, shapes: ['WIDE'] },
  ]
  const wide = await dressScene(await plan(layers, SIZES[2]), LOGOS)
  assert.ok(wide.ownLogo && !wide.logo)
  const tall = await dressScene(await plan(layers, SIZES[0]), LOGOS)
  assert.ok(tall.logo && !tall.ownLogo)
})

test('what is chosen is drawn', async () => {
  const bare = await plan([ground('#101014'), MARK])
  const { ownLogo } = await dressScene(bare, LOGOS)
  const countLight = async (scenePlan: ScenePlan) => {
    const scene = await buildScene(scenePlan)
    const { y } = scene.draw(10)
    const light = y.reduce((sum, luma) => sum + (luma > 90 ? 1 : 0), 0)
    scene.close()
    return light
  }
  assert.equal(await countLight(bare), 0)
  assert.ok((await countLight({ ...bare, brand: { fonts: {}, ...(ownLogo && { ownLogo }) } })) > 500)
})
