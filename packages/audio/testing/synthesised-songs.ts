import type { SongOptions } from '../src/synth/synthesise-song.ts'

const TEMPOS = [60, 66, 72, 80, 88, 96, 104, 112, 120, 128, 140, 150, 160, 174, 190]
const SWUNG_TEMPOS = [70, 84, 100, 120, 150]
const LATE_TEMPOS = [75, 110, 165]

/** Songs to measure beats on: all tempos, swing, silence at the start, changes of tempo. */
export const SYNTHESISED_SONGS: SongOptions[] = [
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
