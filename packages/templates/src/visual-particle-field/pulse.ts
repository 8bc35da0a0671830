import { type AudioTrack, accumulate, type Frame, mix, smoothstep } from '@songreel/kit'

/** What the music does to the cover all the time. */
export type Pulse = {
  /** How far loose pieces have come, in rounds. */
  wayAt(frame: Frame): number
  /** How much comes loose, 0 to 1. */
  windAt(frame: Frame): number
  /** How much farther loose pieces are thrown, 0 to 1: on every bar, and back again. */
  kickAt(frame: Frame): number
  /** How much larger the cover is than its place, as a factor. */
  swellAt(frame: Frame): number
}

/** The cover comes nearer by so much on a beat, and by so much where it is loud; in between it breathes. All of it moves at once: a ring that runs through it would tear what it shows. */
const SWELL = { beat: 0.024, loud: 0.022, breath: 0.018 }
const CALM_SHARE = 0.3

/** A kick comes so quickly, and goes so slowly; a quiet bar kicks less. */
const KICK = { comesSecs: 0.07, goesSecs: 0.34, quiet: 0.45 }

/** What has to move less. */
export type Nature = { isReduced: boolean; isRed: boolean }

/** The wind at the edges, and the swell of all of the cover. */
export function planPulse(audio: AudioTrack, { isReduced, isRed }: Nature): Pulse {
  const loudness = followLoudness(audio)
  const breathAt = accumulate(audio, (frame) => 0.12 + (isReduced ? 0.05 : 0.4) * loudness(frame))
  const strength = isReduced ? CALM_SHARE : 1
  // Stripes of a saturated red come and go as it moves.
  const jump = isRed ? 0 : SWELL.beat
  return {
    wayAt: accumulate(audio, (frame) => (isReduced ? 0.08 : 0.34 + 0.56 * loudness(frame))),
    windAt: (frame) => 0.55 + 0.45 * loudness(frame),
    kickAt: (frame) => (isReduced ? 0 : findKick(audio, frame) * mix(KICK.quiet, 1, loudness(frame))),
    swellAt: (frame) => {
      const breath = 0.5 - 0.5 * Math.cos(2 * Math.PI * breathAt(frame))
      const { loud, breath: deep } = SWELL
      return 1 + strength * (jump * audio.beat(frame) + loud * loudness(frame) + deep * breath)
    },
  }
}

/** How much of the last bar's kick is left. */
function findKick({ downbeatSecs }: AudioTrack, { secs }: Frame): number {
  const bar = downbeatSecs.findLast((each) => each <= secs + 1e-6)
  if (bar === undefined) return 0
  return smoothstep(0, KICK.comesSecs, secs - bar + 1e-6) * Math.exp(-(secs - bar) / KICK.goesSecs)
}

/** What all pieces of a frame share is found once for them all. */
export function keepLast<T>(find: (frame: Frame) => T): (frame: Frame) => T {
  let last: { frame: Frame; found: T } | undefined
  return (frame) => {
    if (last?.frame !== frame) last = { frame, found: find(frame) }
    return last.found
  }
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
