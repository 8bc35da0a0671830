import {
  type AudioTrack,
  chance,
  clamp01,
  createSteps,
  cubicInOut,
  type Frame,
  followStep,
  holdFrame,
  listChapters,
  type Motion,
  swingOut,
} from '@songreel/kit'

const LEAST_BEAT_SECS = 0.36
const TURN_SECS = 1.1
/**
 * A spin is two quick half turns, and between them the box shows its back, which names the release, too: whoever pauses finds it, and
 * hardly ever a spine. One after the other at once, they flashed: faces of a box differ in brightness.
 */
const SPIN_SECS = 2.4
const HALF_TURN = 0.26
/** No spin begins that would end later than this before the end: the last picture is what lists show, and it is the front. */
const REST_SECS = 1.5
/** Degrees of a pose. With drift and push they stay below 20: a face that is turned further is squeezed. */
const POSE = { least: 13, spare: 3 }
const PUSH_SECS = 0.1
/** The lamp changes so often: nobody sees more. */
const SLOW_PER_SEC = 15

/** How the box turns and catches light. */
export type BoxMotion = {
  /** Degrees. */
  turn(frame: Frame): number
  /** 1 on a beat, then fading. */
  light(frame: Frame): number
  /** How strong the lamp behind it is, 0 to 1. */
  lamp(frame: Frame): number
}

/**
 * Every bar the box turns to another pose, every beat pushes and lights it, and a new part of the song spins it all around. A red cover is
 * left in an even light and turns little, on bars alone, because red flickers worst.
 */
export function planMotion(audio: AudioTrack, motion: Motion, seed: number, isRed: boolean): BoxMotion {
  const swing = isRed ? 0 : 1
  const isCalm = motion === 'REDUCED' || isRed
  const reach = isCalm ? 0.5 : 1
  const beats = createSteps(audio.beatSecs, { minGapSecs: LEAST_BEAT_SECS, freeSecs: 1 })
  const bars = createSteps(audio.downbeatSecs, { minGapSecs: 1, freeSecs: 2.4 })
  const lastSecs = audio.durationSecs - SPIN_SECS - REST_SECS
  const starts = listChapters(audio).map(({ startSecs }) => startSecs)
  const parts = createSteps(starts.filter((secs, i) => i === 0 || secs <= lastSecs))
  const side = chance(seed, 'side') < 0.5 ? -1 : 1
  const pose = (count: number) =>
    side * (count % 2 === 0 ? 1 : -1) * (POSE.least + POSE.spare * chance(seed, 'pose', count))
  const spins = (count: number) => (isCalm ? 0 : 360 * side * Math.max(0, count - 1))
  const light = (frame: Frame) => {
    return Math.exp(-beats(frame).ageSecs / 0.3)
  }
  return {
    turn: (frame) => {
      const { secs } = frame
      const drift = 1.8 * Math.sin(0.9 * secs) + 0.8 * Math.sin(2.1 * secs)
      const { count, ageSecs } = beats(frame)
      const push = swing * swingOut(ageSecs, PUSH_SECS) * (count % 2 === 0 ? 1 : -1)
      const turned = followStep(bars(frame), pose, TURN_SECS)
      return reach * (turned + drift + push) + followStep(parts(frame), spins, SPIN_SECS, turnTwice)
    },
    light: (frame) => (isRed ? 0 : reach * light(frame)),
    lamp: (frame) => {
      if (isRed) return 0.6
      const held = holdFrame(frame, SLOW_PER_SEC)
      return 0.4 + reach * (0.25 * audio.glow(held) + 0.25 * audio.loudness(held))
    },
  }
}

/** Half of the way at the beginning, half at the end. */
function turnTwice(share: number): number {
  const half = (from: number) => cubicInOut(clamp01((share - from) / HALF_TURN))
  return (half(0) + half(1 - HALF_TURN)) / 2
}
