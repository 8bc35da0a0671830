import type { Pulse } from './sample-pulses.ts'

// WCAG 2.2, 2.3.1 allows three flashes a second. What drives large areas is limited here, where the music is read, so
// that a frame stays a function of its number and no template has to count.

const SAFE_PULSES_PER_SEC = 3
/** Half a frame at 60 fps: a beat that lies exactly three times in a second is never lost to rounding. */
const ROUNDING_SECS = 1 / 120
/** A rise up to this much is no pulse. */
const FAINT_RISE = 0.15

/** Leaves out pulses that follow too closely; of two, the stronger one stays, and downbeats are the strongest. */
export function thinPulses(pulses: readonly Pulse[]): Pulse[] {
  const kept: Pulse[] = []
  for (const pulse of pulses) {
    const last = kept.at(-1)
    const isClose = last && pulse.secs - last.secs < 1 / SAFE_PULSES_PER_SEC - ROUNDING_SECS
    if (!isClose) kept.push(pulse)
    else if (pulse.strength > last.strength && isApart(kept.at(-2), pulse)) kept[kept.length - 1] = pulse
  }
  return kept
}

function isApart(before: Pulse | undefined, pulse: Pulse): boolean {
  return !before || pulse.secs - before.secs >= 1 / SAFE_PULSES_PER_SEC - ROUNDING_SECS
}

/** Holds a level down where it would rise far again too soon; in place. */
export function limitRises(levels: Float32Array, fps: number): Float32Array {
  const gap = Math.floor(fps / SAFE_PULSES_PER_SEC)
  let before = levels[0] ?? 0
  let lowest = before
  let risenAt = -gap
  let isRising = false
  for (const [frame, wanted] of levels.entries()) {
    isRising &&= wanted >= before
    lowest = isRising ? wanted : Math.min(lowest, wanted)
    if (wanted - lowest > FAINT_RISE) {
      isRising = frame - risenAt >= gap
      if (isRising) [risenAt, lowest] = [frame, wanted]
      else levels[frame] = lowest + FAINT_RISE
    }
    before = levels[frame] ?? 0
  }
  return levels
}
