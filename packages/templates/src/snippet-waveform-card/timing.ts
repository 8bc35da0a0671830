import { type AudioTrack, cubicIn, type Frame, type Motion } from '@songreel/kit'

/** When the card's parts move into their places and out of them. */
export type Timing = {
  /** One bar, within what a short excerpt allows. */
  barSecs: number
  /** 0 while the card stands; rises from the last beat on, and is 1 in the last frame. */
  going(frame: Frame): number
  /** From -1 to 1 and back within two bars; 0 in the first frame. */
  breath(frame: Frame): number
}

const LONGEST_BAR_SECS = 2.4
const LONGEST_EXIT_SECS = 0.9
const SHORTEST_EXIT_SECS = 0.25

/** Reads bars and beats from the song; without a trusted beat it keeps to plain seconds. */
export function planTiming(audio: AudioTrack, motion: Motion): Timing {
  const { durationSecs, beatSecs, bpm } = audio
  const beat = bpm > 0 ? 60 / bpm : 0.5
  const barSecs = Math.min(LONGEST_BAR_SECS, 4 * beat, durationSecs / 4)
  const lastBeat = beatSecs.findLast((secs) => secs < durationSecs - SHORTEST_EXIT_SECS)
  const exit = Math.max(lastBeat ?? durationSecs - 0.5, durationSecs - LONGEST_EXIT_SECS, durationSecs * 0.75)
  const going = (frame: Frame) =>
    cubicIn(((frame.index + 1) / frame.fps - exit) / Math.max(1e-3, durationSecs - exit))
  const breaths = Math.max(1, Math.round(durationSecs / (2 * barSecs)))
  const breath = ({ position }: Frame) =>
    motion === 'REDUCED' ? 0 : Math.sin(2 * Math.PI * breaths * position)
  return { barSecs, going, breath }
}
