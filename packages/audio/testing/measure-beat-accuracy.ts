/**
 * Prints how well tempo, beats and bars are found on synthesised songs with known beats, and what it costs:
 *   node packages/audio/testing/measure-beat-accuracy.ts
 */

import { ANALYSIS_RATE } from '../src/spectrum/song-features.ts'
import { synthesiseSong } from '../src/synth/synthesise-song.ts'
import { analysePcm } from './hear-pcm.ts'
import { scoreBeats, tempoError } from './score-beats.ts'
import { SYNTHESISED_SONGS } from './synthesised-songs.ts'

const sums = { tempo: 0, beats: 0, bars: 0 }
for (const options of SYNTHESISED_SONGS) {
  const song = synthesiseSong({ secs: 40, sampleRate: ANALYSIS_RATE, ...options })
  const start = process.cpuUsage()
  const { tempo, beats, durationSecs } = await analysePcm(song.pcm)
  const { user, system } = process.cpuUsage(start)
  const tempos = [options.bpm!, ...(options.tempoSteps ?? []).map(({ bpm }) => bpm)]
  const error = Math.min(...tempos.map((bpm) => tempoError(bpm, tempo.bpm)))
  const beatScore = scoreBeats(
    song.beatSecs,
    beats.map(({ secs }) => secs),
  )
  const barScore = scoreBeats(
    song.downbeatSecs,
    beats.filter(({ isDownbeat }) => isDownbeat).map(({ secs }) => secs),
  )
  sums.tempo += error < 0.02 ? 1 / SYNTHESISED_SONGS.length : 0
  sums.beats += beatScore / SYNTHESISED_SONGS.length
  sums.bars += barScore / SYNTHESISED_SONGS.length
  const cost = ((user + system) / 1000 / durationSecs) * 60
  const figures = [
    tempo.bpm.toFixed(2),
    beatScore.toFixed(3),
    barScore.toFixed(3),
    `${cost.toFixed(0)} ms/min`,
  ]
  process.stdout.write(`${figures.join('\t')}\t${JSON.stringify(options)}\n`)
}
const summary = [
  `tempo within 2 %: ${(100 * sums.tempo).toFixed(0)} %`,
  `beats F ${sums.beats.toFixed(3)}`,
  `bars F ${sums.bars.toFixed(3)}`,
]
process.stdout.write(`${summary.join(', ')}\n`)
