import { type AudioTrackData, BAND_COUNT, sharedFloats } from './audio-track.ts'
import { type Follower, followSpeeds } from './follow-level.ts'

/** What is left of a curve: this share of it, followed this slowly. */
type Damping = Follower & { share: number }

const PULSES: Damping = { share: 0.5, attackSecs: 0.2, releaseSecs: 0.6 }
const LEVELS: Damping = { share: 0.6, attackSecs: 0.25, releaseSecs: 0.8 }
const BANDS: Damping = { share: 0.7, attackSecs: 0.15, releaseSecs: 0.6 }

/** The track for people whom motion makes unwell: the music is still seen, but nothing jumps. */
export function reduceMotion(track: AudioTrackData): AudioTrackData {
  const { fps } = track
  return {
    ...track,
    beat: damp(track.beat, PULSES, fps),
    downbeat: damp(track.downbeat, PULSES, fps),
    onset: damp(track.onset, PULSES, fps),
    bass: damp(track.bass, LEVELS, fps),
    glow: damp(track.glow, LEVELS, fps),
    bands: damp(track.bands, BANDS, fps, BAND_COUNT),
  }
}

/** `width` curves side by side, each followed on its own; the first frame stands where the music does. */
function damp(curve: Float32Array, { share, ...follower }: Damping, fps: number, width = 1): Float32Array {
  const { rise, fall } = followSpeeds(follower, fps)
  const damped = sharedFloats(curve.length)
  for (let i = 0; i < curve.length; i++) {
    const wanted = share * (curve[i] ?? 0)
    const before = i < width ? wanted / 2 : (damped[i - width] ?? 0)
    damped[i] = before + (wanted > before ? rise : fall) * (wanted - before)
  }
  return damped
}
