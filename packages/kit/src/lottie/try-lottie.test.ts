import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LottieAnimation } from '@napi-rs/canvas'
import { aLottie } from '../../testing/sample-lottie.ts'
import { checkLottie } from './check-lottie.ts'
import { measureLottie } from './try-lottie.ts'

test('the fonts of the machine, which are looked through for each animation, do not make it dear', (t) => {
  const empty = aLottie({ layers: [] })
  const { lottie } = checkLottie(aLottie())
  const before = process.cpuUsage()
  LottieAnimation.loadFromData(JSON.stringify(empty))
  const { user, system } = process.cpuUsage(before)
  const fontsMs = (user + system) / 1000
  if (fontsMs < 20) return t.skip('this machine has few fonts')
  const costMs = measureLottie(lottie!, 32, 1000) ?? fontsMs
  assert.ok(costMs < fontsMs / 10, `${costMs} ms a picture, ${fontsMs} ms for the fonts`)
})
