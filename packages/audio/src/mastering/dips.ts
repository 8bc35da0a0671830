/** A short stretch of an excerpt that is a little quieter, in samples of the excerpt; it is entered and left smoothly. */
export type Dip = { startSample: number; endSample: number; depthDb: number }

/** The gain goes down before a dip and comes back after it over this time: too slow to click, too fast to be heard as a fade. */
export const DIP_RAMP_SECS = 0.02

/** Where samples lie in the excerpt, and its dips. */
export type DipPlace = { startSample: number; sampleRate: number; dips: readonly Dip[] }

/** Lowers samples in place; where dips meet, each takes its part. */
export function applyDips(
  channels: Float32Array[],
  count: number,
  { startSample, sampleRate, dips }: DipPlace,
): void {
  const ramp = Math.round(DIP_RAMP_SECS * sampleRate)
  for (const dip of dips) {
    const taken = 1 - 10 ** (-dip.depthDb / 20)
    const from = Math.max(0, dip.startSample - ramp - startSample)
    const to = Math.min(count, dip.endSample + ramp - startSample)
    for (let i = from; i < to; i++) {
      const sample = startSample + i
      const outside = Math.max(0, dip.startSample - sample, sample - dip.endSample)
      const gain = 1 - taken * (0.5 + 0.5 * Math.cos((Math.PI * outside) / ramp))
      for (const samples of channels) samples[i]! *= gain
    }
  }
}
