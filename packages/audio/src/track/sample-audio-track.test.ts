import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { BAND_COUNT, chance, createAudioTrack } from '@songreel/kit/core'
import { analysePcm } from '../../testing/hear-pcm.ts'
import { synthesiseClicks } from '../../testing/synthesise-clicks.ts'
import type { AudioAnalysis } from '../audio-analysis.ts'
import { ANALYSIS_RATE } from '../spectrum/song-features.ts'
import { type SynthesisedSong, synthesiseSong } from '../synth/synthesise-song.ts'
import { sampleAudioTrack } from './sample-audio-track.ts'

const FRAME_RATES = [15, 24, 25, 30, 50, 60]

let song: SynthesisedSong
let analysis: AudioAnalysis

before(async () => {
  song = synthesiseSong({ bpm: 120, secs: 24, sampleRate: ANALYSIS_RATE })
  analysis = await analysePcm(song.pcm)
})

/** Frames where a curve jumps up. */
function findJumps(curve: Float32Array): number[] {
  return Array.from(curve.keys()).filter((frame) => curve[frame]! > 0.2 + (curve[frame - 1] ?? 0))
}

test('a flash is on the frame nearest to its click, at every frame rate, early and after three minutes', async () => {
  const early = [0.5, 1.213, 2.017, 3.33, 4.1]
  const late = [180.25, 181.017, 182.4, 183.03]
  const clicked = await analysePcm(synthesiseClicks([...early, ...late], 184, ANALYSIS_RATE))
  for (const fps of FRAME_RATES) {
    for (const [startSecs, clicks] of [
      [0, early],
      [0.313, early],
      [179.9, late],
    ] as const) {
      const endSecs = startSecs + 4.1
      const { onset } = sampleAudioTrack(clicked, { startSecs, endSecs, fps })
      const expected = clicks
        .filter((secs) => secs >= startSecs && secs < endSecs - 0.1)
        .map((secs) => secs - startSecs)
      const flashes = findJumps(onset).map((frame) => frame / fps)
      assert.equal(flashes.length, expected.length, `${fps} fps: ${flashes} for ${expected}`)
      flashes.forEach((secs, i) => {
        const off = Math.abs(secs - expected[i]!) * fps
        assert.ok(
          off <= 0.5 + 0.001 * fps,
          `${fps} fps: flash at ${secs}, click at ${expected[i]}: ${off} frames`,
        )
      })
    }
  }
})

test('beats and downbeats jump on their frames and fade until the next', () => {
  const fps = 30
  const { beat, downbeat, beatSecs, downbeatSecs } = sampleAudioTrack(analysis, {
    startSecs: 8,
    endSecs: 16,
    fps,
  })
  assert.equal(beatSecs.length, 16)
  assert.equal(downbeatSecs.length, 4)
  for (const secs of beatSecs) {
    const frame = Math.round(secs * fps)
    assert.ok(beat[frame]! >= 0.6 && beat[frame]! > beat[frame + 1]!, `${secs}`)
  }
  for (const secs of downbeatSecs) {
    assert.equal(beat[Math.round(secs * fps)], 1)
    assert.equal(downbeat[Math.round(secs * fps)], 1)
  }
  assert.ok(beat[Math.round(beatSecs[1]! * fps)]! < 0.8)
})

test('the bar position runs from 0 to 1 in every bar, also before the first and after the last downbeat', () => {
  const { barPosition, downbeatSecs, frameCount } = sampleAudioTrack(analysis, {
    startSecs: 0,
    endSecs: 25,
    fps: 60,
  })
  for (const secs of downbeatSecs) assert.ok(barPosition[Math.round(secs * 60)]! < 0.01)
  const step = 1 / 120
  for (let frame = 1; frame < frameCount; frame++) {
    const moved = barPosition[frame]! - barPosition[frame - 1]!
    assert.ok((moved > 0.5 * step && moved < 2 * step) || moved < -0.9, `frame ${frame}: ${moved}`)
  }
})

test('levels stay within 0 and 1, and use the whole range', () => {
  const data = sampleAudioTrack(analysis, { startSecs: 0, endSecs: analysis.durationSecs, fps: 30 })
  assert.equal(data.frameCount, Math.round(analysis.durationSecs * 30))
  for (const name of [
    'bands',
    'bass',
    'loudness',
    'beat',
    'downbeat',
    'glow',
    'onset',
    'barPosition',
    'peaks',
  ] as const) {
    const [lowest, highest] = data[name].reduce(
      ([low, high], value) => [Math.min(low!, value), Math.max(high!, value)],
      [9, -9],
    )
    assert.ok(lowest! >= 0 && highest! <= 1, `${name}: ${lowest} to ${highest}`)
    assert.ok(highest! > 0.85 && lowest! < 0.35, `${name}: ${lowest} to ${highest}`)
    assert.ok(data[name].buffer instanceof SharedArrayBuffer)
  }
})

test('bars rise at once and sink slowly', async () => {
  const samples = new Float32Array(4 * ANALYSIS_RATE)
  for (let i = ANALYSIS_RATE; i < 1.3 * ANALYSIS_RATE; i++) samples[i] = 0.5 * Math.sin(i * 0.3)
  const tone = await analysePcm({ sampleRate: ANALYSIS_RATE, channels: [samples] })
  const { bands } = sampleAudioTrack(tone, { startSecs: 0, endSecs: 4, fps: 60 })
  const column = Array.from({ length: 240 }, (_, frame) =>
    Math.max(...bands.subarray(frame * BAND_COUNT, (frame + 1) * BAND_COUNT)),
  )
  const firstHigh = column.findIndex((level) => level > 0.7)
  assert.ok(Math.abs(firstHigh - 60) <= 2, `high at frame ${firstHigh}`)
  const ended = Math.round(1.3 * 60)
  assert.ok(column[ended + 6]! > 0.3, `${column[ended + 6]}`)
  assert.ok(column[ended + 48]! < 0.1, `${column[ended + 48]}`)
})

test('the glow sinks slower than the bass', () => {
  const { bass, glow } = sampleAudioTrack(analysis, { startSecs: 8, endSecs: 16, fps: 30 })
  const fall = (curve: Float32Array) =>
    Math.max(...Array.from(curve.subarray(1), (level, i) => curve[i]! - level))
  assert.ok(fall(glow) < fall(bass))
})

test('an excerpt reads the song at its place: two excerpts agree where they overlap', () => {
  const fps = 30
  const early = createAudioTrack(sampleAudioTrack(analysis, { startSecs: 6, endSecs: 14, fps }))
  const late = createAudioTrack(sampleAudioTrack(analysis, { startSecs: 10, endSecs: 14, fps }))
  for (let index = 0; index < late.frameCount; index++) {
    const other = { index: index + 4 * fps }
    assert.ok(Math.abs(late.bass({ index }) - early.bass(other)) < 0.02)
    assert.ok(Math.abs(late.beat({ index }) - early.beat(other)) < 0.02)
    assert.ok(Math.abs(late.loudness({ index }) - early.loudness(other)) < 1e-6)
    assert.ok(Math.abs(late.bands({ index })[20]! - early.bands(other)[20]!) < 0.02)
  }
})

test('the same question gives the same answer, to the bit', () => {
  const range = { startSecs: 3.3, endSecs: 9.1, fps: 25 }
  assert.deepEqual(sampleAudioTrack(analysis, range), sampleAudioTrack(analysis, range))
})

test('without a trusted beat what happens in the music takes its place, and phrases that of bars', () => {
  const unsure = { ...analysis, tempo: { ...analysis.tempo, confidence: 0.1 } }
  const { beat, downbeat, barPosition, beatSecs, downbeatSecs } = sampleAudioTrack(unsure, {
    startSecs: 8,
    endSecs: 16,
    fps: 30,
  })
  assert.ok(findJumps(beat).length > 6)
  assert.ok(downbeatSecs.length >= 2 && beatSecs.length > downbeatSecs.length)
  for (const secs of downbeatSecs) {
    const frame = Math.round(secs * 30)
    assert.ok(beatSecs.includes(secs))
    assert.equal(downbeat[frame], 1)
    assert.ok(barPosition[frame]! < 0.02)
  }
})

test('without a trusted beat the light swells with the loudness, where there is no bass', async () => {
  const samples = Float32Array.from({ length: 12 * ANALYSIS_RATE }, (_, i) => {
    const secs = i / ANALYSIS_RATE
    return (0.1 + 0.09 * Math.sin((2 * Math.PI * secs) / 4)) * Math.sin(2 * Math.PI * 880 * secs)
  })
  const strings = await analysePcm({ sampleRate: ANALYSIS_RATE, channels: [samples] })
  const { glow, bass } = sampleAudioTrack(strings, { startSecs: 2, endSecs: 10, fps: 30 })
  for (const levels of [glow, bass]) {
    const moved = Math.max(...levels) - Math.min(...levels)
    assert.ok(moved > 0.4, `from ${Math.min(...levels)} to ${Math.max(...levels)}`)
  }
})

test('a band that always sounds does not stand at the top, and still rises with a hit', async () => {
  const samples = Float32Array.from({ length: 12 * ANALYSIS_RATE }, (_, i) => {
    const secs = i / ANALYSIS_RATE
    const hiss = 0.05 * (2 * chance(7, i) - 1)
    return hiss * (secs % 1 < 0.1 ? 4 : 1) + 0.1 * Math.sin(2 * Math.PI * 110 * secs)
  })
  const hissing = await analysePcm({ sampleRate: ANALYSIS_RATE, channels: [samples] })
  const { bands, frameCount } = sampleAudioTrack(hissing, { startSecs: 2, endSecs: 10, fps: 30 })
  for (const band of [BAND_COUNT - 8, BAND_COUNT - 1]) {
    const levels = Array.from({ length: frameCount }, (_, frame) => bands[frame * BAND_COUNT + band]!)
    const mean = levels.reduce((sum, level) => sum + level, 0) / frameCount
    assert.ok(mean < 0.6, `band ${band} stands at ${mean}`)
    assert.ok(Math.max(...levels) > 0.8, `band ${band} rises to ${Math.max(...levels)}`)
  }
})

test('sections and waveform are those of the excerpt', () => {
  const range = { startSecs: song.parts[1]!.startSecs + 1, endSecs: song.parts[2]!.startSecs + 3, fps: 30 }
  const track = createAudioTrack(sampleAudioTrack(analysis, range))
  assert.equal(track.sections[0]!.startSecs, 0)
  assert.ok(Math.abs(track.sections.at(-1)!.endSecs - track.durationSecs) < 1e-9)
  const last = track.section({ index: track.frameCount - 1 })
  assert.ok(last.energy > track.section({ index: 0 }).energy)
  const columns = track.waveform(200)
  assert.equal(Math.max(...columns), 1)
  assert.ok(columns.every((column) => column > 0))
})
