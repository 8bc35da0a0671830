import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { keepDrawing } from './keep-drawing.ts'

const EVERY_MS = 5

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
  while (isStuck) await pause()
  const looksThen = looks
  while (looks < looksThen + 2) await pause()
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
  while (asked < 2) await pause()
  for (const end of ends) end()
})

const pause = () => new Promise((resolve) => setTimeout(resolve, EVERY_MS))
