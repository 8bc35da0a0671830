import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { analysePcm } from '../../testing/hear-pcm.ts'
import { playPattern } from '../../testing/play-pattern.ts'
import type { AudioAnalysis } from '../audio-analysis.ts'
import { chooseExcerpts } from '../choose-excerpts.ts'
import { ANALYSIS_RATE } from '../spectrum/song-features.ts'
import { createNoise } from '../synth/instruments.ts'
import { type SynthesisedSong, synthesiseSong } from '../synth/synthesise-song.ts'

let song: SynthesisedSong
let analysis: AudioAnalysis

before(async () => {
  song = synthesiseSong({ secs: 112, sampleRate: ANALYSIS_RATE })
  analysis = await analysePcm(song.pcm)
})

test('the key of a song in A minor is A minor', () => {
  assert.equal(analysis.key?.name, 'A minor')
  assert.ok(analysis.key.confidence > 0.1)
})

test('sections start where the parts of the song do', () => {
  const starts = analysis.sections.map(({ startSecs }) => startSecs)
  for (const { part, startSecs } of song.parts) {
    const distance = Math.min(...starts.map((start) => Math.abs(start - startSecs)))
    assert.ok(distance < 0.1, `${part} at ${startSecs}: ${starts}`)
  }
  assert.ok(analysis.sections.length <= song.parts.length + 1)
})

test('sections follow one another without a gap, and what comes back has the same letter', () => {
  const { sections, durationSecs } = analysis
  assert.equal(sections[0]!.startSecs, 0)
  assert.equal(sections.at(-1)!.endSecs, durationSecs)
  sections.slice(1).forEach((section, i) => {
    assert.equal(section.startSecs, sections[i]!.endSecs)
  })
  const labelAt = (secs: number) => sections.find(({ endSecs }) => secs < endSecs)!.label
  const choruses = song.parts
    .filter(({ part }) => part === 'chorus')
    .map(({ startSecs }) => labelAt(startSecs + 5))
  const verses = song.parts
    .filter(({ part }) => part === 'verse')
    .map(({ startSecs }) => labelAt(startSecs + 5))
  assert.equal(new Set(choruses).size, 1)
  assert.equal(new Set(verses).size, 1)
  assert.notEqual(choruses[0], verses[0])
})

test('the best excerpts are choruses, from their first bar, with reasons', () => {
  const choruses = song.parts.filter(({ part }) => part === 'chorus').map(({ startSecs }) => startSecs)
  assert.equal(analysis.excerpts.length, 3)
  for (const { startSecs, reasons } of analysis.excerpts.slice(0, 2)) {
    assert.ok(
      choruses.some((chorus) => Math.abs(chorus - startSecs) < 0.05),
      `${startSecs}, not ${choruses}`,
    )
    assert.ok(reasons.includes('comes back often in the song') && reasons.includes('among the loudest parts'))
  }
  assert.ok(analysis.excerpts.every(({ reasons }) => reasons.length > 0))
})

test('excerpts of any length are whole bars near it, best first, and apart from each other', () => {
  const barSecs = (4 * 60) / 112
  for (const secs of [4, 8, 15, 30, 59]) {
    const excerpts = chooseExcerpts(analysis, { secs, count: 4 })
    assert.ok(excerpts.length >= 1)
    for (const { startSecs, endSecs } of excerpts) {
      const bars = (endSecs - startSecs) / barSecs
      assert.ok(Math.abs(bars - Math.round(bars)) < 0.02, `${bars} bars`)
      assert.ok(Math.abs(endSecs - startSecs - secs) <= 0.25 * secs)
      assert.ok(startSecs >= 0 && endSecs <= analysis.durationSecs)
    }
    const scores = excerpts.map(({ score }) => score)
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    )
    const starts = excerpts.map(({ startSecs }) => startSecs).sort((a, b) => a - b)
    assert.ok(starts.slice(1).every((start, i) => start - starts[i]! >= 0.74 * secs))
  }
})

test('excerpts have 4 or 8 bars where the length allows it, and start on a bar line or an upbeat to it', () => {
  const barSecs = (4 * 60) / 112
  const beats = analysis.beats.map(({ secs }) => secs)
  const downbeats = analysis.beats.filter(({ isDownbeat }) => isDownbeat).map(({ secs }) => secs)
  const wanted: [secs: number, bars: number][] = [
    [8, 4],
    [10, 4],
    [15, 8],
    [16, 8],
    [20, 8],
    [30, 16],
    // Neither four nor eight bars come near: an even number does.
    [12.5, 6],
    [4, 2],
  ]
  for (const [secs, bars] of wanted) {
    for (const { startSecs, endSecs } of chooseExcerpts(analysis, { secs })) {
      assert.equal(Math.round((endSecs - startSecs) / barSecs), bars, `${secs} s: ${endSecs - startSecs} s`)
      const upbeats = Math.min(...downbeats.filter((secs) => secs >= startSecs)) - startSecs
      assert.ok(beats.includes(startSecs) && upbeats < barSecs / 2 + 0.05, `${startSecs} is no bar line`)
    }
  }
})

test('bars of three beats are whole bars too', async () => {
  const waltz = { beats: 3, kick: 'X.....', snare: '..x.x.', hat: 'xxxxxx', bass: 'X.....', chords: '..x.x.' }
  const played = playPattern(waltz, 40, () => 132)
  const { excerpts, durationSecs } = await analysePcm(played.pcm)
  const barSecs = (3 * 60) / 132
  // One that ends with the song keeps its last echo.
  const inner = excerpts.filter(({ endSecs }) => endSecs < durationSecs)
  assert.ok(inner.length > 0)
  for (const { startSecs, endSecs } of inner) {
    assert.ok(
      Math.abs((endSecs - startSecs) / barSecs - 12) < 0.05,
      `${(endSecs - startSecs) / barSecs} bars`,
    )
  }
})

test('a song shorter than the excerpt is taken whole', () => {
  const [whole] = chooseExcerpts(analysis, { secs: 500 })
  assert.deepEqual(whole, {
    startSecs: 0,
    endSecs: analysis.durationSecs,
    score: 1,
    reasons: ['the whole song'],
  })
})

test('without a beat an excerpt has exactly the wanted length', async () => {
  const noise = createNoise(9)
  const samples = Float32Array.from({ length: 25 * ANALYSIS_RATE }, () => 0.2 * noise())
  const { excerpts, tempo } = await analysePcm({ sampleRate: ANALYSIS_RATE, channels: [samples] })
  assert.ok(tempo.confidence < 0.3)
  assert.ok(excerpts.length > 0)
  for (const { startSecs, endSecs } of excerpts) assert.ok(Math.abs(endSecs - startSecs - 15) < 1e-9)
})

test('silence has no hook, and neither has what nobody can hear', async () => {
  const noise = createNoise(4)
  for (const gain of [0, 0.0005]) {
    const samples = Float32Array.from({ length: 25 * ANALYSIS_RATE }, () => gain * noise())
    const silent = await analysePcm({ sampleRate: ANALYSIS_RATE, channels: [samples] })
    assert.deepEqual(silent.excerpts, [], `${silent.loudness.integratedLufs} LUFS`)
  }
})
