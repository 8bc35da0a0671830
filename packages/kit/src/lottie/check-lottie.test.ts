import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBoundLottie, aLayer, aLottie, aPicture, aSquare, aText } from '../../testing/sample-lottie.ts'
import { checkLottie } from './check-lottie.ts'
import { type Json, LOTTIE_LIMITS } from './lottie-file.ts'

test('an animation is told by its measures, its slots, and what will look otherwise', () => {
  const lottie = { ...aBoundLottie(), layers: [...aBoundLottie().layers, anExpression()] }
  const { report } = checkLottie(lottie, { isBound: (name) => name === 'Cover' })
  assert.ok(report)
  const { width, height, fps, durationSecs, layers } = report
  assert.deepEqual([width, height, fps, durationSecs, layers], [200, 200, 30, 2, 4])
  assert.deepEqual(report.slots, {
    text: ['Title'],
    colour: ['Title', 'Square', 'Main', 'accent', 'Moved'],
    image: ['Cover', 'art'],
  })
  assert.deepEqual(report.missingFonts, ['Sofia-Bold'])
  assert.equal(report.expressions, 1)
  assert.equal(report.notes.length, 2)
  assert.match(report.notes.join(' '), /1 expressions .* Sofia-Bold/)
})

function anExpression(): Json {
  const layer = aSquare('Moved')
  const { ks } = layer as { ks: Json }
  return { ...layer, ks: { ...ks, p: { a: 0, k: [0, 0], x: 'var $bm_rt = [time, 0]' } } }
}

const precomp = (refId: string) => aLayer({ ty: 0, refId, w: 200, h: 200 })

/** Compositions that show the next one eight times each. */
function aTower(floors: number): Json {
  const assets = Array.from({ length: floors }, (_, i) => ({
    id: `c${i}`,
    layers: Array.from({ length: 8 }, () => precomp(`c${i + 1}`)),
  }))
  return aLottie({ assets: [...assets, { id: `c${floors}`, layers: [aSquare()] }], layers: [precomp('c0')] })
}

const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(40)
  bytes.writeUInt32BE(0x89504e47, 0)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return `data:image/png;base64,${bytes.toString('base64')}`
}
const pictured = (p: string) => aLottie({ assets: [{ id: 'art', w: 60, h: 60, p }], layers: [aPicture()] })

const REFUSED: Record<string, [unknown, RegExp]> = {
  'nothing at all': [null, /no layers/],
  'a list': [[], /no layers/],
  'another JSON': [{ name: 'package' }, /no layers/],
  'layers that are none': [aLottie({ layers: [1] }), /layers that are none/],
  'a side beyond all screens': [aLottie({ w: 100_000 }), /100000×200/],
  'no width': [aLottie({ w: undefined }), /no number×200/],
  'no frame rate': [aLottie({ fr: 0 }), /0 frames a second/],
  'an endless one': [aLottie({ op: 1e8 }), /lasts/],
  'no length': [aLottie({ op: 0 }), /no length/],
  'a number that is none': [
    aLottie({ layers: [{ ...aSquare(), st: Number.POSITIVE_INFINITY }] }),
    /Infinity/,
  ],
  'a million layers': [
    aLottie({ layers: Array.from({ length: 1e6 }, () => ({ ty: 3 })) }),
    /more than 400000/,
  ],
  'two thousand layers': [
    aLottie({ layers: Array.from({ length: 2000 }, () => ({ ty: 3 })) }),
    /2000 layers/,
  ],
  'a tower of compositions': [aTower(12), /more than 2000 layers/],
  'compositions that show each other': [
    aLottie({
      assets: [
        { id: 'a', layers: [precomp('b')] },
        { id: 'b', layers: [precomp('a')] },
      ],
      layers: [precomp('a')],
    }),
    /contain themselves/,
  ],
  'a picture of the machine': [pictured('/etc/passwd'), /\/etc\/passwd\), which is not in the file/],
  'a picture of the web': [pictured('https://example.com/x.png'), /not in the file/],
  'a drawing inside of it': [pictured('data:image/svg+xml;base64,PHN2Zz4='), /not in the file/],
  'a picture that is none': [pictured('data:image/png;base64,aGVsbG8='), /neither a PNG nor a JPEG/],
  'a picture as large as a city': [pictured(png(60_000, 60_000)), /60000×60000/],
  'groups in groups': [nest(200), /nested deeper/],
}

function nest(depth: number): Json {
  let group: Json = { ty: 'rc' }
  for (let i = 0; i < depth; i++) group = { ty: 'gr', it: [group] }
  return aLottie({ layers: [aLayer({ ty: 4, shapes: [group] })] })
}

for (const [name, [json, told]] of Object.entries(REFUSED)) {
  test(`refused with a sentence: ${name}`, () => {
    const { faults } = checkLottie(json)
    assert.match(faults?.join() ?? '', told)
  })
}

test('what stays below the bounds is taken', () => {
  assert.equal(checkLottie(aTower(3)).faults, undefined)
  assert.equal(checkLottie(pictured(png(4096, 4096))).faults, undefined)
  assert.equal(checkLottie(aLottie({ layers: [aText('Hello')] })).faults, undefined)
  const many = Array.from({ length: LOTTIE_LIMITS.layers }, () => ({ ty: 3 }))
  assert.equal(checkLottie(aLottie({ layers: many })).faults, undefined)
})
