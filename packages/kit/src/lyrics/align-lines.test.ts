import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance } from '../paint/chance.ts'
import { alignLines } from './align-lines.ts'
import { parseLyrics } from './parse-lyrics.ts'
import type { Singing } from './singing.ts'
import { ANY_SOUND, mayBeMissed, SOUNDS, spellLines } from './spell-sounds.ts'

const RATE_HZ = 17

const VERSE = [
  'paper boats are on the water',
  'lantern light along the shore',
  'every window has a daughter',
  'nobody is at the door',
]
const CHORUS = ['carry me home', 'carry me over', 'carry me home tonight']

/** Lines every 4 s, with a break of 20 s before the last verse. */
const TIMES = [10, 14, 18, 22, 30, 34, 38, 62, 66, 70, 74]
const TEXT = [VERSE, CHORUS, VERSE].map((lines) => lines.join('\n')).join('\n\n')
const LINES = [...VERSE, ...CHORUS, ...VERSE]

test('lines are found where they are sung, over pauses and breaks', () => {
  const drafts = TEXT.split('\n').map((text) => ({ startSecs: 0, text }))
  const lines = alignLines(drafts, hear(90, LINES, TIMES))
  assert.equal(lines?.length, TIMES.length)
  lines.forEach(({ startSecs, endSecs = 0, text }, i) => {
    assert.ok(Math.abs(startSecs - TIMES[i]!) <= 0.3, `${text} at ${startSecs}, not ${TIMES[i]}`)
    assert.ok(endSecs > startSecs + 1 && endSecs <= (lines[i + 1]?.startSecs ?? 90), `${text} to ${endSecs}`)
  })
})

test('what is sung decides where somebody sings all the time', () => {
  const heard = hear(90, LINES, TIMES)
  const found = findStarts(TEXT, 90, { ...heard, voice: heard.voice.map(() => 0.5) })
  const errors = found.map((startSecs, i) => Math.abs(startSecs - TIMES[i]!)).sort((a, b) => a - b)
  assert.ok(errors[errors.length >> 1]! <= 0.5, `${errors}`)
})

test('that somebody sings decides where the writing does not tell the sounds', () => {
  const lines = ['あかさたなはま', 'やらわがざだば', 'きしちにひみり']
  const found = findStarts(lines.join('\n'), 40, hear(40, lines, [5, 15, 30]))
  ;[5, 15, 30].forEach((secs, i) => {
    assert.ok(Math.abs(found[i]! - secs) <= 0.5, `${found}`)
  })
})

test('noise in what is heard does not lead far astray', () => {
  const heard = hear(90, LINES, TIMES)
  // Repeatable: chance that has nothing to do with the lines.
  const stray = (value: number, i: number) => value + 3 * (chance(7, 'noise', i, 0) - 0.5)
  const noisy = { ...heard.sounds, values: heard.sounds.values.map(stray) }
  const found = findStarts(TEXT, 90, { ...heard, voice: heard.voice.map(stray), sounds: noisy })
  const errors = found.map((startSecs, i) => Math.abs(startSecs - TIMES[i]!)).sort((a, b) => a - b)
  assert.ok(errors[errors.length >> 1]! <= 0.5, `${errors}`)
})

test('lines are in order and inside the song, however little of it is sung', () => {
  for (const times of [[], [3], [85]]) {
    const { lines, timing } = parseLyrics(TEXT, 90, () => hear(90, LINES, times))
    assert.equal(timing, 'ESTIMATED')
    assert.equal(lines.length, TIMES.length)
    lines.forEach(({ startSecs, endSecs }, i) => {
      assert.ok(startSecs >= (lines[i - 1]?.startSecs ?? 0) && endSecs >= startSecs && endSecs <= 90)
    })
  }
})

test('a line without vowels has a place too', () => {
  const lines = ['hello there', 'mmm', 'pst', 'somebody is singing']
  const found = findStarts(lines.join('\n'), 30, hear(30, lines, [3, 9, 14, 20]))
  ;[3, 9, 14, 20].forEach((secs, i) => {
    assert.ok(Math.abs(found[i]! - secs) <= 1, `${found}`)
  })
})

test('more lines than a song can hold, or than can be searched, are spread over it', () => {
  for (const [count, secs] of [
    [60, 5],
    [2000, 600],
  ] as const) {
    const text = Array.from({ length: count }, (_, i) => `another line ${i}`).join('\n')
    const { lines } = parseLyrics(text, secs, () => hear(secs, [], []))
    assert.equal(lines.length, count)
    assert.ok(lines.every(({ endSecs }) => endSecs <= secs + 1e-6))
  }
})

function findStarts(text: string, secs: number, heard: Singing): number[] {
  return parseLyrics(text, secs, () => heard).lines.map(({ startSecs }) => startSecs)
}

/** Each line is sung from its time on, a vowel for three rows and a consonant for one, and nothing else is. */
function hear(secs: number, lines: readonly string[], times: readonly number[]): Singing {
  const width = SOUNDS.length
  const voice = new Float32Array(secs * RATE_HZ).fill(-1.5)
  const values = new Float32Array(voice.length * width)
  spellLines(lines).forEach((words, line) => {
    if (times[line] === undefined) return
    const rows = words.flat().flatMap((sound) => (mayBeMissed(sound) ? [sound] : [sound, sound, sound]))
    rows.forEach((sound, i) => {
      const row = times[line]! * RATE_HZ + i
      voice[row] = 1.5
      if (sound !== ANY_SOUND)
        for (let other = 0; other < width; other++) values[row * width + other] = other === sound ? 1.2 : -0.3
    })
  })
  return { rateHz: RATE_HZ, voice, sounds: { width, values } }
}
