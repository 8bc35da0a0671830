import {
  type AudioTrack,
  chance,
  createSteps,
  cubicInOut,
  type Frame,
  followStep,
  type Motion,
} from '@songreel/kit'

const LEAST_BEAT_SECS = 0.34
const PUSH_SECS = 0.11
const DOWNBEAT_SECS = 0.16
const STEP_SECS = 1.1

/** How the layers move against each other. */
export type DepthMotion = {
  /** How far they have drifted apart to the side, -1 to 1. */
  aside(frame: Frame): number
  /** How far the front is pushed towards the eye, 0 to 1. */
  near(frame: Frame): number
  /** How deep the title's shadow is, 0 to 1. */
  light(frame: Frame): number
}

/** Layers drift to another side on every bar, beats and downbeats push the front, and swells of the music bring it nearer. */
export function planMotion(audio: AudioTrack, motion: Motion, seed: number): DepthMotion {
  const reach = motion === 'REDUCED' ? 0.3 : 1
  const side = chance(seed, 'side') < 0.5 ? -1 : 1
  const beats = createSteps(audio.beatSecs, { minGapSecs: LEAST_BEAT_SECS, freeSecs: 1 })
  const bars = createSteps(audio.downbeatSecs, { minGapSecs: 1, freeSecs: 2.4 })
  const pose = (count: number) =>
    side * (count % 2 === 0 ? 1 : -1) * (0.55 + 0.25 * chance(seed, 'pose', count))
  return {
    aside: (frame) => {
      const drift = 0.2 * Math.sin(0.8 * frame.secs + side)
      return reach * (drift + followStep(bars(frame), pose, STEP_SECS, cubicInOut))
    },
    light: (frame) => {
      const beat = swing(beats(frame).ageSecs, 2 * PUSH_SECS)
      return 0.1 + reach * (0.75 * beat + 0.2 * audio.glow(frame))
    },
    near: (frame) => {
      const beat = swing(beats(frame).ageSecs, PUSH_SECS)
      const downbeat = swing(bars(frame).ageSecs, DOWNBEAT_SECS)
      return reach * Math.min(1, 0.3 * audio.glow(frame) + 0.36 * beat + 0.34 * downbeat)
    },
  }
}

/** Out within `secs` and back: a jump would be a jerk. */
function swing(ageSecs: number, secs: number): number {
  const share = ageSecs / secs
  return share < 12 ? share * Math.exp(1 - share) : 0
}
