import { type AudioTrack, clamp01, ease, expoIn, expoOut, type Frame, mix } from '@songreel/kit'

const MOVE_SECS = 0.4
/** Between one thing's entrance and the next one's. */
const STAGGER_SECS = 0.06

/** How long a drop is seen. */
const DROP_SECS = 0.9
/** A section that is louder than the one before by this much comes with a drop. */
const DROP_RISE = 0.08

/** Waves of light that are on their way at the same time. */
export const WAVE_COUNT = 2
/** A wave goes out on every beat, but not sooner than this after the one before. */
const WAVE_GAP_SECS = 0.36
const WAVE_SECS = 0.42
/** Without a trusted beat waves go out at this pace. */
const FREE_WAVE_SECS = 1

/** How the scene comes, answers the music and goes. */
export type Motion = {
  /** 1 before a thing's entrance, 0 once it is in its place; `order` lets things come one after another. */
  coming(frame: Frame, order?: number): number
  /** 0 until the exit, 1 at its end. */
  going(frame: Frame): number
  /** Where the slow drift is on its round, in radians: it ends where it began, so that the video can loop. */
  drift(frame: Frame): number
  /** -1 in one bar, 1 in the next, with a quick move on each bar line. */
  sway(frame: Frame): number
  /** How large the card is: entrance, beat and drop together, 0 at rest. */
  pulse(frame: Frame): number
  /** One of the waves of light: how far it has gone, 0 to 1, and how much of it is left. */
  wave(frame: Frame, index: number): { way: number; strength: number }
  /** 1 where a louder section comes in, then fading. */
  drop(frame: Frame): number
  /** How much light there is in this part of the song, around 1. */
  energy(frame: Frame): number
}

/** How long the video is, and whether it may move much. */
export type MotionPlan = {
  frameCount: number
  fps: number
  isReduced: boolean
  /** Where on its round the drift begins, in radians. */
  start?: number
}

/** Plans all moves: the entrance on the first bar line, the exit on the last beat. */
export function planMotion(
  audio: AudioTrack,
  { frameCount, fps, isReduced, start: begin = 0 }: MotionPlan,
): Motion {
  const endSecs = (frameCount - 1) / fps
  const exitSecs = findExit(audio, endSecs)
  const rounds = Math.max(1, Math.round(endSecs / 15))
  const isShort = endSecs < 4 * MOVE_SECS
  const reach = isReduced ? 0.3 : 1
  const dropSecs = isReduced ? [] : listDrops(audio)
  const waves = listWaves(audio, isReduced)
  const waveSecs = isReduced ? 2 * WAVE_SECS : WAVE_SECS
  const motion: Motion = {
    wave: ({ secs }, index) => {
      const last = countUntil(waves, secs + 0.5 / fps) - 1
      const start = waves[last - ((last - index + WAVE_COUNT) % WAVE_COUNT)]
      const way = start === undefined ? 1 : clamp01((secs - start) / waveSecs)
      return { way: 1 - (1 - way) ** 1.6, strength: reach * (1 - way) ** 1.2 }
    },
    coming: ({ secs }, order = 0) => (isShort ? 0 : 1 - ease(secs, order * STAGGER_SECS, MOVE_SECS, expoOut)),
    going: ({ secs }) => (isShort ? 0 : ease(secs, exitSecs, endSecs - exitSecs, expoIn)),
    drift: ({ position }) => begin + position * rounds * 2 * Math.PI,
    sway: ({ secs }) => reach * swayAt(audio.downbeatSecs, secs, isReduced ? 4 * MOVE_SECS : 2 * MOVE_SECS),
    // It goes as large as it comes, so that a video that loops shows no jump.
    pulse: (frame) =>
      Math.max(
        audio.beat(frame) ** 2.4 * (1 - motion.going(frame)),
        reach * (motion.coming(frame) + motion.going(frame)),
        1.4 * motion.drop(frame),
      ),
    drop: ({ secs }) => {
      const start = dropSecs.findLast((each) => each <= secs + 0.5 / fps)
      return start === undefined ? 0 : Math.exp((start - secs) / (DROP_SECS / 3))
    },
    energy: (frame) => followEnergy(audio, frame.secs),
  }
  return motion
}

/** When waves go out: on beats, or with reduced motion on bars. */
function listWaves({ beatSecs, downbeatSecs, durationSecs }: AudioTrack, isReduced: boolean): number[] {
  const free = Array.from({ length: Math.ceil(durationSecs / FREE_WAVE_SECS) }, (_, i) => i * FREE_WAVE_SECS)
  const wished = beatSecs.length === 0 ? free : isReduced ? downbeatSecs : beatSecs
  const waves: number[] = []
  for (const secs of wished) {
    if (secs - (waves.at(-1) ?? Number.NEGATIVE_INFINITY) >= WAVE_GAP_SECS) waves.push(secs)
  }
  return waves
}

/** Where louder sections come in. */
function listDrops({ sections }: AudioTrack): number[] {
  const louder = sections.filter(({ energy }, i) => energy - (sections[i - 1]?.energy ?? 1) > DROP_RISE)
  return louder.map(({ startSecs }) => startSecs)
}

const LIGHT_SECS = 1.2

/** The light of a quiet section and of a loud one, eased where one follows the other. */
function followEnergy({ sections }: AudioTrack, secs: number): number {
  const index = Math.max(
    0,
    sections.findLastIndex(({ startSecs }) => startSecs <= secs),
  )
  const [now, before] = [sections[index], sections[index - 1] ?? sections[index]]
  if (!now || !before) return 1
  const energy = mix(before.energy, now.energy, ease(secs, now.startSecs, LIGHT_SECS, expoOut))
  return 0.7 + 0.5 * clamp01(energy)
}

/** The last beat that leaves enough time to go. */
function findExit({ beatSecs }: AudioTrack, endSecs: number): number {
  const inTime = (secs: number) => secs >= endSecs - 0.8 && secs <= endSecs - 0.25
  return beatSecs.findLast(inTime) ?? endSecs - MOVE_SECS
}

function swayAt(downbeatSecs: readonly number[], secs: number, moveSecs: number): number {
  const bar = countUntil(downbeatSecs, secs)
  if (bar === 0) return -1
  const to = bar % 2 === 0 ? -1 : 1
  return to - 2 * to * (1 - ease(secs, downbeatSecs[bar - 1]!, moveSecs, expoOut))
}

/** How many of the rising numbers are at most `limit`. */
function countUntil(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}
