import type { Pcm } from '../pcm.ts'
import { createBand, type Grid, playBar } from './band.ts'
import { composePhrase, PART_SOUNDS } from './score.ts'
import {
  BEATS_PER_BAR,
  type PlannedPart,
  planParts,
  planSong,
  type SongPart,
  type TempoStep,
} from './song-plan.ts'

/** The last chord rings this long. */
const TAIL_SECS = 1

/** What to synthesise; everything has a default. */
export type SongOptions = {
  seed?: number
  bpm?: number
  /** About this long: the song has whole bars. */
  secs?: number
  /** Instead of the usual form. */
  parts?: PlannedPart[]
  /** 0 is straight; 0.33 delays every second eighth to the third triplet. */
  swing?: number
  leadSilenceSecs?: number
  /** Later tempos; the first is `bpm`. */
  tempoSteps?: TempoStep[]
  sampleRate?: number
}

/** A song and the truth about it, to compare an analysis with. */
export type SynthesisedSong = {
  pcm: Pcm
  beatSecs: number[]
  downbeatSecs: number[]
  parts: { part: SongPart; startSecs: number; endSecs: number }[]
}

/** A song in A minor with drums, bass, chords and a tune: the same options give the same samples. */
export function synthesiseSong(options: SongOptions = {}): SynthesisedSong {
  const { seed = 1, bpm = 112, secs = 60, swing = 0, leadSilenceSecs = 0, sampleRate = 44_100 } = options
  const parts = options.parts ?? planParts(Math.max(1, Math.round((secs * bpm) / 60 / BEATS_PER_BAR)))
  const plan = planSong(parts, leadSilenceSecs, [{ bar: 0, bpm }, ...(options.tempoSteps ?? [])])
  const band = createBand(sampleRate, plan.endSecs + TAIL_SECS, seed)
  const grid: Grid = { beatSecs: plan.beatSecs, swing }
  const truth: SynthesisedSong['parts'] = []
  let bar = 0
  for (const { part, bars } of parts) {
    const phrase = composePhrase(part, seed)
    const startSecs = plan.beatSecs[bar * BEATS_PER_BAR] ?? plan.endSecs
    for (let i = 0; i < bars; i++)
      playBar(band, grid, bar + i, { sound: PART_SOUNDS[part], phrase, barInPart: i })
    bar += bars
    truth.push({ part, startSecs, endSecs: plan.beatSecs[bar * BEATS_PER_BAR] ?? plan.endSecs })
  }
  const beatSecs = plan.beatSecs.slice(0, -1)
  const downbeatSecs = beatSecs.filter((_, beat) => beat % BEATS_PER_BAR === 0)
  return { pcm: { sampleRate, channels: band.mixDown() }, beatSecs, downbeatSecs, parts: truth }
}
