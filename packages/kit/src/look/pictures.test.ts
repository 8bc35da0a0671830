import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScene } from '../compose/create-scene.ts'
import type { Size } from '../geometry.ts'
import { describeCover } from '../paint/cover.ts'
import { createCover } from '../paint/create-cover.ts'
import { createPhoto } from '../paint/photo.ts'
import { describePhoto } from '../paint/photo-data.ts'
import type { Picture } from '../paint/picture.ts'
import type { SetupInput } from '../template.ts'
import { createAudioTrack, silentAudioTrackData } from '../track/audio-track.ts'
import { createLook } from './create-look.ts'
import { parseLook } from './parse-look.ts'

const SHAPES = {
  TALL: { width: 108, height: 192 },
  PORTRAIT: { width: 108, height: 136 },
  SQUARE: { width: 108, height: 108 },
  WIDE: { width: 192, height: 108 },
}
const BLUE = [20, 40, 220]
const GREEN = [20, 200, 60]
const WHITE = [250, 250, 250]

/** A picture of one colour. */
function plain([red = 0, green = 0, blue = 0]: readonly number[], { width, height }: Size): Picture {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4))
  for (let i = 0; i < pixels.length; i += 4) pixels.set([red, green, blue, 255], i)
  return { pixels, width, height, originalWidth: width, originalHeight: height, hasAlpha: false }
}

const coverPicture = plain(BLUE, { width: 96, height: 96 })
const photoPicture = plain(GREEN, { width: 96, height: 64 })
const photo = createPhoto(describePhoto(photoPicture, photoPicture))
const logoSize = { width: 60, height: 20 }

function aLook(layers: unknown[]) {
  const { look, faults } = parseLook({ look: 1, title: 'Faces', description: 'Pictures.', layers })
  assert.deepEqual(faults, undefined)
  return createLook(look!, { contentId: 'OWN_FACES' })
}

type Extra = Partial<Pick<SetupInput<Record<string, unknown>>, 'photo' | 'logo'>>

function inputOf(size: Size, extra: Extra): SetupInput<Record<string, unknown>> {
  return {
    size,
    fps: 30,
    frameCount: 2,
    data: {},
    cover: createCover(describeCover(coverPicture, coverPicture, {}, false)),
    audio: createAudioTrack(silentAudioTrackData(2, 30)),
    song: { title: 'Tin Lanterns', artist: 'Odalys Wren', album: '' },
    theme: 'DARK',
    fontStyle: 'GROTESK',
    seed: 1,
    motion: 'FULL',
    clips: [],
    ...extra,
  }
}

/** How many pixels of the first frame are of each colour. */
async function countColours(layers: unknown[], size: Size, extra: Extra) {
  const scene = await createScene(await aLook(layers).setup(inputOf(size, extra)), {
    size,
    fps: 30,
    frameCount: 2,
  })
  scene.draw(0)
  const rgb = scene.readRgb()
  const count = (colour: readonly number[]) => {
    let found = 0
    for (let i = 0; i < rgb.length; i += 3)
      if (colour.every((value, axis) => Math.abs(rgb[i + axis]! - value) < 24)) found++
    return found
  }
  const counts = { cover: count(BLUE), photo: count(GREEN), logo: count(WHITE) }
  scene.close()
  return counts
}

const GROUND = { kind: 'fill', colours: ['#000000'] }
const ARTIST = { kind: 'picture', source: 'ARTIST', id: 'artist' }

const logoAt = (...paths: string[]) => ({
  size: logoSize,
  opacity: 1,
  forms: Object.fromEntries(paths.map((path) => [path, { picture: plain(WHITE, logoSize) }])),
})

test("the artist's photo stands where the look says, in every shape, by an anchor and in a stack", async () => {
  const anchored = { ...ARTIST, form: 'CARD', place: { width: '50%', ratio: 1, anchor: 'TOP' } }
  const stacked = { kind: 'stack', place: {}, children: [{ ...ARTIST, form: 'DISC', take: '60%' }] }
  for (const [shape, size] of Object.entries(SHAPES))
    for (const layer of [anchored, stacked]) {
      const seen = await countColours([GROUND, layer], size, { photo })
      assert.ok(seen.photo > 500, `${shape} ${layer.kind}: ${JSON.stringify(seen)}`)
      assert.equal(seen.cover, 0)
    }
})

test('without a photo its layer is left out, and what stands beside it takes the room; or the cover stands in', async () => {
  const artist = { ...ARTIST, place: { height: '50%', anchor: 'TOP' } }
  const below = { kind: 'picture', place: { below: 'artist', anchor: 'BOTTOM' } }
  const size = SHAPES.TALL
  const withPhoto = await countColours([GROUND, artist, below], size, { photo })
  const without = await countColours([GROUND, artist, below], size, {})
  assert.ok(withPhoto.photo > 1000 && withPhoto.cover > 1000, JSON.stringify(withPhoto))
  assert.equal(without.photo, 0)
  assert.ok(without.cover > 1.5 * withPhoto.cover, JSON.stringify({ withPhoto, without }))
  const instead = await countColours([GROUND, { ...artist, otherwise: 'COVER' }], size, {})
  assert.ok(instead.cover > 1000, JSON.stringify(instead))
})

test('a logo is whole in its box, in its own ratio, in every shape; without a brand there is none', async () => {
  const form = 'DISC'
  const anchored = { kind: 'picture', source: 'LOGO', form, place: { width: '60%', anchor: 'BOTTOM_END' } }
  const stacked = {
    kind: 'stack',
    place: {},
    children: [{ kind: 'picture', source: 'LOGO', take: '40%', cross: '60%' }],
  }
  for (const [shape, size] of Object.entries(SHAPES))
    for (const layer of [anchored, stacked]) {
      const path = layer === anchored ? 'layers[1]' : 'layers[1].children[0]'
      const logo = logoAt(path)
      const box = aLook([GROUND, layer]).placeLogos?.(inputOf(size, { logo }))[path]
      assert.ok(box && Math.abs(box.width / box.height - 3) < 0.01, `${shape}: ${JSON.stringify(box)}`)
      const seen = await countColours([GROUND, layer], size, { logo })
      const area = box.width * box.height
      assert.ok(Math.abs(seen.logo - area) < 0.25 * area, `${shape}: ${seen.logo} of ${area}`)
      assert.deepEqual(await countColours([GROUND, layer], size, {}), { cover: 0, photo: 0, logo: 0 })
    }
})

test('a logo that has no form yet keeps its place, and a plate stays inside of it', async () => {
  const layer = { kind: 'picture', source: 'LOGO', place: { width: '60%' } }
  const path = 'layers[1]'
  const bare = { size: logoSize, opacity: 1, forms: {} }
  const template = aLook([GROUND, layer])
  assert.equal(template.needs.photo, undefined)
  const box = template.placeLogos?.(inputOf(SHAPES.WIDE, { logo: bare }))[path]
  assert.ok(box && box.width > 50)
  assert.equal((await countColours([GROUND, layer], SHAPES.WIDE, { logo: bare })).logo, 0)
  const plated = { picture: plain(BLUE, logoSize), plate: '#fafafa' }
  const seen = await countColours([GROUND, layer], SHAPES.WIDE, {
    logo: { ...bare, forms: { [path]: plated } },
  })
  assert.ok(seen.logo > 100 && seen.cover > 100, JSON.stringify(seen))
  assert.ok(seen.logo + seen.cover <= box.width * box.height * 1.02, JSON.stringify({ seen, box }))
})

test('what a look asks of the artist is known from any of its layers and shapes; covers alone ask for nothing', () => {
  const needs = (layers: unknown[]) => aLook(layers).needs.photo
  assert.equal(needs([{ kind: 'picture' }]), undefined)
  assert.equal(needs([ARTIST]), 'OPTIONAL')
  assert.equal(needs([{ kind: 'stack', children: [ARTIST] }]), 'OPTIONAL')
  assert.equal(needs([{ kind: 'picture', in: { WIDE: { source: 'ARTIST' } } }]), 'OPTIONAL')
  assert.equal(aLook([{ kind: 'picture' }]).placeLogos, undefined)
})

test('a look that becomes too dear without its photo is refused, too', () => {
  const rotation = { rest: 0, with: [{ signal: 'BEAT', by: 10 }] }
  const turned = { kind: 'picture', place: { of: 'FRAME', below: 'artist' }, rotation }
  const layers = [{ ...ARTIST, place: { of: 'FRAME', height: '90%', anchor: 'TOP' } }, turned]
  const { faults } = parseLook({ look: 1, title: 'Dear', description: 'Dear.', layers })
  assert.match(faults?.[0]?.message ?? '', /Drawing a frame would take/)
})
