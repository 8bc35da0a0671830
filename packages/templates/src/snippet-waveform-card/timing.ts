import { type AudioTrack, cubicIn, type Frame, type Motion } from '@songreel/kit'

/** When the card's parts move into their places and out of them. */
export type Timing = {
  /** 0 while the card stands; rises from the last beat on, and is 1 in the last frame. */
  going(frame: Frame): number
  /** From -1 to 1: back and forth within two bars, and a hop upwards on every beat. */
  breath(frame: Frame): number
  /** How much light the ground has, 0..1: it swells with the song and rises on every beat. */
  light(frame: Frame): number
  /** How much of the picture is seen through its shade: all of it on a beat. */
  shine(frame: Frame): number
}

const LONGEST_BAR_SECS = 2.4
const LONGEST_EXIT_SECS = 0.9
const SHORTEST_EXIT_SECS = 0.25

/** Shares of the picture's way: its slow swing, and its hop. */
const SWING = 0.3
const HOP = 0.4
/** Between beats the picture lies so much in shade. */
const SHADE = { FULL: 0.1, REDUCED: 0.04 }
/** What light the ground has at rest, and what bass, loudness and beat add to it. */
const LIGHT = { rest: 0.12, glow: 0.4, loudness: 0.18, beat: 0.3 }

/** Reads bars and beats from the song. */
export function planTiming(audio: AudioTrack, motion: Motion): Timing {
  const { durationSecs, beatSecs, bpm } = audio
  const beat = bpm > 0 ? 60 / bpm : 0.5
  const barSecs = Math.min(LONGEST_BAR_SECS, 4 * beat, durationSecs / 4)
  const lastBeat = beatSecs.findLast((secs) => secs < durationSecs - SHORTEST_EXIT_SECS)
  const exit = Math.max(lastBeat ?? durationSecs - 0.5, durationSecs - LONGEST_EXIT_SECS, durationSecs * 0.75)
  const going = (frame: Frame) =>
    cubicIn(((frame.index + 1) / frame.fps - exit) / Math.max(1e-3, durationSecs - exit))
  const breaths = Math.max(1, Math.round(durationSecs / (2 * barSecs)))
  const breath = (frame: Frame) =>
    motion === 'REDUCED'
      ? 0
      : SWING * Math.sin(2 * Math.PI * breaths * frame.position) - HOP * audio.beat(frame)
  const light = (frame: Frame) =>
    LIGHT.rest +
    LIGHT.glow * audio.glow(frame) +
    LIGHT.loudness * audio.loudness(frame) +
    LIGHT.beat * audio.beat(frame)
  const shine = (frame: Frame) => 1 - SHADE[motion] * (1 - audio.beat(frame))
  return { going, breath, light, shine }
}
