import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alignLines } from './align-lines.ts'
import { parseLyrics } from './parse-lyrics.ts'
import type { Singing } from './singing.ts'

const STEP_SECS = 0.25

const VERSE = [
  'paper boats are on the water',
  'lantern light along the shore',
  'every window has a daughter',
  'every daughter has a door',
]
const CHORUS = ['carry me home', 'carry me over', 'carry me home tonight']

/** Lines of 2.5 s every 4 s, with a break of 20 s before the last verse. */
const TIMES = [10, 14, 18, 22, 30, 34, 38, 62, 66, 70, 74]
const TEXT = [VERSE, CHORUS, VERSE].map((lines) => lines.join('\n')).join('\n\n')

test('lines are found where somebody sings, over pauses and breaks', () => {
  const drafts = TEXT.split('\n').map((text) => ({ startSecs: 0, text }))
  const lines = alignLines(drafts, hear(90, TIMES))
  assert.equal(lines?.length, TIMES.length)
  lines.forEach(({ startSecs, endSecs = 0, text }, i) => {
    assert.ok(Math.abs(startSecs - TIMES[i]!) <= 0.5, `${text} at ${startSecs}, not ${TIMES[i]}`)
    assert.ok(endSecs > startSecs + 1 && endSecs <= (lines[i + 1]?.startSecs ?? 90), `${text} to ${endSecs}`)
  })
})

test('noise in what is heard does not lead far astray', () => {
  const { voice, rise, stepSecs } = hear(90, TIMES)
  // Repeatable: a wave that has nothing to do with the lines.
  const noisy = voice.map((value, step) =>
    Math.max(-0.55, Math.min(0.75, value + 0.4 * Math.sin(step * 1.7))),
  )
  const { lines } = parseLyrics(TEXT, 90, { voice: noisy, rise, stepSecs })
  const errors = lines.map(({ startSecs }, i) => Math.abs(startSecs - TIMES[i]!)).sort((a, b) => a - b)
  assert.ok(errors[errors.length >> 1]! <= 0.5, `${errors}`)
})

test('lines are in order and inside the song, however little of it is sung', () => {
  for (const times of [[], [3], [85]]) {
    const { lines, timing } = parseLyrics(TEXT, 90, hear(90, times))
    assert.equal(timing, 'ESTIMATED')
    assert.equal(lines.length, TIMES.length)
    lines.forEach(({ startSecs, endSecs }, i) => {
      assert.ok(startSecs >= (lines[i - 1]?.startSecs ?? 0) && endSecs >= startSecs && endSecs <= 90)
    })
  }
})

test('more lines than a song can hold, or than can be searched, are spread over it', () => {
  for (const [count, secs] of [
    [60, 5],
    [2000, 600],
  ] as const) {
    const text = Array.from({ length: count }, (_, i) => `line ${i}`).join('\n')
    const { lines } = parseLyrics(text, secs, hear(secs, [1]))
    assert.equal(lines.length, count)
    assert.ok(lines.every(({ endSecs }) => endSecs <= secs + 1e-6))
  }
})

function hear(secs: number, times: readonly number[]): Singing {
  const count = secs / STEP_SECS
  const isSung = (at: number) => times.some((time) => at >= time && at < time + 2.5)
  return {
    stepSecs: Float64Array.from({ length: count + 1 }, (_, step) => step * STEP_SECS),
    voice: Float32Array.from({ length: count }, (_, step) => (isSung(step * STEP_SECS) ? 0.5 : -0.5)),
    rise: Float32Array.from({ length: count }, (_, step) => {
      const [now, before] = [step, step - 1].map((each) => isSung(each * STEP_SECS))
      return Number(now) - Number(before)
    }),
  }
}
