import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBoundLottie, aLayer, aLottie } from '../../testing/sample-lottie.ts'
import { estimateCost } from './estimate-cost.ts'
import { LOOK_LIMITS } from './limits.ts'
import { describeLookSchema } from './look-schema.ts'
import { parseLook, readLook } from './parse-look.ts'

const TEXT = { kind: 'text', text: 'TITLE' }
const SPARK = { kind: 'lottie', animation: 'spark' }

function aLook(changes: Record<string, unknown> = {}) {
  return {
    look: 1,
    contentId: 'NEON_PULSE',
    title: 'Neon',
    description: 'A look.',
    layers: [TEXT],
    ...changes,
  }
}

function faultsOf(changes: Record<string, unknown>): string[] {
  return parseLook(aLook(changes)).faults?.map(({ path, message }) => `${path}: ${message}`) ?? []
}

test('a look that says what it needs is taken', () => {
  assert.equal(parseLook(aLook()).faults, undefined)
})

const FAULTY: Record<string, [Record<string, unknown>, string]> = {
  'a layer of another kind': [{ layers: [{ kind: 'video' }] }, 'layers[0].kind'],
  'a word too much': [{ layers: [{ ...TEXT, run: 'x' }] }, 'layers[0].run'],
  'a signal that is none': [
    { layers: [{ ...TEXT, scale: { rest: 1, with: [{ signal: 'NOISE', by: 1 }] } }] },
    'layers[0].scale.with[0].signal',
  ],
  'a number out of bounds': [{ layers: [{ kind: 'backdrop', blur: 9000 }] }, 'layers[0].blur'],
  'an override out of bounds': [
    { layers: [{ kind: 'backdrop', in: { WIDE: { blur: -1 } } }] },
    'layers[0].in.WIDE.blur',
  ],
  'a name that nobody has': [{ layers: [{ ...TEXT, place: { below: 'cover' } }] }, 'layers[0].place.below'],
  'a name of something without a place': [
    {
      layers: [
        { kind: 'silk', id: 'ground' },
        { ...TEXT, place: { of: 'ground' } },
      ],
    },
    'layers[1].place.of',
  ],
  'two of one name': [
    {
      layers: [
        { ...TEXT, id: 'a' },
        { ...TEXT, id: 'a' },
      ],
    },
    'layers[1].id',
  ],
  'a circle': [
    {
      layers: [
        { ...TEXT, id: 'a', place: { below: 'b' } },
        { ...TEXT, id: 'b', place: { below: 'a' } },
      ],
    },
    'layers[0]',
  ],
  'a circle through a stack': [
    {
      layers: [
        { kind: 'stack', place: { below: 'b' }, children: [{ ...TEXT, id: 'a' }] },
        { ...TEXT, id: 'b', place: { below: 'a' } },
      ],
    },
    'layers[0]',
  ],
  'a field that is not declared': [{ layers: [{ kind: 'text', text: { field: 'tag' } }] }, 'layers[0].text'],
  'a field of another type': [
    {
      fields: { tag: { type: 'TEXT', most: 10 } },
      layers: [{ kind: 'fill', colours: [{ field: 'tag' }] }],
    },
    'layers[0].colours[0]',
  ],
  'a field that every template has': [{ fields: { theme: { type: 'TEXT', most: 10 } } }, 'fields.theme'],
  'a field of every object': [{ fields: { constructor: { type: 'TEXT', most: 10 } } }, 'fields.constructor'],
  'a default that is no option': [
    { fields: { tag: { type: 'CHOICE', options: ['A'], default: 'B' } } },
    'fields.tag.default',
  ],
  'lyrics that nobody asks for': [{ layers: [{ kind: 'lyrics' }] }, 'layers[0]'],
  'clips that nobody asks for': [{ layers: [{ kind: 'film' }] }, 'layers[0]'],
  'a ground in a stack': [
    { layers: [{ kind: 'stack', children: [{ kind: 'silk' }] }] },
    'layers[0].children[0]',
  ],
  'a place in a stack': [
    { layers: [{ kind: 'stack', children: [{ ...TEXT, place: { of: 'SAFE' } }] }] },
    'layers[0].children[0].place',
  ],
  'too many layers': [{ layers: Array.from({ length: 49 }, () => TEXT) }, 'layers'],
  'an animation that is nowhere': [
    { layers: [{ kind: 'lottie', animation: 'spark' }] },
    'layers[0].animation',
  ],
  'an animation with a picture from elsewhere': [
    { animations: { spark: aBoundLottie() }, layers: [{ kind: 'lottie', animation: 'spark' }] },
    'animations.spark',
  ],
  'an animation that is none': [{ animations: { spark: { v: '5' } } }, 'animations.spark'],
  'a slot that the animation has not': [
    { animations: { spark: aLottie() }, layers: [{ ...SPARK, slots: { text: { Title: 'TITLE' } } }] },
    'layers[0].slots.text.Title',
  ],
  'a slot with a field of another type': [
    {
      animations: { spark: aLottie() },
      fields: { tag: { type: 'TEXT', most: 10 } },
      layers: [{ ...SPARK, slots: { colour: { accent: { field: 'tag' } } } }],
    },
    'layers[0].slots.colour.accent',
  ],
  'too many animations over all of the frame': [
    {
      animations: { spark: aLottie() },
      layers: Array.from({ length: 3 }, () => ({ ...SPARK, fit: 'FILL', place: { of: 'FRAME' } })),
    },
    'layers[0]',
  ],
  'animations that are too long': [
    { animations: { spark: aLottie({ nm: 'x'.repeat(262_144) }) }, layers: [SPARK] },
    'animations',
  ],
  'a look that is too long': [{ description: 'x'.repeat(70_000) }, ''],
  'too long words': [
    { layers: [{ kind: 'text', text: { words: 'x'.repeat(201) } }] },
    'layers[0].text.words',
  ],
}

for (const [name, [changes, path]] of Object.entries(FAULTY)) {
  test(`${name} is a fault with its place`, () => {
    const faults = parseLook(aLook(changes)).faults ?? []
    assert.ok(
      faults.some((fault) => fault.path === path),
      JSON.stringify(faults),
    )
    for (const { message, advice } of faults) assert.ok(message.length > 5 && advice.length > 5)
  })
}

test('all faults are told at once', () => {
  const faults = faultsOf({ title: '', energy: 'WILD', layers: [{ kind: 'backdrop', blur: -1 }] })
  assert.deepEqual(
    faults.map((fault) => fault.split(':')[0]),
    ['title', 'energy', 'layers[0].blur'],
  )
})

test('what is nested for ever is refused before anybody follows it', () => {
  let layer: unknown = TEXT
  for (let depth = 0; depth < 50_000; depth++) layer = { kind: 'stack', children: [layer] }
  assert.match(faultsOf({ layers: [layer] }).join(), /nested too deep/)
})

test('stacks in stacks end at a depth', () => {
  const wrap = (depth: number): unknown =>
    depth === 0 ? TEXT : { kind: 'stack', children: [wrap(depth - 1)] }
  assert.deepEqual(faultsOf({ layers: [wrap(LOOK_LIMITS.depth - 1)] }), [])
  assert.match(faultsOf({ layers: [wrap(LOOK_LIMITS.depth + 1)] }).join(), /nested too deep/)
})

test('a look that would cost too much is refused before it is drawn, and the dearest layer is named', () => {
  const turning = {
    kind: 'picture',
    place: { of: 'FRAME' },
    rotation: { rest: 0, with: [{ signal: 'BEAT', by: 9 }] },
  }
  const [fault] = parseLook(aLook({ layers: [{ kind: 'silk' }, turning] })).faults ?? []
  assert.equal(fault?.path, 'layers[1]')
  assert.match(fault?.message ?? '', /would take about \d+\.\d ms/)
})

test('a look that paints too much is refused, also where only one shape does', () => {
  const fill = { kind: 'fill', colours: ['TEXT'], shapes: ['WIDE'] }
  assert.match(faultsOf({ layers: Array.from({ length: 9 }, () => fill) }).join(), /paints .*WIDE/)
})

test('a larger frame costs more, in proportion to its pixels', () => {
  const { look } = parseLook(aLook({ layers: [{ kind: 'silk' }, TEXT] }))
  assert.ok(look)
  const small = estimateCost(look, { width: 540, height: 960 })
  const large = estimateCost(look, { width: 1080, height: 1920 })
  assert.ok(Math.abs(large.costMs / small.costMs - 4) < 0.01)
  assert.deepEqual(
    large.parts.map(({ path }) => path),
    ['layers[0]', 'layers[1]'],
  )
})

test('a file is refused for its size, and for what is no JSON', () => {
  assert.match(readLook(' '.repeat(LOOK_LIMITS.fileBytes + 1)).faults?.[0]?.message ?? '', /bytes/)
  assert.match(readLook('{"look": 1,}').faults?.[0]?.message ?? '', /no JSON/)
  assert.equal(readLook(JSON.stringify(aLook())).faults, undefined)
})

test('animations of a look are bound to the song, and outside pictures to the cover', () => {
  const slots = {
    text: { Title: ['CUSTOM_TEXT', 'TITLE'] },
    colour: { accent: { mix: ['ACCENT', 'TEXT'], by: 0.5 } },
    image: { Cover: 'COVER' },
  }
  const layer = { ...SPARK, slots, time: { unit: 'BEATS', every: 4 }, place: { width: 400 } }
  const { look, faults } = parseLook(aLook({ animations: { spark: aBoundLottie() }, layers: [layer] }))
  assert.equal(faults, undefined)
  const { costMs } = estimateCost(look as NonNullable<typeof look>, { width: 1080, height: 1920 })
  assert.ok(costMs > 0.5 && costMs < 2, `${costMs} ms`)
})

test('an animation over all of the frame is taken, and one with a dear ground refused with what makes it dear', () => {
  const layer = { ...SPARK, place: { of: 'FRAME' }, fit: 'FILL' }
  const sparks = aLottie({ w: 1080, h: 1920 })
  const taken = parseLook(aLook({ animations: { spark: sparks }, layers: [layer] }))
  assert.equal(taken.faults, undefined)
  const ground = aLayer({ ty: 1, sw: 1080, sh: 1920, sc: '#000000', ef: [{ ty: 29, en: 1 }] })
  const dear = parseLook(
    aLook({ animations: { spark: { ...sparks, layers: [...sparks.layers, ground] } }, layers: [layer] }),
  )
  assert.equal(dear.faults?.[0]?.path, 'layers[0]')
  assert.match(dear.faults?.[0]?.message ?? '', /^Drawing a frame would take about \d+\.\d ms \(TALL\)/)
  assert.match(dear.faults?.[0]?.advice ?? '', /smaller place, or leave out its ground, gradients, blurs/)
})

test('the schema can be published', () => {
  const schema = describeLookSchema()
  assert.equal(schema.title, 'Songreel look')
  assert.ok(JSON.stringify(schema).includes('sound-rings'))
})
