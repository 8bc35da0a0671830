/**
 * Prints how well tempo, beats and bars are found on synthesised songs with known beats, and what it costs:
 *   node packages/render/src/audio/testing/measure-beat-accuracy.ts
 */

import { ANALYSIS_RATE } from '../spectrum/song-features.ts'
import { type SongOptions, synthesiseSong } from '../synthesise-song.ts'
import { analysePcm } from './hear-pcm.ts'
import { scoreBeats, tempoError } from './score-beats.ts'

const TEMPOS = [60, 66, 72, 80, 88, 96, 104, 112, 120, 128, 140, 150, 160, 174, 190]
const SWUNG_TEMPOS = [70, 84, 100, 120, 150]
const LATE_TEMPOS = [75, 110, 165]

const CASES: SongOptions[] = [
  ...TEMPOS.map((bpm) => ({ bpm })),
  ...SWUNG_TEMPOS.map((bpm) => ({ bpm, swing: 0.33 })),
  ...LATE_TEMPOS.map((bpm) => ({ bpm, leadSilenceSecs: 6.3 })),
  { bpm: 100, secs: 60, tempoSteps: [{ bar: 12, bpm: 130 }] },
  { bpm: 128, secs: 60, tempoSteps: [{ bar: 16, bpm: 96 }] },
  {
    bpm: 90,
    secs: 60,
    tempoSteps: [
      { bar: 8, bpm: 94 },
      { bar: 16, bpm: 98 },
    ],
  },
  {
    bpm: 140,
    secs: 60,
    tempoSteps: [
      { bar: 8, bpm: 110 },
      { bar: 16, bpm: 150 },
    ],
  },
]

const sums = { tempo: 0, beats: 0, bars: 0 }
for (const options of CASES) {
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
  sums.tempo += error < 0.02 ? 1 / CASES.length : 0
  sums.beats += beatScore / CASES.length
  sums.bars += barScore / CASES.length
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
