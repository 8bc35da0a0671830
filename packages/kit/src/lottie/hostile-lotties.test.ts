import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOSTILE_LOTTIES } from '../../testing/hostile-lotties.ts'
import { createDie, spoil } from '../../testing/random-look.ts'
import { aBoundLottie } from '../../testing/sample-lottie.ts'
import { checkLottie } from './check-lottie.ts'
import { estimateLottie } from './estimate-lottie.ts'
import { measureLottie } from './try-lottie.ts'

const REFUSED: Record<string, RegExp> = {
  'groups far too deep': /deeper than 40/,
  'a star of a billion points': /star of 1000000000 points; at most 1000/,
  'a side of a billion': /1000000000×200/,
  'an hour': /lasts 3600 s/,
  'a thousand pictures a second': /1000 frames a second/,
  'no pictures a second': /0 frames a second/,
  'a number that is none': /the number NaN/,
  'an endless number inside': /the number Infinity/,
  'a composition in itself': /contain themselves/,
  'compositions in a circle': /contain themselves/,
  'ten to the eighth squares': /more than 2000 layers/,
  'a thousand squares': /more than 2000 layers/,
  'two thousand layers': /2000 layers/,
  'layers that are none': /layers that are none/,
  'a name of its prototype': /no layers/,
}

for (const [name, make] of Object.entries(HOSTILE_LOTTIES))
  test(`an animation with ${name} is ${name in REFUSED ? 'refused with a sentence' : 'drawn'}`, () => {
    const { lottie, faults } = checkLottie(make())
    const told = REFUSED[name]
    if (told) return assert.match(faults?.join() ?? '', told)
    assert.equal(faults, undefined)
    const { vectorMs, coverage } = estimateLottie(lottie!)
    assert.ok(Number.isFinite(vectorMs) && coverage >= 0 && coverage <= 1, `${vectorMs} ms, ${coverage}`)
    assert.equal(typeof measureLottie(lottie!, 32, 1000), 'number')
  })

test('300 spoilt animations are refused with a sentence, or drawn, or told to be unreadable', (t) => {
  const seen = { refused: 0, drawn: 0, unreadable: 0 }
  for (let seed = 1; seed <= 300; seed++) {
    const { lottie, faults } = checkLottie(spoil(aBoundLottie(), createDie(seed)), { isBound: () => true })
    if (faults) {
      assert.doesNotMatch(faults.join(), /undefined|\[object/, `${seed}`)
      seen.refused++
      continue
    }
    assert.ok(Number.isFinite(estimateLottie(lottie).vectorMs), `${seed}`)
    seen[measureLottie(lottie, 24, 1000) === undefined ? 'unreadable' : 'drawn']++
  }
  t.diagnostic(JSON.stringify(seen))
  assert.ok(seen.refused > 20 && seen.drawn > 20, JSON.stringify(seen))
})
