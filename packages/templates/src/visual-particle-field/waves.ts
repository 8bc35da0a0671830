import { type AudioTrack, accumulate, type Frame, smoothstep } from '@songreel/kit'
import type { Tile } from './tiles.ts'

/** What runs through the cover all the time. */
export type Waves = {
  /** How far loose pieces have come, in rounds. */
  wayAt(frame: Frame): number
  /** How much comes loose, 0 to 1. */
  windAt(frame: Frame): number
  /** What a piece at home does. */
  waveAt(frame: Frame, place: Place): Wave
}

/** How much smaller a piece is, and how far it is pushed outwards, in covers. */
export type Wave = { dip: number; push: number }

/** How many covers a piece lies from the middle of the burst, and how near to the rim. */
type Place = Pick<Tile, 'away' | 'rim'>

/** The front of a beat runs so many covers a second. */
const BEAT_SPEED = 8
/** How far a piece is pushed when a beat passes. */
const PUSH = { SLOW: 0.024, FAST: 0.014 }
/** Between beats, slow rings as on water move the rim by so much; the middle rests, whole. */
const RIPPLE = 0.014
/**
 * How much smaller it gets then: with fast beats, or none that could be counted, so little that it is no flash. Slower ones are two
 * or three flashes a second, together with the bursts, and those are safe.
 */
const BEAT_DIP = { SLOW: 0.13, FAST: 0.04 }
const SLOW_BEAT_SECS = 0.38
/** How much smaller it gets when the music swells. */
const SWELL_DIP = { WITH_BEAT: 0.05, WITHOUT: 0.3 }

/** A ring on every beat, slow rings that swell with the music, and the wind at the edges. */
export function planWaves(audio: AudioTrack, isReduced: boolean): Waves {
  const loudness = followLoudness(audio)
  const wayAt = accumulate(audio, (frame) => (isReduced ? 0.08 : 0.17 + 0.3 * loudness(frame)))
  const swellAt = accumulate(audio, (frame) => 0.12 + (isReduced ? 0.05 : 0.4) * loudness(frame))
  const strength = isReduced ? 0.3 : 1
  const swellDip = audio.beatSecs.length > 0 ? SWELL_DIP.WITH_BEAT : SWELL_DIP.WITHOUT
  const pace = hasSlowBeat(audio) ? 'SLOW' : 'FAST'
  const beatAt = ({ index }: Frame, away: number) => {
    const at = index - (away / BEAT_SPEED) * audio.fps
    return at <= 0 ? 0 : strength * smoothstep(0.28, 0.85, audio.beat({ index: at }))
  }
  const ringsAt = keepLast((frame: Frame) => ({ loud: loudness(frame), swell: swellAt(frame) }))
  return {
    wayAt,
    windAt: (frame) => 0.55 + 0.45 * loudness(frame),
    waveAt: (frame, { away, rim }) => {
      const { loud, swell } = ringsAt(frame)
      const beat = beatAt(frame, away)
      const ring = 0.5 + 0.5 * Math.sin(2 * Math.PI * (1.3 * away - swell))
      const dip = swellDip * smoothstep(0.5, 1, ring) * (0.3 + 0.7 * loud)
      const ripple = Math.sin(2 * Math.PI * (1.3 * away - 1.6 * swell))
      return {
        dip: Math.max(strength * rim * dip, BEAT_DIP[pace] * beat),
        push: PUSH[pace] * beat + strength * rim * RIPPLE * ripple,
      }
    },
  }
}

/** What all pieces of a frame share is found once for them all. */
export function keepLast<T>(find: (frame: Frame) => T): (frame: Frame) => T {
  let last: { frame: Frame; found: T } | undefined
  return (frame) => {
    if (last?.frame !== frame) last = { frame, found: find(frame) }
    return last.found
  }
}

function hasSlowBeat({ beatSecs }: AudioTrack): boolean {
  const isFast = (secs: number, i: number) => i > 0 && secs - (beatSecs[i - 1] ?? 0) < SLOW_BEAT_SECS
  return beatSecs.length > 1 && !beatSecs.some(isFast)
}

/** The loudness without its flicker. */
function followLoudness(audio: AudioTrack): (frame: { index: number }) => number {
  const eased = new Float32Array(audio.frameCount)
  let level = audio.loudness({ index: 0 })
  for (let index = 0; index < audio.frameCount; index++) {
    level += (audio.loudness({ index }) - level) * Math.min(1, 6 / audio.fps)
    eased[index] = level
  }
  return ({ index }) => eased[Math.max(0, Math.min(audio.frameCount - 1, Math.round(index)))] ?? 0
}
