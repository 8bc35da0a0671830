import {
  type AudioTrack,
  accumulate,
  clamp01,
  createSteps,
  type Frame,
  findChapter,
  followStep,
  listChapters,
  type Motion,
  planEntrance,
} from '@songreel/kit'
import { FARTHEST_OUT } from './layout.ts'

/** 33 1/3 turns a minute. */
const DEGREES_PER_SEC = 200
/** A label that stands upright in some frame would be drawn in another way there; this never comes out even. */
const START_DEGREES = 37.21
const LEAST_BAR_SECS = 1
const LEAST_BEAT_SECS = 0.34

/** How the record moves. */
export type RecordMotion = {
  /** Degrees that the disc has turned. */
  turn(frame: Frame): number
  /** How far it is out of its sleeve, as a part of its diameter. */
  out(frame: Frame): number
  /** The lamp's angle beside its place, in degrees: it swings to the other side on every bar. */
  lamp(frame: Frame): number
  /** 1 on a beat, then fading. */
  light(frame: Frame): number
  /** How many rings have left the disc. */
  rings(frame: Frame): number
  /** Which chapter of the song a ring that left the disc at this count belongs to. */
  chapterOf(rings: number): number
}

/** Plans how the record turns, comes out and catches the light. */
export function planMotion(audio: AudioTrack, motion: Motion): RecordMotion {
  const reach = motion === 'REDUCED' ? 0.3 : 1
  const chapters = listChapters(audio)
  const entrance = planEntrance(audio)
  const beats = createSteps(audio.beatSecs, { minGapSecs: LEAST_BEAT_SECS, freeSecs: 0.6 })
  const bars = createSteps(audio.downbeatSecs, { minGapSecs: LEAST_BAR_SECS, freeSecs: 2 })
  const starts = createSteps(chapters.map(({ startSecs }) => startSecs))
  const light = (frame: Frame) => Math.exp(-beats(frame).ageSecs / 0.2)
  const barSecs = audio.bpm > 0 ? 240 / audio.bpm : 2
  const rings = accumulate(
    audio,
    (frame) => (1 + 3.7 * reach * light(frame) + reach * audio.loudness(frame)) / barSecs,
  )
  const ringsAtStart = chapters.map(({ startSecs }) => rings({ index: Math.round(startSecs * audio.fps) }))
  // The louder the chapter, the farther out; a drop throws it out all the way.
  const outIn = (count: number) => {
    const chapter = chapters[Math.max(0, count - 1)] ?? findChapter(chapters, { secs: 0 })
    return chapter.isDrop ? 1 : 0.5 + 0.5 * clamp01((chapter.energy - 0.4) / 0.5) - 0.18 * (chapter.index % 2)
  }
  return {
    turn: ({ secs }) => START_DEGREES + DEGREES_PER_SEC * secs,
    out: (frame) => {
      const rest = 0.58 + 0.1 * followStep(starts(frame), outIn, 0.9)
      return Math.min(FARTHEST_OUT, rest) - 0.14 * reach * entrance(frame) + 0.012 * reach * light(frame)
    },
    lamp: (frame) =>
      reach * 17 * followStep(bars(frame), (count) => (count % 2 === 0 ? -1 : 1), 0.7) +
      5 * Math.sin(0.8 * frame.secs),
    light,
    rings,
    chapterOf: (count) =>
      Math.max(
        0,
        ringsAtStart.findLastIndex((start) => start <= count),
      ),
  }
}
