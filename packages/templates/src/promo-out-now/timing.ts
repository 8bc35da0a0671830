import {
  type AudioTrack,
  createSteps,
  ease,
  expoIn,
  expoOut,
  type Frame,
  followStep,
  type Motion,
  mix,
} from '@songreel/kit'

/** Large areas change at most this often, however fast the bars are: faster would flash. */
const LEAST_BAR_SECS = 1.1
const LEAST_BEAT_SECS = 0.34
const MOVE_SECS = 0.42
const BEAT_SECS = 0.28
const PULSE_SECS = 0.28
/** A beat that has faded to this much is over. */
const REST = 0.25
/** The type draws back before the drop and lands on it. */
const DRAW_BACK_SECS = 0.5
const SLAM_SECS = 0.6
const END_CARD_SECS = 4.2

/** When the poster moves. */
export type Timing = {
  /** 1 on a beat, then fading; never more often than three times a second, because it moves the whole picture. */
  pulse(frame: Frame): number
  /** -1 on one beat, 1 on the next. */
  rock(frame: Frame): number
  /** Beats so far, each eased into. */
  step(frame: Frame): number
  /** Whether ground and type have traded places: on every other bar, but not on the end card. */
  isTurned(frame: Frame): boolean
  /** The camera's shots, one per bar: a number for each, eased from one to the next. */
  shot(frame: Frame, getValue: (bar: number) => number): number
  /** Below 0 while the type draws back, 1 at the drop, 0 otherwise. */
  slam(frame: Frame): number
  /** 0 before the end card, 1 once it stands. */
  end(frame: Frame): number
}

/** Plans all moves by the beats, the bars and the drop of the excerpt; with reduced motion they are small, and nothing slams. */
export function planTiming(audio: AudioTrack, frameCount: number, fps: number, motion: Motion): Timing {
  const reach = motion === 'REDUCED' ? 0.25 : 1
  const endSecs = (frameCount - 1) / fps
  const endCardSecs = findEndCard(audio, endSecs)
  const dropSecs = findDrop(audio, endSecs)
  const beats = createSteps(audio.beatSecs, { minGapSecs: LEAST_BEAT_SECS, freeSecs: 0.6 })
  const bars = createSteps(
    audio.downbeatSecs.filter((secs) => secs < endCardSecs - 0.5),
    { minGapSecs: LEAST_BAR_SECS, freeSecs: 2 },
  )
  const end = ({ secs }: Frame) => ease(secs, endCardSecs, MOVE_SECS)
  return {
    pulse: (frame) => (reach * Math.max(0, Math.exp(-beats(frame).ageSecs / PULSE_SECS) - REST)) / (1 - REST),
    rock: (frame) => reach * followStep(beats(frame), (count) => (count % 2 === 0 ? -1 : 1), BEAT_SECS),
    step: (frame) => reach * followStep(beats(frame), (count) => count, BEAT_SECS),
    isTurned: (frame) => reach === 1 && frame.secs < endCardSecs && Math.max(1, bars(frame).count) % 2 === 0,
    shot: (frame, getValue) =>
      reach * mix(followStep(bars(frame), getValue, 2 * MOVE_SECS), getValue(0), end(frame)),
    slam: ({ secs }) => {
      if (reach < 1) return 0
      if (secs < dropSecs) return -ease(secs, dropSecs - DRAW_BACK_SECS, DRAW_BACK_SECS, expoIn)
      return 1 - ease(secs, dropSecs, SLAM_SECS, expoOut)
    },
    end,
  }
}

/** The bar line from which the rest of the video is the end card. */
function findEndCard({ downbeatSecs }: AudioTrack, endSecs: number): number {
  const latest = endSecs - Math.min(END_CARD_SECS, 0.3 * endSecs)
  return downbeatSecs.findLast((secs) => secs <= latest && secs >= 0.55 * endSecs) ?? latest
}

/** Where the song's energy jumps; in an excerpt of one section, the bar line a third into it. */
export function findDrop(
  { sections, downbeatSecs }: Pick<AudioTrack, 'sections' | 'downbeatSecs'>,
  endSecs: number,
): number {
  const isInside = (secs: number) => secs > 0.12 * endSecs && secs < 0.65 * endSecs
  const jumps = sections
    .map(({ startSecs, energy }, i) => ({ startSecs, rise: energy - (sections[i - 1]?.energy ?? energy) }))
    .filter(({ startSecs, rise }) => isInside(startSecs) && rise > 0.04)
    .sort((a, b) => b.rise - a.rise)
  const third = endSecs / 3
  const nearest = downbeatSecs.filter(isInside).sort((a, b) => Math.abs(a - third) - Math.abs(b - third))[0]
  return jumps[0]?.startSecs ?? nearest ?? third
}
