import type { Pcm } from '../src/pcm.ts'

const CLICK_SECS = 0.03

/** Silence with a short loud click at each of the given times: the judge of whether picture and sound agree. */
export function synthesiseClicks(clickSecs: number[], secs: number, sampleRate = 44_100): Pcm {
  const samples = new Float32Array(Math.round(secs * sampleRate))
  for (const click of clickSecs) {
    const start = Math.round(click * sampleRate)
    for (let i = 0; i < CLICK_SECS * sampleRate && start + i < samples.length; i++) {
      const age = i / sampleRate
      samples[start + i] = 0.8 * Math.exp(-age * 180) * Math.cos(2 * Math.PI * 1500 * age)
    }
  }
  return { sampleRate, channels: [samples, samples] }
}
