import type { Frame } from '../compose/frame.ts'
import { clamp01 } from '../paint/easing.ts'
import type { AudioTrack } from '../track/audio-track.ts'

/** What an animation's time is bound to. */
export type LottieTime = {
  /** Default SECONDS. */
  unit?: 'SECONDS' | 'BEATS' | 'BARS' | undefined
  /** One round takes so many of them. Default one, and of seconds as many as it has. */
  every?: number | undefined
  /** ONCE: it rests on its last picture. Default AGAIN. */
  plays?: 'AGAIN' | 'ONCE' | undefined
}

/** A round in steps: the same step is always the same picture. */
export type LottiePlay = {
  steps: number
  /** The last step is the end, and not the moment before the beginning. */
  isOnce: boolean
  stepAt(frame: Pick<Frame, 'secs'>): number
}

/** How long an animation lasts, and how many pictures a second it was made with. */
export type LottieLength = { durationSecs: number; fps?: number }

type Track = Pick<AudioTrack, 'beatSecs' | 'downbeatSecs' | 'fps'>

/** Without a beat to go by, as in silence. */
const FREE_SECS = { BEATS: 0.5, BARS: 2 }
const MOST_STEPS = 7200

/**
 * Says which picture of an animation each frame shows. One that was made with half the video's rate or less, and plays as
 * fast as it was made, shows the pictures that its maker saw and none between them.
 */
export function planPlay(
  { unit = 'SECONDS', every, plays = 'AGAIN' }: LottieTime,
  { durationSecs, fps = Number.POSITIVE_INFINITY }: LottieLength,
  track: Track,
): LottiePlay {
  const isOnce = plays === 'ONCE'
  const count = every ?? (unit === 'SECONDS' ? durationSecs : 1)
  const { positionAt, meanSecs } = unit === 'SECONDS' ? SECONDS : followMoments(unit, track)
  const isOwnSpeed = unit === 'SECONDS' && every === undefined
  const rate = isOwnSpeed && 2 * fps <= track.fps ? fps : track.fps
  const steps = Math.max(1, Math.min(MOST_STEPS, Math.round(count * meanSecs * rate)))
  const stepAt = ({ secs }: Pick<Frame, 'secs'>) => {
    const rounds = positionAt(secs) / count
    // A frame that falls on a beat is the beat's, whatever rounding says.
    const phase = isOnce ? clamp01(rounds) : rounds + 1e-6 - Math.floor(rounds + 1e-6)
    return Math.min(steps - 1, Math.floor(phase * steps + 1e-4))
  }
  return { steps, isOnce, stepAt }
}

const SECONDS = { positionAt: (secs: number) => secs, meanSecs: 1 }

/** How many beats or bars have gone by, with parts of them; before the first and after the last they go on evenly. */
function followMoments(unit: 'BEATS' | 'BARS', { beatSecs, downbeatSecs }: Track) {
  const moments = unit === 'BEATS' ? beatSecs : downbeatSecs
  const [first, last] = [moments[0] ?? 0, moments.at(-1) ?? 0]
  const mean = (last - first) / (moments.length - 1)
  const meanSecs = moments.length >= 2 && mean > 0.05 ? mean : FREE_SECS[unit]
  const positionAt = (secs: number) => {
    const next = moments.findIndex((moment) => moment > secs)
    if (moments.length < 2 || next === 0) return (secs - first) / meanSecs
    if (next === -1) return moments.length - 1 + (secs - last) / meanSecs
    const [from, to] = [moments[next - 1] ?? 0, moments[next] ?? 0]
    return next - 1 + (secs - from) / (to - from)
  }
  return { positionAt, meanSecs }
}
