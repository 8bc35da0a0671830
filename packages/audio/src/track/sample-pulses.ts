import { sharedFloats } from '@songreel/kit/core'
import type { FrameTimes } from './frame-times.ts'

/** Bars go on at this pace where no beat can be trusted, so that motion never stops. */
const FREE_BAR_SECS = 2

/** Times are sums of fractions: a pulse exactly between two frames belongs to the later one, not to chance. */
const ROUNDING_SECS = 1e-6

/** Something that happens at a moment, 0..1 strong. */
export type Pulse = { secs: number; strength: number }

/** Each pulse lights up on the frame nearest to it and fades; where pulses overlap, the brightest counts. */
export function samplePulses(
  pulses: Pulse[],
  fadeSecs: number,
  { startSecs, fps, frameCount }: FrameTimes,
): Float32Array {
  const levels = sharedFloats(frameCount)
  const keep = Math.exp(-1 / (fps * fadeSecs))
  let next = 0
  let level = 0
  for (let frame = -Math.ceil(fps); frame < frameCount; frame++) {
    const secs = startSecs + frame / fps
    level *= keep
    for (let pulse = pulses[next]; pulse && isDue(pulse.secs, secs, fps); pulse = pulses[++next]) {
      const age = Math.max(0, secs - pulse.secs)
      level = Math.max(level, pulse.strength * (age < 1 / fps ? 1 : Math.exp(-age / fadeSecs)))
    }
    if (frame >= 0) levels[frame] = level
  }
  return levels
}

/** Where in its bar each frame lies, 0..1, with 0 on the frame nearest to the downbeat; before the first and after the last downbeat the count goes on. */
export function sampleBarPosition(
  downbeatSecs: number[],
  { startSecs, fps, frameCount }: FrameTimes,
): Float32Array {
  const positions = sharedFloats(frameCount)
  const count = downbeatSecs.length
  const [first = 0, last = first] = [downbeatSecs[0], downbeatSecs.at(-1)]
  const meanBarSecs = count > 1 ? (last - first) / (count - 1) : FREE_BAR_SECS
  let bar = -1
  for (let frame = 0; frame < frameCount; frame++) {
    const secs = startSecs + frame / fps
    let nextSecs = downbeatSecs[bar + 1]
    for (; nextSecs !== undefined && isDue(nextSecs, secs, fps); nextSecs = downbeatSecs[bar + 1]) bar++
    const barStart = downbeatSecs[Math.max(0, bar)] ?? 0
    const barSecs = bar >= 0 && nextSecs !== undefined ? nextSecs - barStart : meanBarSecs
    const bars = (bar >= 0 ? Math.max(0, secs - barStart) : secs - barStart) / barSecs
    positions[frame] = bars - Math.floor(bars)
  }
  return positions
}

function isDue(pulseSecs: number, frameSecs: number, fps: number): boolean {
  return pulseSecs <= frameSecs + 0.5 / fps - ROUNDING_SECS
}
