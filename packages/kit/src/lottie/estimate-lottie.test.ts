import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aLayer, aLottie } from '../../testing/sample-lottie.ts'
import { estimateLottie } from './estimate-lottie.ts'
import type { Json } from './lottie-file.ts'

const still = (k: unknown) => ({ a: 0, k })

/** One layer of shapes over all of a square of 200 units. */
function withShapes(...shapes: Json[]) {
  return aLottie({ layers: [aLayer({ ty: 4, shapes })] })
}

const RECTANGLE = { ty: 'rc', s: still([200, 200]), p: still([0, 0]), r: still(0) }
const FILL = { ty: 'fl', c: still([1, 0, 0, 1]), o: still(100) }
const GRADIENT = { ty: 'gf', g: { p: 2, k: still([0, 1, 0, 0, 1, 0, 0, 1]) }, o: still(100) }

test('a small drawing covers little, and costs less than one that fills the picture', () => {
  const small = estimateLottie(aLottie())
  const full = estimateLottie(withShapes(RECTANGLE, FILL))
  // A square of 80 units in one of 200.
  assert.ok(Math.abs(small.coverage - 0.16) < 0.01, `${small.coverage}`)
  assert.equal(full.coverage, 1)
  assert.ok(small.vectorMs < full.vectorMs)
})

test('gradients, blurs and what is drawn apart are dear, by how much of the picture they cover', () => {
  const plain = estimateLottie(withShapes(RECTANGLE, FILL)).vectorMs
  assert.ok(estimateLottie(withShapes(RECTANGLE, GRADIENT)).vectorMs > plain + 10)
  const blurred = aLottie({ layers: [aLayer({ ty: 1, sw: 200, sh: 200, ef: [{ ty: 29, en: 1 }] })] })
  assert.ok(estimateLottie(blurred).vectorMs > plain + 100)
  const masked = aLottie({ layers: [aLayer({ ty: 1, sw: 200, sh: 200, tt: 1 })] })
  assert.ok(estimateLottie(masked).vectorMs > plain)
})

test('what grows counts as large as it becomes, in groups and compositions too', () => {
  const dot = { ty: 'el', s: still([20, 20]), p: still([0, 0]) }
  const grows = {
    ty: 'tr',
    s: {
      a: 1,
      k: [
        { t: 0, s: [100, 100] },
        { t: 60, s: [1000, 1000] },
      ],
    },
  }
  const group = { ty: 'gr', it: [dot, FILL, grows] }
  assert.equal(estimateLottie(withShapes(group)).coverage, 1)
  const inside = { id: 'inside', layers: [aLayer({ ty: 4, shapes: [dot, FILL] })] }
  const shown = aLayer({ ty: 0, refId: 'inside', w: 200, h: 200 }, { ks: { s: still([500, 500, 100]) } })
  const { coverage } = estimateLottie(aLottie({ layers: [shown], assets: [inside] }))
  assert.ok(Math.abs(coverage - 0.25) < 0.01, `${coverage}`)
})

test('copies are counted, and no file makes counting long', () => {
  const dots = [{ ty: 'el', s: still([10, 10]) }, FILL]
  const copied = estimateLottie(withShapes({ ty: 'gr', it: [...dots, { ty: 'rp', c: still(50) }] }))
  assert.ok(copied.vectorMs > estimateLottie(withShapes({ ty: 'gr', it: dots })).vectorMs + 0.4)
  const repeaters = Array.from({ length: 20 }, () => ({ ty: 'rp', c: still(1e8) }))
  assert.ok(Number.isFinite(estimateLottie(withShapes({ ty: 'gr', it: [...dots, ...repeaters] })).vectorMs))
  const nonsense = withShapes({ ty: 'sh', ks: { k: { v: [[null, 'a'], 7] } } }, { ty: 'rc', s: 'x' }, FILL)
  assert.ok(Number.isFinite(estimateLottie(nonsense).vectorMs))
})
