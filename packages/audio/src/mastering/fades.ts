/** Long enough to take the click out of a cut, too short to be heard as a fade. */
const FADE_IN_SECS = 0.01
const FADE_OUT_SECS = 0.6

/** Of a very short excerpt no more than this share goes. */
const MOST_SHARE = 0.25

/** A cut this close to the song's own start or end is the song's own. */
const OWN_START_SECS = 0.01
const OWN_END_SECS = 0.1

/** How an excerpt begins and ends; in seconds of the excerpt, zero where it must not be touched. */
export type Fades = { inSecs: number; outSecs: number; durationSecs: number }

/** The part of the song that is played: `durationSecs` from `startSecs` on. */
export type PlayedPart = { startSecs: number; durationSecs: number; songSecs: number }

/** An excerpt is faded where it was cut; the song's own start and end are left as they are. */
export function planFades({ startSecs, durationSecs, songSecs }: PlayedPart): Fades {
  const isCutBefore = startSecs > OWN_START_SECS
  const isCutAfter = startSecs + durationSecs < songSecs - OWN_END_SECS
  return {
    inSecs: isCutBefore ? Math.min(FADE_IN_SECS, durationSecs * MOST_SHARE) : 0,
    outSecs: isCutAfter ? Math.min(FADE_OUT_SECS, durationSecs * MOST_SHARE) : 0,
    durationSecs,
  }
}

/** Fades samples in place; the first of them is sample `startSample` of the excerpt, negative before it begins. */
export function applyFades(
  channels: Float32Array[],
  count: number,
  { startSample, sampleRate, fades }: { startSample: number; sampleRate: number; fades: Fades },
): void {
  const inSamples = fades.inSecs * sampleRate
  const outSamples = fades.outSecs * sampleRate
  const endSample = fades.durationSecs * sampleRate
  const fade = (from: number, to: number) => {
    for (let i = Math.max(0, from); i < Math.min(count, to); i++) {
      const sample = startSample + i
      const level = rise(sample, inSamples) * rise(endSample - sample, outSamples)
      for (const samples of channels) samples[i]! *= level
    }
  }
  const untouchedFrom = Math.ceil(inSamples) - startSample
  const untouchedTo = Math.floor(endSample - outSamples) - startSample
  fade(0, untouchedFrom)
  if (outSamples > 0) fade(Math.max(untouchedFrom, untouchedTo), count)
}

/** Half a cosine wave from 0 to 1; without a length there is nothing to rise over. */
function rise(at: number, length: number): number {
  if (length <= 0 || at >= length) return 1
  return at <= 0 ? 0 : 0.5 - 0.5 * Math.cos((Math.PI * at) / length)
}
