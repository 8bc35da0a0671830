import { type AudioTrack, ease, type Frame, type Motion, sineInOut } from '@songreel/kit'

/** How the light comes and goes. */
export type Timing = {
  /** How much light the cover gives, 0 to 1. */
  light(frame: Frame): number
  /** How far the cover has breathed in, 0 to 1. */
  breath(frame: Frame): number
}

const ENTRANCE_SECS = { least: 1, most: 3 }
const EXIT_SECS = { least: 1, most: 4 }
/** The wall is never quite dark, not in silence and not in the first and the last frame. */
const LEAST_LIGHT = 0.32
const OUTER_LIGHT = 0.7
/** Loudness is read this far around the frame: light that follows every hit would flicker. */
const EASE_SECS = 0.4
const TAPS = 9
/** One breath of the cover, in and out, lasts about so long, in whole bars. */
const BREATH_SECS = 4
/** On a bar line the light rises by this much, and sinks again within the bar. */
const BAR_LIGHT = 0.5

/** The light has come up on a downbeat and begins to go on one, if the song has a trusted beat. */
export function planTiming(audio: AudioTrack, motion: Motion): Timing {
  const { durationSecs, downbeatSecs } = audio
  const longest = durationSecs / 4
  const lies = (secs: number, { least, most }: { least: number; most: number }) =>
    secs >= least && secs <= most
  const entrance = Math.min(longest, downbeatSecs.find((secs) => lies(secs, ENTRANCE_SECS)) ?? 1.6)
  const lastBar = downbeatSecs.findLast((secs) => lies(durationSecs - secs, EXIT_SECS))
  const exit = Math.min(longest, durationSecs - (lastBar ?? durationSecs - 2))
  const presence = ({ secs, fps }: Frame) =>
    ease(secs, 0, entrance, sineInOut) * (1 - ease(secs + 1 / fps, durationSecs - exit, exit, sineInOut))
  const light = (frame: Frame) =>
    (LEAST_LIGHT + (1 - LEAST_LIGHT) * readLoudness(audio, frame) * answerBar(audio, frame)) *
    (OUTER_LIGHT + (1 - OUTER_LIGHT) * presence(frame))
  const barSecs = audio.bpm > 0 ? (4 * 60) / audio.bpm : BREATH_SECS
  const breathSecs = barSecs * Math.max(1, Math.round(BREATH_SECS / barSecs))
  // Whole ones fit into the song, so that the last frame is the first.
  const breaths = Math.max(1, Math.round(durationSecs / breathSecs))
  const breath = ({ position }: Frame) =>
    motion === 'REDUCED' ? 0 : 0.5 - 0.5 * Math.cos(2 * Math.PI * breaths * position)
  return { light, breath }
}

/** 1 on a bar line, less until the next: a wave of light in every bar, with a soft front. */
function answerBar(audio: AudioTrack, { index, fps }: Frame): number {
  const late = { index: index - Math.round(0.1 * fps) }
  const rise = 0.5 * (audio.downbeat({ index }) + audio.downbeat(late))
  return 1 - BAR_LIGHT + BAR_LIGHT * rise
}

function readLoudness(audio: AudioTrack, { index, fps }: Frame): number {
  let sum = 0
  for (let tap = 0; tap < TAPS; tap++) {
    const aside = (tap / (TAPS - 1) - 0.5) * 2 * EASE_SECS
    sum += audio.loudness({ index: index + Math.round(aside * fps) })
  }
  return sum / TAPS
}
