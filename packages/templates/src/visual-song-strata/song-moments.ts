import {
  type AudioTrack,
  type Chapter,
  chanceBetween,
  createSteps,
  expoOut,
  type Frame,
  findChapter,
  followStep,
  mix,
  smoothstep,
} from '@songreel/kit'

/** Points along a ridge. */
export const POINTS = 49

/** A moment of the song as a ridge: heights from 0 to 1 along it, and whether a bar begins with it. */
export type Moment = {
  levels: Float32Array
  isBar: boolean
  /** How high the ridge would be at this point with what sounds in `bands`. */
  hear(point: number, bands: Float32Array): number
}

/** The song as strata: one for each beat, or without a beat one after the other at an even pace. */
export type SongMoments = {
  /** How many have come, with the part of the next one: it goes in steps, on the beat. */
  countAt(frame: Frame): number
  /** Any of them; before the first one the last ones are seen, so that the land has no beginning. */
  at(index: number): Moment
}

/** Beats that follow sooner than this share a ridge. */
const LEAST_STEP_SECS = 0.26
const STEP_SECS = 0.26
/** Without a beat, one ridge comes this often. */
const FREE_STEP_SECS = 0.75
const SLOW_STEP_SECS = 1.5

/** What is read. */
export type MomentsPlan = {
  audio: AudioTrack
  chapters: readonly Chapter[]
  seed: number
  isReduced: boolean
}

/** Reads a song beat by beat. */
export function readMoments({ audio, chapters, seed, isReduced }: MomentsPlan): SongMoments {
  const isSteady = isReduced || audio.beatSecs.length < 2
  const paceSecs = isReduced ? SLOW_STEP_SECS : FREE_STEP_SECS
  const times = isSteady ? spreadEvenly(audio.durationSecs, paceSecs) : keepApart(audio.beatSecs)
  const steps = createSteps(times)
  const known = new Map<number, Moment>()
  const wrap = (index: number) => index - times.length * Math.floor(index / times.length)
  const look = (index: number): Moment => {
    const secs = times[index] ?? 0
    const gain = mix(0.8, 1.1, findChapter(chapters, { secs }).energy)
    const points = planPoints(seed, index)
    const hear = (point: number, bands: Float32Array) => heightAt(points[point], bands)
    const bands = hearLoudest(audio, secs)
    return {
      levels: Float32Array.from(points, (_, i) => gain * hear(i, bands)),
      isBar: audio.downbeatSecs.some((bar) => Math.abs(bar - secs) < 0.05),
      hear,
    }
  }
  return {
    countAt: (frame) =>
      isSteady ? frame.secs / paceSecs : followStep(steps(frame), (count) => count, STEP_SECS, expoOut),
    at: (index) => {
      const at = wrap(index)
      const moment = known.get(at) ?? look(at)
      known.set(at, moment)
      return moment
    },
  }
}

function spreadEvenly(durationSecs: number, paceSecs: number): number[] {
  return Array.from({ length: Math.max(1, Math.round(durationSecs / paceSecs)) }, (_, i) => i * paceSecs)
}

function keepApart(beatSecs: readonly number[]): number[] {
  const kept: number[] = []
  for (const secs of beatSecs) {
    if (secs - (kept.at(-1) ?? Number.NEGATIVE_INFINITY) >= LEAST_STEP_SECS) kept.push(secs)
  }
  return kept
}

/** What sounds in the quarter of a second from a moment on: the loudest of each band. */
function hearLoudest(audio: AudioTrack, secs: number): Float32Array {
  const loudest = new Float32Array(audio.bands({ index: 0 }).length)
  for (let later = 0; later <= 4; later++) {
    const bands = audio.bands({ index: Math.round((secs + 0.06 * later) * audio.fps) })
    for (const [i, level] of bands.entries()) loudest[i] = Math.max(loudest[i] ?? 0, level)
  }
  return loudest
}

/** The part of the spectrum that a place of a ridge shows, and how high it may be there. */
type Point = { band: number; part: number; weight: number }

/** Bands beside each other are heard together: a mountain is no comb. */
const BREADTH = 3

/** The bass makes the massif, which stands somewhere else in each ridge; slopes are rough like a mountain's. */
function planPoints(seed: number, index: number): Point[] {
  const massif = chanceBetween(-0.6, 0.6, seed, 'massif', index)
  const turn = chanceBetween(0, 6.28, seed, 'rough', index)
  return Array.from({ length: POINTS }, (_, i) => {
    const x = (2 * i) / (POINTS - 1) - 1
    const off = Math.min(1, Math.abs(x - massif) / (1 + 0.5 * Math.abs(massif)))
    const share = off ** 0.9 * 60
    const band = Math.floor(share)
    const rough = 0.74 + 0.26 * Math.sin(7 * x + turn + 1.8 * Math.sin(3.7 * x - turn))
    const weight = rough * (0.3 + 0.7 * (1 - smoothstep(0.1, 0.9, off)))
    return { band, part: share - band, weight }
  })
}

function heightAt(point: Point | undefined, bands: Float32Array): number {
  if (!point) return 0
  let sum = 0
  for (let i = -BREADTH; i <= BREADTH; i++) {
    const at = Math.max(0, point.band + i)
    sum += mix(bands[at] ?? 0, bands[at + 1] ?? 0, point.part)
  }
  return point.weight * (0.34 + (sum / (2 * BREADTH + 1)) ** 1.2)
}
