import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createIdleness } from './idleness.ts'

function start() {
  let nowMs = 1000
  const idleness = createIdleness(() => nowMs)
  const [files, renders] = [idleness.watch('files'), idleness.watch('renders')]
  const at = (ms: number) => {
    nowMs = ms
  }
  const isIdleWith = (secs: number) => {
    let isIdle = false
    void idleness.untilIdle(secs).then(() => {
      isIdle = true
    })
    return async () => {
      await setImmediate()
      return isIdle
    }
  }
  return { files, renders, at, isIdleWith }
}

test('every worker has to have looked', async () => {
  const { files, renders, isIdleWith } = start()
  const isIdle = isIdleWith(0)
  files.onEmpty(1001)
  assert.equal(await isIdle(), false)
  renders.onEmpty(1002)
  assert.equal(await isIdle(), true)
})

test('a look that began before the last job ended does not count: the job may have made another', async () => {
  const { files, renders, at, isIdleWith } = start()
  files.onBegin()
  const isIdle = isIdleWith(0)
  at(2000)
  files.onEnd()
  renders.onEmpty(1999)
  files.onEmpty(2001)
  assert.equal(await isIdle(), false)
  renders.onEmpty(2002)
  assert.equal(await isIdle(), true)
})

test('while one is at work nobody is idle, and the time counts from its end', async () => {
  const { files, renders, at, isIdleWith } = start()
  files.onEmpty(1001)
  renders.onEmpty(1001)
  renders.onBegin()
  const isIdle = isIdleWith(3)
  files.onEmpty(9000)
  assert.equal(await isIdle(), false)
  at(10_000)
  renders.onEnd()
  for (const ms of [10_001, 12_999]) {
    files.onEmpty(ms)
    renders.onEmpty(ms)
    assert.equal(await isIdle(), false)
  }
  files.onEmpty(13_000)
  renders.onEmpty(13_000)
  assert.equal(await isIdle(), true)
})
