import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { keepDrawing } from './keep-drawing.ts'

const EVERY_MS = 5
/** Longer than any busy machine takes for a second picture: what is not asked for by then never is. */
const MOST_PAUSES = 2000

test('a page that hands out no frame is asked for a picture until it does, one that draws is left alone', async () => {
  const asked: string[] = []
  let isStuck = true
  let looks = 0
  const ends: (() => void)[] = []
  const page = {
    context: () => ({
      newCDPSession: async () => ({
        send: async (method: string) => {
          asked.push(method)
          isStuck = asked.length < 2
        },
      }),
    }),
    evaluate: () => {
      looks++
      return isStuck ? new Promise(() => {}) : Promise.resolve(true)
    },
    once: (_: string, end: () => void) => ends.push(end),
  }
  await keepDrawing(page as unknown as Page, EVERY_MS)
  for (let i = 0; i < MOST_PAUSES && isStuck; i++) await pause()
  const looksThen = looks
  for (let i = 0; i < MOST_PAUSES && looks < looksThen + 2; i++) await pause()
  assert.ok(looks >= looksThen + 2, `looked ${looks} times`)
  assert.deepEqual(asked, ['Page.captureScreenshot', 'Page.captureScreenshot'])

  for (const end of ends) end()
  await pause()
  const looksAtEnd = looks
  for (let i = 0; i < 4; i++) await pause()
  assert.equal(looks, looksAtEnd, 'a closed page is not looked at')
})

test('a page whose picture is lost is asked again', async () => {
  let asked = 0
  const ends: (() => void)[] = []
  const lost = new Promise<never>(() => {})
  const page = {
    context: () => ({
      newCDPSession: async () => ({
        send: () => {
          asked++
          return lost
        },
      }),
    }),
    evaluate: () => lost,
    once: (_: string, end: () => void) => ends.push(end),
  }
  await keepDrawing(page as unknown as Page, EVERY_MS)
  for (let i = 0; i < MOST_PAUSES && asked < 2; i++) await pause()
  for (const end of ends) end()
  assert.ok(asked >= 2, `asked ${asked} times`)
})

const pause = () => new Promise((resolve) => setTimeout(resolve, EVERY_MS))
