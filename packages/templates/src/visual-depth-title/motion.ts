import {
  type AudioTrack,
  chance,
  createSteps,
  cubicInOut,
  type Frame,
  followStep,
  type Motion,
  swingOut,
} from '@songreel/kit'

const LEAST_BEAT_SECS = 0.34
const PUSH_SECS = 0.11
const DOWNBEAT_SECS = 0.16
/** A print and its ground are where a beat sends them after this time. */
const SNAP_SECS = 0.13
const STEP_SECS = 1.1

/** How the layers move against each other. */
export type DepthMotion = {
  /** How far they have drifted apart to the side, -1 to 1. */
  aside(frame: Frame): number
  /** How far the front is pushed towards the eye, 0 to 1. */
  near(frame: Frame): number
  /** The same for a print: one beat brings it nearer, the next one takes it back, and a downbeat pushes it besides. */
  snap(frame: Frame): number
  /** How deep the title's shadow is, 0 to 1. */
  light(frame: Frame): number
  /** How near and how light the ground behind a print is, 0 to 1. */
  open(frame: Frame): number
}

/** Layers drift to another side on every bar, beats and downbeats push the front, and swells of the music bring it nearer. */
export function planMotion(audio: AudioTrack, motion: Motion, seed: number): DepthMotion {
  const reach = motion === 'REDUCED' ? 0.3 : 1
  const side = chance(seed, 'side') < 0.5 ? -1 : 1
  const beats = createSteps(audio.beatSecs, { minGapSecs: LEAST_BEAT_SECS, freeSecs: 1 })
  const bars = createSteps(audio.downbeatSecs, { minGapSecs: 1, freeSecs: 2.4 })
  const pose = (count: number) =>
    side * (count % 2 === 0 ? 1 : -1) * (0.55 + 0.25 * chance(seed, 'pose', count))
  const downbeat = (frame: Frame) => swingOut(bars(frame).ageSecs, DOWNBEAT_SECS)
  // What a beat moves lies still until the next one: a slow way back would be as much motion between beats as on them.
  const stepTo = (frame: Frame, getPose: (count: number) => number) =>
    followStep(beats(frame), getPose, SNAP_SECS, cubicInOut)
  return {
    aside: (frame) => {
      const drift = 0.2 * Math.sin(0.8 * frame.secs + side)
      return reach * (drift + followStep(bars(frame), pose, STEP_SECS, cubicInOut))
    },
    light: (frame) => {
      const beat = swingOut(beats(frame).ageSecs, 2 * PUSH_SECS)
      return 0.1 + reach * (0.85 * beat + 0.2 * audio.glow(frame))
    },
    open: (frame) => reach * (0.8 * stepTo(frame, (count) => count % 2) + 0.2 * downbeat(frame)),
    near: (frame) => {
      const beat = swingOut(beats(frame).ageSecs, PUSH_SECS)
      return reach * Math.min(1, 0.3 * audio.glow(frame) + 0.46 * beat + 0.34 * downbeat(frame))
    },
    snap: (frame) => reach * (0.6 * stepTo(frame, (count) => count % 2) + 0.4 * downbeat(frame)),
  }
}
