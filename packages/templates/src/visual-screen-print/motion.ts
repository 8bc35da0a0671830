import {
  type AudioTrack,
  backOut,
  chance,
  createSteps,
  cubicInOut,
  ease,
  type Frame,
  followStep,
  holdFrame,
  listChapters,
  type Motion,
} from '@songreel/kit'

const LEAST_BEAT_SECS = 0.3
/** At a stroke: each frame in which all dots are elsewhere costs an encoder as much as a new picture. */
const SHIFT_SECS = 0.22
const PULL_SECS = 0.7
/** What creeps is drawn so often: nobody sees more, and a frame at rest costs nothing. */
const SLOW_PER_SEC = 15
/** Plates never land twice in the same place: this angle never comes around evenly. */
const TURN = 2.399963

/** How far plates move at most, in pixels of the design. */
export const REACH_PX = 26

/** How the sheet is printed over time; distances in pixels of the design. */
export type PrintMotion = {
  first: { x(frame: Frame): number; y(frame: Frame): number }
  second: { x(frame: Frame): number; y(frame: Frame): number }
  /** How much further the ink runs. */
  spread(frame: Frame): number
  /** Which pull of the squeegee it is, from 0 on, and how far it has come. */
  pull(frame: Frame): number
  pulled(frame: Frame): number
}

/** Every beat sets the plates down anew, a downbeat farther off; the ink runs with loudness, and a chapter is a new pull. */
export function planMotion(audio: AudioTrack, motion: Motion, seed: number): PrintMotion {
  const reach = motion === 'REDUCED' ? 0.25 : 1
  const beats = createSteps(audio.beatSecs, { minGapSecs: LEAST_BEAT_SECS, freeSecs: 1.2 })
  const chapters = createSteps(listChapters(audio).map(({ startSecs }) => startSecs))
  const isBar = markBars(audio)
  const start = 2 * Math.PI * chance(seed, 'start')
  const offAt = (plate: number, axis: 'x' | 'y') => (count: number) => {
    if (count <= 0) return 0
    const far = isBar(count) ? 14 : 6 + 4 * chance(seed, 'far', plate, count)
    const angle = start + TURN * count + plate * Math.PI
    const share = plate === 0 ? 0.45 : 0.9
    return share * far * (axis === 'x' ? Math.cos(angle) : Math.sin(angle))
  }
  const follow = (plate: number, axis: 'x' | 'y') => (frame: Frame) =>
    reach * followStep(beats(frame), offAt(plate, axis), SHIFT_SECS, backOut)
  // Between beats the second plate creeps, and faster the louder it is: music without a beat moves it, too.
  const creep = (frame: Frame, speed: number) =>
    reach * 3 * Math.sin(speed * holdFrame(frame, SLOW_PER_SEC).secs + start)
  const second = { x: follow(1, 'x'), y: follow(1, 'y') }
  return {
    first: { x: follow(0, 'x'), y: follow(0, 'y') },
    second: {
      x: (frame) => second.x(frame) + creep(frame, 1.1),
      y: (frame) => second.y(frame) + creep(frame, 0.83),
    },
    spread: (frame) => {
      const held = holdFrame(frame, SLOW_PER_SEC)
      return reach * (0.14 * audio.beat(held) + 0.16 * (audio.loudness(held) - 0.55))
    },
    pull: (frame) => Math.max(0, chapters(frame).count - 1),
    pulled: (frame) => {
      const { count, ageSecs } = chapters(frame)
      return count <= 1 ? 1 : ease(ageSecs, 0, PULL_SECS, cubicInOut)
    },
  }
}

/** Whether the beat with this number, among those that are counted, begins a bar. */
function markBars({ beatSecs, downbeatSecs }: AudioTrack): (count: number) => boolean {
  const kept: number[] = []
  for (const secs of beatSecs)
    if (kept.length === 0 || secs - kept.at(-1)! >= LEAST_BEAT_SECS - 1e-6) kept.push(secs)
  return (count) => {
    const secs = kept[count - 1]
    if (secs === undefined) return count % 4 === 1
    return downbeatSecs.some((bar) => Math.abs(bar - secs) < 0.04)
  }
}
