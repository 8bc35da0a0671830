import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analysePcm } from '../../testing/hear-pcm.ts'
import { scoreBeats, tempoError } from '../../testing/score-beats.ts'
import { synthesiseClicks } from '../../testing/synthesise-clicks.ts'
import { ANALYSIS_RATE } from '../spectrum/song-features.ts'
import { createNoise } from '../synth/instruments.ts'
import { type SongOptions, synthesiseSong } from '../synth/synthesise-song.ts'

/**
 * Reached on these songs: tempo within 0.03 % and in the right octave; beats F 0.98 to 0.99; bars F 0.92 to 0.97 (what is
 * missing is a beat too many in the last echo). The larger table (testing/audio/measure-beat-accuracy.ts, 27 songs): tempo
 * 100 %, beats F 0.99, bars F 0.97.
 */
const SONGS: (SongOptions & { name: string; endBpm?: number })[] = [
  { name: 'a slow song', bpm: 60 },
  { name: 'a ballad with swing', bpm: 76, swing: 0.33 },
  { name: 'a song at a usual tempo', bpm: 112 },
  { name: 'a fast song', bpm: 174 },
  { name: 'a very fast song', bpm: 190 },
  { name: 'a song with silence at the start', bpm: 104, leadSilenceSecs: 4.7 },
  {
    name: 'a song that gets faster at once',
    bpm: 100,
    secs: 44,
    tempoSteps: [{ bar: 9, bpm: 130 }],
    endBpm: 130,
  },
]

for (const { name, endBpm, ...options } of SONGS) {
  test(`tempo, beats and bars of ${name} are found`, async () => {
    const song = synthesiseSong({ secs: 22, sampleRate: ANALYSIS_RATE, ...options })
    const { tempo, beats } = await analysePcm(song.pcm)

    assert.ok(
      Math.min(tempoError(options.bpm!, tempo.bpm), tempoError(endBpm ?? 1, tempo.bpm)) < 0.01,
      `${tempo.bpm} BPM`,
    )
    assert.equal(tempo.isSteady, endBpm === undefined)
    assert.ok(tempo.confidence > 0.7, `confidence ${tempo.confidence}`)
    const beatScore = scoreBeats(
      song.beatSecs,
      beats.map(({ secs }) => secs),
    )
    assert.ok(beatScore > 0.96, `beats F ${beatScore}`)
    const bars = beats.filter(({ isDownbeat }) => isDownbeat).map(({ secs }) => secs)
    const barScore = scoreBeats(song.downbeatSecs, bars)
    assert.ok(barScore > 0.9, `bars F ${barScore}`)
  })
}

test('beats lie within 5 ms of the truth on a steady song', async () => {
  const song = synthesiseSong({ parts: [{ part: 'verse', bars: 10 }], bpm: 126, sampleRate: ANALYSIS_RATE })
  const { beats } = await analysePcm(song.pcm)
  const inner = beats.slice(2, -4)
  for (const { secs } of inner) {
    const distance = Math.min(...song.beatSecs.map((truth) => Math.abs(truth - secs)))
    assert.ok(distance < 0.005, `${secs} is ${distance} s off`)
  }
})

test('no beat is trusted in silence, noise, a steady tone or random clicks', async () => {
  const noise = createNoise(5)
  const count = 15 * ANALYSIS_RATE
  const randomClicks: number[] = []
  for (let secs = 0.4; secs < 15; secs += 0.15 + 0.45 * (noise() + 1)) randomClicks.push(secs)
  const sounds = {
    silence: new Float32Array(count),
    noise: Float32Array.from({ length: count }, () => 0.3 * noise()),
    tone: Float32Array.from({ length: count }, (_, i) => 0.5 * Math.sin(i * 0.12)),
    clicks: synthesiseClicks(randomClicks, 15, ANALYSIS_RATE).channels[0]!,
  }
  for (const [name, samples] of Object.entries(sounds)) {
    const { tempo } = await analysePcm({ sampleRate: ANALYSIS_RATE, channels: [samples] })
    assert.ok(tempo.confidence < 0.3, `${name}: ${tempo.confidence}`)
  }
})

test('there are no beats in the silence before and after the music', async () => {
  const song = synthesiseSong({ secs: 14, leadSilenceSecs: 3, sampleRate: ANALYSIS_RATE })
  const samples = new Float32Array(song.pcm.channels[0]!.length + 5 * ANALYSIS_RATE)
  samples.set(song.pcm.channels[0]!)
  const { beats, durationSecs } = await analysePcm({ sampleRate: ANALYSIS_RATE, channels: [samples] })
  assert.ok(beats[0]!.secs >= 2.9)
  assert.ok(beats.at(-1)!.secs < durationSecs - 3.5)
})

test('onsets are found to the millisecond, and nothing else is', async () => {
  const clicks = Array.from({ length: 14 }, (_, i) => 0.5 + i * 0.6123 + 0.05 * (i % 3))
  const { onsets } = await analysePcm(synthesiseClicks(clicks, 10, ANALYSIS_RATE))
  assert.equal(onsets.length, clicks.length)
  onsets.forEach(({ secs, strength }, i) => {
    assert.ok(Math.abs(secs - clicks[i]!) < 0.0015, `${secs} instead of ${clicks[i]}`)
    assert.ok(strength > 0.5)
  })
})
