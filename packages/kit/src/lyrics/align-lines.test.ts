import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance } from '../paint/chance.ts'
import { alignLines } from './align-lines.ts'
import { learnSinger } from './learn-singer.ts'
import { parseLyrics } from './parse-lyrics.ts'
import type { Singing } from './singing.ts'

const RATE_HZ = 17
const SOUND_WIDTH = 8

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
  const heard = hear(90, TIMES)
  // Repeatable: a wave that has nothing to do with the lines.
  const voice = heard.voice.map((value, row) => value + 1.2 * Math.sin(row * 1.7))
  const { lines } = parseLyrics(TEXT, 90, () => ({ ...heard, voice }))
  const errors = lines.map(({ startSecs }, i) => Math.abs(startSecs - TIMES[i]!)).sort((a, b) => a - b)
  assert.ok(errors[errors.length >> 1]! <= 0.5, `${errors}`)
})

test('lines are in order and inside the song, however little of it is sung', () => {
  for (const times of [[], [3], [85]]) {
    const { lines, timing } = parseLyrics(TEXT, 90, () => hear(90, times))
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
    const { lines } = parseLyrics(text, secs, () => hear(secs, [1]))
    assert.equal(lines.length, count)
    assert.ok(lines.every(({ endSecs }) => endSecs <= secs + 1e-6))
  }
})

test('a chorus is found by its music where a solo sounds like a voice', () => {
  const text = [CHORUS, VERSE, CHORUS].map((lines) => lines.join('\n')).join('\n\n')
  const times = [10, 14, 18, 30, 34, 38, 42, 60, 64, 68]
  const heard = hear(100, times, { fromSecs: 10, againSecs: 60, secs: 12 })
  const voice = heard.voice.map((value, row) => (row > 50 * RATE_HZ && row < 85 * RATE_HZ ? 0.5 : value))
  const { lines } = parseLyrics(text, 100, () => ({ ...heard, voice }))
  const found = lines.map(({ startSecs }) => startSecs)
  assert.ok(Math.abs(found[7]! - 60) < 1, `${found}`)
})

test('the singer is learnt from where the lines are, and heard where the voice was not', () => {
  const heard = hear(90, TIMES)
  const isSung = Uint8Array.from(heard.voice, (value) => (value > 0 ? 1 : 0))
  // The last verse is as quiet as what is not sung.
  const voice = heard.voice.map((value, row) => (row > 60 * RATE_HZ ? -0.5 : value))
  const known = isSung.map((value, row) => (row > 60 * RATE_HZ ? 0 : value))
  const learnt = learnSinger({ ...heard, voice }, known)
  const mean = (side: number) => {
    const rows = [...learnt.keys()].filter((row) => row > 61 * RATE_HZ && isSung[row] === side)
    return rows.reduce((sum, row) => sum + learnt[row]!, 0) / rows.length
  }
  assert.ok(mean(1) > mean(0) + 0.5, `${mean(1)} where it is sung, ${mean(0)} elsewhere`)
})

/** Somebody sings for 2.5 s from each of the times on; the first trait knows it. Music that comes again is the same. */
function hear(
  secs: number,
  times: readonly number[],
  again = { fromSecs: 10, againSecs: 62, secs: 16 },
): Singing {
  const rows = Array.from({ length: secs * RATE_HZ }, (_, row) => row)
  const isSung = (row: number) => times.some((at) => row / RATE_HZ >= at && row / RATE_HZ < at + 2.5)
  const side = (row: number) => (isSung(row) ? 1 : -1)
  const isAgain = (at: number) => at >= again.againSecs && at < again.againSecs + again.secs
  const tune = (row: number) =>
    playTune(isAgain(row / RATE_HZ) ? row - (again.againSecs - again.fromSecs) * RATE_HZ : row)
  const traits = rows.flatMap((row) => [side(row) + Math.sin(row * 2.3), Math.sin(row * 3.1)])
  return {
    rateHz: RATE_HZ,
    voice: Float32Array.from(rows, (row) => 1.5 * side(row) + Math.sin(row * 1.3)),
    traits: { width: 2, values: Float32Array.from(traits) },
    sounds: { width: SOUND_WIDTH, values: Float32Array.from(rows.flatMap(tune)) },
  }
}

/** A sound that changes from moment to moment. */
function playTune(row: number): number[] {
  return Array.from({ length: SOUND_WIDTH }, (_, i) => chance(7, 'tune', Math.floor(row / 4), i) - 0.5)
}
