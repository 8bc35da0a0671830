import { signal } from '@preact/signals'

const KEY = 'songreel-tap-delay-ms'
const CLICKS = 8
const FIRST_SECS = 1
const APART_SECS = 0.6
const CLICK_SECS = 0.04
const CLICK_HZ = 1200
/** Further away than this a tap belongs to no click. */
const NEAR_SECS = 0.3

/** How much later than the sound is played a tap comes: loudspeakers and people take their time. Kept in this browser. */
export const delayMs = signal(Number(localStorage.getItem(KEY) ?? 0) || 0)

export function setDelay(ms: number): void {
  delayMs.value = Math.round(ms)
  localStorage.setItem(KEY, String(delayMs.value))
}

/** Clicks to tap along with. */
export type Clicks = {
  /** Notes a tap; the result is how many clicks were met until now. */
  tap(): number
  /** The middle of how late the taps were, in ms; undefined with too few of them. */
  measure(): number | undefined
  done: Promise<void>
  close(): void
}

/** Plays them. The clock is that of the sound card, so what is measured is what a tap to a song will have. */
export function playClicks(): Clicks {
  const context = new AudioContext()
  const startSecs = context.currentTime + FIRST_SECS
  const clicks = Array.from({ length: CLICKS }, (_, index) => startSecs + index * APART_SECS)
  for (const secs of clicks) {
    const tone = new OscillatorNode(context, { frequency: CLICK_HZ })
    tone.connect(context.destination)
    tone.start(secs)
    tone.stop(secs + CLICK_SECS)
  }
  const lateSecs: number[] = []
  const done = new Promise<void>((resolve) => {
    setTimeout(resolve, (FIRST_SECS + CLICKS * APART_SECS) * 1000)
  })
  return {
    done,
    tap() {
      const now = context.currentTime
      const late = clicks.map((secs) => now - secs).find((secs) => Math.abs(secs) < NEAR_SECS)
      if (late !== undefined) lateSecs.push(late)
      return lateSecs.length
    },
    measure() {
      const sorted = lateSecs.toSorted((a, b) => a - b)
      const middle = sorted[Math.floor(sorted.length / 2)]
      return sorted.length < CLICKS / 2 || middle === undefined ? undefined : middle * 1000
    },
    close: () => void context.close(),
  }
}
