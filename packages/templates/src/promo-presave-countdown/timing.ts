import {
  type AudioTrack,
  backOut,
  createSteps,
  ease,
  expoOut,
  type Frame,
  findChapter,
  followStep,
  listChapters,
  type Motion,
} from '@songreel/kit'

const ROLL_SECS = 0.5
const TICK_SECS = 0.22
const PULSE_SECS = 0.2
/** The hand changes the whole frame with each turn; more than three a second would be too many. */
const LEAST_TURN_SECS = 0.34
const FREE_TURN_SECS = 0.75
/** The hand leaves on the beat, quickly, and arrives slowly. */
const HAND_HASTE = 2.2

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
  /** How far the number has rolled on to itself, 0 to 1; once a bar. */
  roll(frame: Frame): number
}

/** One turn of the hand and one tick a beat, one roll of the number a bar; with reduced motion a turn takes a bar. */
export function planTiming(audio: AudioTrack, motion: Motion): Timing {
  const isReduced = motion === 'REDUCED'
  const turns = listTurns(isReduced ? audio.downbeatSecs : audio.beatSecs, audio.durationSecs, isReduced)
  const beats = createSteps(audio.beatSecs, { minGapSecs: 0.2, freeSecs: 0.5 })
  const begun = createSteps(turns)
  const rolls = createSteps(audio.downbeatSecs.slice(1), { minGapSecs: 1.1 })
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
    roll: (frame) => {
      const { count, ageSecs } = rolls(frame)
      return count === 0 || isReduced ? 1 : ease(ageSecs, 0, ROLL_SECS, expoOut)
    },
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
