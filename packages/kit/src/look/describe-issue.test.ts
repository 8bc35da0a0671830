import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDie, randomLook, spoil } from '../../testing/random-look.ts'
import { describeFaults, parseLook } from './parse-look.ts'

const TEXT = { kind: 'text', text: 'TITLE' }
const LOOK = { look: 1, title: 'A', description: 'b', layers: [TEXT] }
const withLayer = (layer: unknown) => ({ ...LOOK, layers: [layer] })
const told = (json: unknown) => describeFaults(parseLook(json).faults ?? []).replaceAll('\n  ', '\n')

test('an unknown kind is told with all that there are, and the one that was probably meant', () => {
  const kinds =
    'It is one of fill, backdrop, silk, sound-rings, film, picture, shape, lottie, glow, bars, ring,'
  const pictrue = told(withLayer({ kind: 'pictrue' }))
  assert.ok(pictrue.startsWith(`layers[0].kind: There is no kind "pictrue". ${kinds}`), pictrue)
  assert.ok(pictrue.endsWith('Did you mean picture?'), pictrue)
  assert.match(told(withLayer({})), /^layers\[0\]\.kind: It has no kind\. It is one of fill/)
  assert.match(
    told(withLayer({ kind: 'stack', children: [{ kind: 'texxt' }] })),
    /^layers\[0\]\.children\[0\]\.kind: .* Did you mean text\?$/,
  )
  assert.equal(
    told({ ...LOOK, fields: { tag: { type: 'TXT' } } }),
    'fields.tag.type: There is no type "TXT". It is one of TEXT, NUMBER, CHOICE, COLOUR, SWITCH. Did you mean TEXT?',
  )
})

test('every fault names its place, what stands there and what may', () => {
  for (const [json, sentence] of [
    [7, 'look: It is 7. It takes an object.'],
    [{ ...LOOK, title: undefined }, 'title: It is missing. It takes a text.'],
    [{ ...LOOK, title: 3 }, 'title: It is 3. It takes a text.'],
    [{ ...LOOK, title: '' }, 'title: It is "". It has at least 1 characters.'],
    [{ ...LOOK, energy: 'CALMM' }, 'energy: It is "CALMM". It is one of ENERGETIC, CALM. Did you mean CALM?'],
    [{ ...LOOK, layers: [] }, 'layers: It is an empty list. It has at least 1 entries.'],
    [{ ...LOOK, excerpt: 'ALL' }, 'excerpt: It is "ALL". It takes WHOLE; or it takes a number.'],
    [{ ...LOOK, contentId: 'x' }, 'contentId: It is "x". It must be two or more words such as NEON_PULSE.'],
    [withLayer({ ...TEXT, lines: 99 }), 'layers[0].lines: It is 99. It is at most 8.'],
    [withLayer({ ...TEXT, lines: 2.5 }), 'layers[0].lines: It is 2.5. It takes a whole number.'],
    [withLayer({ kind: 'backdrop', blur: Number.NaN }), 'layers[0].blur: It is NaN. It takes a number.'],
    [withLayer({ kind: 'picture', scale: 9 }), 'layers[0].scale: It is 9. It is at most 2.'],
    [
      withLayer({ kind: 'picture', scale: 'big' }),
      'layers[0].scale: It is "big". It takes a number; or it takes an object.',
    ],
    [
      withLayer({ kind: 'picture', place: { width: 'wide' } }),
      'layers[0].place.width: It is "wide". It must be pixels such as 40, or a share such as "40%".',
    ],
    [
      withLayer({ kind: 'picture', place: { inset: { left: 4 } } }),
      'layers[0].place.inset.left: There is no left here. Known here are start, end, top, bottom.',
    ],
    [
      withLayer({ ...TEXT, in: { BIG: {} } }),
      'layers[0].in.BIG: There is no BIG here. Known here are TALL, PORTRAIT, SQUARE, WIDE.',
    ],
    [
      { ...LOOK, fields: { 'Tag X': { type: 'TEXT', most: 4 } } },
      "fields.Tag X: The name Tag X can't be used. It must be a name such as tag or barStyle.",
    ],
  ] as const)
    assert.equal(told(json), sentence)
})

test('a name that is not known is told with those that are, and the nearest', () => {
  const sentence = told(withLayer({ kind: 'picture', place: { anchr: 'TOP' } }))
  assert.match(
    sentence,
    /^layers\[0\]\.place\.anchr: There is no anchr here\. Known here are of, below, .* Did you mean anchor\?$/,
  )
  assert.match(told({ ...LOOK, titel: 'x' }), /^titel: There is no titel here\. .* Did you mean title\?$/)
})

test('no fault of any look is told in the words of a library', () => {
  const raw = /Invalid|expected|received|Unrecognized|Too (?:big|small)|discriminator|undefined|\[object/
  for (let seed = 1; seed <= 500; seed++) {
    const die = createDie(seed)
    for (const { path, message, advice } of parseLook(spoil(randomLook(die), die)).faults ?? [])
      assert.doesNotMatch(`${message} ${advice}`, raw, `${seed} ${path}: ${message} ${advice}`)
  }
})
