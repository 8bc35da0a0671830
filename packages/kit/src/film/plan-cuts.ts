import type { AudioTrack } from '../track/audio-track.ts'
import { type Chapter, findChapter, listChapters } from '../track/chapters.ts'

/** How often the picture is cut. */
export const CUT_RATES = ['SLOW', 'MID', 'FAST'] as const

/** One of the cut rates. */
export type CutRate = (typeof CUT_RATES)[number]

/** For a reader of data that knows no template's schema. */
export function isCutRate(value: unknown): value is CutRate {
  return CUT_RATES.some((rate) => rate === value)
}

/** A stretch between two cuts. */
export type Span = {
  startFrame: number
  endFrame: number
  isLoud: boolean
  /** How hard the cut before it is: 1 on a drop, less where another part begins, 0 elsewhere. */
  whip: number
}

/** Bars per shot, in quiet and in loud sections; half a bar is cut on the beat in its middle. */
const BARS: Record<CutRate, { quiet: number; loud: number; longestSecs: number }> = {
  SLOW: { quiet: 4, loud: 2, longestSecs: 9 },
  MID: { quiet: 2, loud: 1, longestSecs: 5 },
  FAST: { quiet: 1, loud: 0.5, longestSecs: 2.6 },
}

/** Nothing is recognised in less, and cuts that follow faster would flash. */
const SHORTEST_SECS = 0.45
/** Without a beat to trust, a bar is taken to be this long. */
const FREE_BAR_SECS = 2
/** A last shot that is shorter than this looks like a mistake. */
const LAST_SECS = 0.9
/** Where an excerpt has no range of its own it is mostly the height of its song: only calm music counts as quiet. */
const LOUD_ENERGY = 0.25
const PHRASE_WHIP = 0.45

/** Cuts the excerpt: on bar lines, on the frame nearest to each, more often where the music is loud. */
export function planCuts(
  audio: AudioTrack,
  rate: CutRate,
  form: { fps: number; frameCount: number },
): Span[] {
  const { fps, frameCount } = form
  const endSecs = frameCount / fps
  const bars = listBars(audio, endSecs)
  const chapters = listChapters(audio)
  const isLoud = createLoudness(chapters)
  const cuts = chooseCuts(bars, rate, (secs) => isLoud(findChapter(chapters, { secs: secs + 0.5 / fps })))
  const starts = [0, ...cuts.filter((secs) => secs >= SHORTEST_SECS && secs <= endSecs - LAST_SECS)]
  const frames = [...new Set(starts.map((secs) => Math.round(secs * fps)))]
  return frames.map((startFrame, i) => {
    const chapter = findChapter(chapters, { secs: (startFrame + 0.5) / fps })
    const isFirst = i > 0 && Math.abs(chapter.startSecs * fps - startFrame) <= 1.5
    return {
      startFrame,
      endFrame: frames[i + 1] ?? frameCount,
      isLoud: isLoud(chapter),
      whip: isFirst ? (chapter.isDrop ? 1 : PHRASE_WHIP) : 0,
    }
  })
}

/** A bar, and the beat in its middle. */
type Bar = { startSecs: number; middleSecs: number; endSecs: number }

function listBars({ downbeatSecs, beatSecs }: AudioTrack, endSecs: number): Bar[] {
  const free = Array.from({ length: Math.ceil(endSecs / FREE_BAR_SECS) }, (_, i) => i * FREE_BAR_SECS)
  const starts = keepApart(downbeatSecs.length > 0 ? downbeatSecs : free)
  return starts.map((startSecs, i) => {
    const until = starts[i + 1] ?? endSecs
    const beats = beatSecs.filter((secs) => secs > startSecs + 0.01 && secs < until - 0.01)
    const middleSecs = beats[(beats.length - 1) >> 1] ?? (startSecs + until) / 2
    return { startSecs, middleSecs, endSecs: until }
  })
}

function chooseCuts(bars: readonly Bar[], rate: CutRate, isLoudAt: (secs: number) => boolean): number[] {
  const { quiet, loud, longestSecs } = BARS[rate]
  const cuts: number[] = []
  let since = Number.POSITIVE_INFINITY
  let wasLoud: boolean | undefined
  for (const { startSecs, middleSecs, endSecs } of bars) {
    const isLoud = isLoudAt(startSecs)
    const lengthSecs = endSecs - startSecs
    // Slow songs have long bars: a shot is never longer than it is interesting.
    const wanted = Math.min(isLoud ? loud : quiet, Math.max(0.5, Math.floor(longestSecs / lengthSecs)))
    if (since >= wanted || isLoud !== wasLoud) {
      cuts.push(startSecs)
      since = 0
    }
    const hasRoom = Math.min(middleSecs - startSecs, endSecs - middleSecs) >= SHORTEST_SECS
    if (wanted < 1 && hasRoom) cuts.push(middleSecs)
    since += 1
    wasLoud = isLoud
  }
  return cuts
}

/** What is loud is loud beside the rest of the excerpt; one that never changes is judged by its own energy. */
function createLoudness(chapters: readonly Chapter[]): (chapter: Chapter) => boolean {
  const energies = chapters.map(({ energy }) => energy)
  const least = Math.min(...energies)
  const most = Math.max(...energies)
  const limit = most - least > 0.1 ? (least + most) / 2 : LOUD_ENERGY
  return ({ energy }) => energy >= limit
}

function keepApart(secs: readonly number[]): number[] {
  const kept: number[] = []
  for (const each of secs) if (each - (kept.at(-1) ?? -1) >= 2 * SHORTEST_SECS) kept.push(each)
  return kept
}
