import {
  type AudioTrack,
  backOut,
  createSteps,
  type Frame,
  findChapter,
  followStep,
  listChapters,
  type Motion,
} from '@songreel/kit'

const TICK_SECS = 0.22
const PULSE_SECS = 0.18
/** What a beat within a bar counts beside the first one. */
const LIGHT_BEAT = 0.8
/** The first beat of a bar and the turn of the hand that begins with it may be found this far apart. */
const SAME_BEAT_SECS = 0.1
/** The hand changes the whole frame with each turn; more than three a second would be too many. */
const LEAST_TURN_SECS = 0.34
const FREE_TURN_SECS = 0.75
/** The hand leaves on the beat, quickly, and arrives slowly. */
const HAND_HASTE = 1.9

/** When the dial moves. */
export type Timing = {
  /** How many turns the hand has begun, and how far it is in this one, 0 to 1. */
  hand(frame: Frame): { count: number; share: number }
  /** Which chapter of the song a turn of the hand belongs to. */
  chapterOf(turn: number): number
  /** Ticks that have gone by; each is a quick mechanical step. */
  ticks(frame: Frame): number
  /** 1 on a beat, then fading. */
  pulse(frame: Frame): number
  /** How much a beat counts: 1 in the first of a bar, less in the others. */
  stress(frame: Frame): number
}

/** One turn of the hand and one tick a beat, the first beat of a bar counts most; with reduced motion a turn takes a bar. */
export function planTiming(audio: AudioTrack, motion: Motion): Timing {
  const isReduced = motion === 'REDUCED'
  const turns = listTurns(isReduced ? audio.downbeatSecs : audio.beatSecs, audio.durationSecs, isReduced)
  const beats = createSteps(audio.beatSecs, { minGapSecs: 0.2, freeSecs: 0.5 })
  const begun = createSteps(turns)
  const bars = createSteps(audio.downbeatSecs)
  const chapters = listChapters(audio)
  return {
    hand: (frame) => {
      const { count } = begun(frame)
      const [start = 0, end = start + 1] = turns.slice(Math.max(0, count - 1), count + 1)
      const share = Math.max(0, Math.min(1, (frame.secs - start) / (end - start)))
      return { count, share: isReduced ? share : 1 - (1 - share) ** HAND_HASTE }
    },
    chapterOf: (turn) => findChapter(chapters, { secs: (turns[Math.max(0, turn - 1)] ?? 0) + 0.05 }).index,
    ticks: (frame) => followStep(beats(frame), (count) => count, TICK_SECS, backOut),
    pulse: (frame) => (isReduced ? 0.3 : 1) * Math.exp(-begun(frame).ageSecs / PULSE_SECS),
    stress: (frame) => (bars(frame).ageSecs <= begun(frame).ageSecs + SAME_BEAT_SECS ? 1 : LIGHT_BEAT),
  }
}

/** When each turn of the hand begins, from the first frame to beyond the last. */
function listTurns(moments: readonly number[], durationSecs: number, isSlow: boolean): number[] {
  const turns = [Math.min(0, moments[0] ?? 0)]
  for (const secs of moments) if (secs - (turns.at(-1) ?? 0) >= LEAST_TURN_SECS - 1e-6) turns.push(secs)
  const free = isSlow ? 4 * FREE_TURN_SECS : FREE_TURN_SECS
  const gap = moments.length > 1 ? (turns.at(-1) ?? 0) - (turns.at(-2) ?? 0) : free
  while ((turns.at(-1) ?? 0) <= durationSecs) turns.push((turns.at(-1) ?? 0) + Math.max(LEAST_TURN_SECS, gap))
  return turns
}
