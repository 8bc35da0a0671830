import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { analysePcm } from '../../testing/hear-pcm.ts'
import { synthesiseSinging } from '../../testing/synthesise-singing.ts'
import type { AudioAnalysis } from '../audio-analysis.ts'
import { chooseExcerpts } from '../choose-excerpts.ts'
import { describeSinging } from './describe-singing.ts'
import { listCandidates } from './excerpt-candidates.ts'
import { findPhrases } from './find-phrases.ts'
import { VOICE_WEIGHTS } from './voice-weights.ts'

const [SECS, BPM] = [80, 120]

/** Lines of 2.8 s that begin a beat before every second bar, in two verses with a break between them. */
const LINES = [7.5, 11.5, 15.5, 19.5, 23.5, 27.5, 31.5, 47.5, 51.5, 55.5, 59.5, 63.5, 67.5, 71.5].map(
  (startSecs) => ({
    startSecs,
    endSecs: startSecs + 2.8,
  }),
)

let analysis: AudioAnalysis
before(async () => {
  analysis = await analysePcm(synthesiseSinging(SECS, BPM, LINES))
})

test('phrases are found where the voice is, and none in the break', () => {
  const phrases = findPhrases(analysis.voice)
  for (const { startSecs } of LINES) {
    const distance = Math.min(...phrases.map((phrase) => Math.abs(phrase.startSecs - startSecs)))
    assert.ok(distance < 0.4, `${startSecs}: ${distance}`)
  }
  const isInBreak = phrases.some(({ startSecs, endSecs }) => startSecs > 36 && endSecs < 46)
  assert.ok(!isInBreak, JSON.stringify(phrases))
})

test('singing is told from what sounds at the sides', () => {
  const { rateHz, voice } = describeSinging(analysis)
  const isSung = (at: number) => LINES.some(({ startSecs, endSecs }) => at > startSecs && at < endSecs)
  const mean = (side: boolean) => {
    const values = voice.filter((_, row) => isSung(row / rateHz) === side)
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }
  assert.ok(mean(true) > mean(false) + 0.5, `${mean(true)} and ${mean(false)}`)
})

test('how much likelier than usual sounds are evens out by how often they are sung', () => {
  const { voice, sounds } = describeSinging(analysis)
  assert.equal(sounds.values.length, voice.length * sounds.width)
  assert.equal(sounds.width, VOICE_WEIGHTS.sounds.length)
  for (let row = 0; row < voice.length; row += 100) {
    const total = VOICE_WEIGHTS.shares.reduce(
      (sum, share, sound) => sum + share * Math.exp(sounds.values[row * sounds.width + sound]!),
      0,
    )
    assert.ok(Math.abs(total - 1) < 0.01, `${total}`)
  }
})

test('an excerpt begins before a line that is known, holds a verse, and cuts nobody off', () => {
  for (const secs of [15, 20]) {
    for (const { startSecs, endSecs } of chooseExcerpts(analysis, { secs, count: 1, lines: LINES })) {
      for (const line of LINES) {
        assert.ok(!isInside(line, startSecs) && !isInside(line, endSecs), `${startSecs} to ${endSecs}`)
      }
      const whole = LINES.filter((line) => line.startSecs >= startSecs && line.endSecs <= endSecs)
      assert.ok(whole.length >= 3, `${whole.length} lines`)
      assert.ok(Math.abs(endSecs - startSecs - secs) <= 0.25 * secs + 0.01)
    }
  }
})

test('lines that are only guessed count where a voice is heard', () => {
  const misplaced = [36, 38.5, 41, 43.5].map((startSecs) => ({ startSecs, endSecs: startSecs + 2 }))
  const lines = [...LINES, ...misplaced].sort((a, b) => a.startSecs - b.startSecs)
  const measureSung = (isGuess: boolean, aroundSecs: number) => {
    const guesses = lines.map((line) => ({ ...line, isGuess }))
    const candidates = listCandidates(analysis, { secs: 12, isOnBeat: true, lines: guesses })
    const around = candidates.filter(({ startSecs }) => Math.abs(startSecs - aroundSecs) < 2)
    return Math.max(...around.map(({ parts }) => parts.sung))
  }
  assert.ok(measureSung(false, 36) > 0.9, 'lines that are known are believed')
  assert.ok(measureSung(true, 36) < 0.3, `${measureSung(true, 36)} where nobody sings`)
  assert.ok(measureSung(true, 55) > 0.6, `${measureSung(true, 55)} where they are right`)
})

test('without lyrics it begins at a pause of the voice', () => {
  const [best] = chooseExcerpts(analysis, { secs: 15, count: 1 })
  assert.ok(best && !LINES.some((line) => isInside(line, best.startSecs)), JSON.stringify(best))
  const sung = LINES.filter((line) => line.startSecs >= best.startSecs && line.endSecs <= best.endSecs)
  assert.ok(sung.length >= 2, `${sung.length} lines`)
})

test('what has to be whole bars stays whole bars, whoever sings', () => {
  const within = { minSecs: 7.5, maxSecs: 8.5 }
  const downbeats = analysis.beats.filter(({ isDownbeat }) => isDownbeat).map(({ secs }) => secs)
  for (const { startSecs, endSecs } of chooseExcerpts(analysis, { secs: 8, within, lines: LINES })) {
    assert.ok(downbeats.includes(startSecs))
    assert.ok(Math.abs((endSecs - startSecs) / 2 - 4) < 0.05, `${endSecs - startSecs} s`)
  }
})

function isInside(line: { startSecs: number; endSecs: number }, secs: number): boolean {
  return line.startSecs < secs - 0.1 && line.endSecs > secs + 0.1
}
