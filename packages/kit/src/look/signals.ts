import { planEntrance } from '../compose/entrance.ts'
import type { Frame } from '../compose/frame.ts'
import type { Lyrics } from '../lyrics/lyrics.ts'
import {
  backOut,
  clamp01,
  cubicIn,
  cubicOut,
  type Easing,
  ease,
  expoIn,
  expoOut,
  linear,
  sineInOut,
} from '../paint/easing.ts'
import { createSteps, followStep } from '../paint/steps.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import type { Chapter } from '../track/chapters.ts'
import { followSpeeds } from '../track/follow-level.ts'
import type { EASINGS, Move, SignalName } from './values.ts'

/** Gives a move its value in each frame, eased: 0 to 1, or -1 to 1 for those that go both ways. */
export type Signals = (move: Move) => (frame: Frame) => number

/** What signals are read from. */
export type SignalSources = {
  audio: AudioTrack
  chapters: readonly Chapter[]
  lyrics: Lyrics | undefined
  isReduced: boolean
}

/** Signals that go below 0, too. */
export const SIGNED: ReadonlySet<SignalName> = new Set(['DRIFT', 'ROUND', 'SWAY'])

const EASING: Record<(typeof EASINGS)[number], Easing> = {
  LINEAR: linear,
  SINE: sineInOut,
  CUBIC_IN: cubicIn,
  CUBIC_OUT: cubicOut,
  EXPO_IN: expoIn,
  EXPO_OUT: expoOut,
  BACK_OUT: backOut,
  ROOT: (progress) => Math.sqrt(clamp01(progress)),
}

/** Large moves that the music does not damp by itself are this much smaller with reduced motion. */
const REDUCED: Partial<Record<SignalName, number>> = { DROP: 0, SWAY: 0.3, ROUND: 0.3, ENTRANCE: 0.3 }
const DROP_SECS = 0.5
const SWAY_SECS = 0.8
/** A line comes at once and goes softly. */
const LYRIC_SECS = { rise: 0.14, fall: 0.4 }
/** The parts of the spectrum, as numbers of bands; slow enough for large things to follow them. */
const PARTS = { MID: [20, 42], TREBLE: [43, 63] } as const
const FOLLOWER = { attackSecs: 0.12, releaseSecs: 0.4 }
const LONGEST_BAR_SECS = 2.4

/** Reads the music for a look. What several moves need is planned once. */
export function createSignals(sources: SignalSources): Signals {
  const { audio, isReduced } = sources
  const awayAt = planEntrance(audio)
  const curves = new Map<SignalName, (frame: Frame) => number>()
  const readCurve = (name: SignalName) => {
    const known = curves.get(name) ?? planCurve(name, sources)
    curves.set(name, known)
    return known
  }
  const read = (move: Move): ((frame: Frame) => number) => {
    const { signal, order = 0, secs = 16, turn = 0, bars = 2 } = move
    if (signal === 'ENTRANCE') return (frame) => clamp01(awayAt(frame, order))
    if (signal === 'DRIFT') return (frame) => Math.sin(2 * Math.PI * (frame.secs / secs + turn))
    if (signal === 'ROUND') return goRound(audio, bars, turn)
    return readCurve(signal)
  }
  return (move) => {
    const valueAt = read(move)
    const easing = EASING[move.easing ?? 'LINEAR']
    const share = isReduced ? (REDUCED[move.signal] ?? 1) : 1
    return (frame) => {
      const value = valueAt(frame)
      return share * (value < 0 ? -easing(-value) : easing(value))
    }
  }
}

/** The length of a bar, within what a short excerpt allows. */
function findBarSecs({ bpm, durationSecs }: AudioTrack): number {
  return Math.min(LONGEST_BAR_SECS, 4 * (bpm > 0 ? 60 / bpm : 0.5), durationSecs / 4)
}

function planCurve(name: SignalName, { audio, chapters, lyrics }: SignalSources): (frame: Frame) => number {
  switch (name) {
    case 'BEAT':
      return audio.beat
    case 'BAR':
      return audio.downbeat
    case 'ENERGY':
      return audio.loudness
    case 'GLOW':
      return audio.glow
    case 'BASS':
      return audio.bass
    case 'MID':
    case 'TREBLE':
      return followPart(audio, PARTS[name])
    case 'DROP':
      return followDrops(chapters)
    case 'LYRIC':
      return followLines(lyrics)
    case 'SWAY':
      return sway(audio)
    default:
      return (frame) => frame.position
  }
}

/** The mean of some bands, with a slow release. */
function followPart(audio: AudioTrack, [from, to]: readonly [number, number]): (frame: Frame) => number {
  const { rise, fall } = followSpeeds(FOLLOWER, audio.fps)
  const levels = new Float32Array(audio.frameCount)
  let level = 0
  for (let index = 0; index < levels.length; index++) {
    const bands = audio.bands({ index })
    let sum = 0
    for (let band = from; band <= to; band++) sum += bands[band] ?? 0
    const now = sum / (to - from + 1)
    level = index === 0 ? now : level + (now - level) * (now > level ? rise : fall)
    levels[index] = level
  }
  return ({ index }) => levels[Math.max(0, Math.min(levels.length - 1, index))] ?? 0
}

function followDrops(chapters: readonly Chapter[]): (frame: Frame) => number {
  const drops = chapters.filter(({ isDrop }) => isDrop).map(({ startSecs }) => startSecs)
  return ({ secs, fps }) => {
    const start = drops.findLast((each) => each <= secs + 0.5 / fps)
    return start === undefined ? 0 : Math.exp(Math.min(0, start - secs) / DROP_SECS)
  }
}

function followLines(lyrics: Lyrics | undefined): (frame: Frame) => number {
  const lines = lyrics?.lines.filter(({ isBackground }) => !isBackground) ?? []
  return ({ secs }) => {
    const line = lines.findLast(({ startSecs }) => startSecs <= secs + 1e-6)
    if (!line) return 0
    const rise = line.startSecs <= 0 ? 1 : ease(secs, line.startSecs, LYRIC_SECS.rise)
    return rise * (1 - ease(secs, line.endSecs, LYRIC_SECS.fall, cubicOut))
  }
}

function sway({ downbeatSecs }: AudioTrack): (frame: Frame) => number {
  const stepAt = createSteps(downbeatSecs)
  return (frame) => followStep(stepAt(frame), (count) => (count % 2 === 0 ? -1 : 1), SWAY_SECS)
}

function goRound(audio: AudioTrack, bars: number, turn: number): (frame: Frame) => number {
  const rounds = Math.max(1, Math.round(audio.durationSecs / (bars * findBarSecs(audio))))
  return ({ position }) => Math.sin(2 * Math.PI * (rounds * position + turn))
}
