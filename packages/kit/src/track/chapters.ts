import type { AudioTrack, FrameNumber } from './audio-track.ts'

/** A stretch of the excerpt that a picture may stay the same for: a section of the song, or four bars of a longer one. */
export type Chapter = {
  index: number
  startSecs: number
  endSecs: number
  /** How strong the music is, 0..1. */
  energy: number
  /** A letter for the section: what comes back has the same one. */
  label: string
  /** True where a section begins that is clearly stronger than the one before: a drop. */
  isDrop: boolean
}

const BARS_PER_CHAPTER = 4
/** Where nothing is heard, a chapter is about as long as four bars at 120 beats a minute. */
const FREE_CHAPTER_SECS = 8
/** What is shorter joins its neighbour: a change that is over at once looks like a mistake. */
const MIN_CHAPTER_SECS = 2
/** A section that is stronger by this much is a drop. */
const DROP_LIFT = 0.12

/** The excerpt in chapters: every section begins one, and so does every fourth bar in it. */
export function listChapters({ sections, downbeatSecs, durationSecs }: AudioTrack): Chapter[] {
  const starts = sections.flatMap((section) => listStarts(section, downbeatSecs))
  const kept = starts.filter(({ secs, isForced }, i) => {
    const next = starts.slice(i + 1).find((start) => start.isForced)?.secs ?? durationSecs
    return i === 0 || isForced || next - secs >= MIN_CHAPTER_SECS
  })
  return kept.map(({ secs, section }, index) => {
    const before = kept[index - 1]?.section
    return {
      index,
      startSecs: secs,
      endSecs: kept[index + 1]?.secs ?? durationSecs,
      energy: section.energy,
      label: section.label,
      isDrop: before !== undefined && section.energy - before.energy >= DROP_LIFT,
    }
  })
}

/** The chapter that a frame belongs to. */
export function findChapter(chapters: readonly Chapter[], { secs }: { secs: number }): Chapter {
  const found = chapters.findLast(({ startSecs }) => startSecs <= secs + 1e-6) ?? chapters[0]
  if (!found) throw new TypeError('an excerpt has at least one chapter')
  return found
}

/** How many bars have gone by at each frame, with the fraction; without a trusted beat phrases are counted. */
export function createBarClock(audio: AudioTrack): (frame: FrameNumber) => number {
  const bars = new Float32Array(audio.frameCount)
  let count = 0
  for (let index = 0; index < audio.frameCount; index++) {
    const position = audio.barPosition({ index })
    if (index > 0 && position < audio.barPosition({ index: index - 1 })) count++
    bars[index] = count + position
  }
  return ({ index }) => bars[Math.max(0, Math.min(audio.frameCount - 1, Math.round(index)))] ?? 0
}

type Start = { secs: number; isForced: boolean; section: AudioTrack['sections'][number] }

function listStarts(section: AudioTrack['sections'][number], downbeatSecs: readonly number[]): Start[] {
  const { startSecs, endSecs } = section
  const bars = downbeatSecs.filter((secs) => secs > startSecs + MIN_CHAPTER_SECS / 2 && secs < endSecs)
  const phrases =
    bars.length > 0
      ? bars.filter((_, i) => i % BARS_PER_CHAPTER === BARS_PER_CHAPTER - 1)
      : countFrom(startSecs + FREE_CHAPTER_SECS, endSecs)
  return [
    { secs: startSecs, isForced: true, section },
    ...phrases.map((secs) => ({ secs, isForced: false, section })),
  ]
}

function countFrom(fromSecs: number, toSecs: number): number[] {
  const count = Math.max(0, Math.ceil((toSecs - fromSecs) / FREE_CHAPTER_SECS))
  return Array.from({ length: count }, (_, i) => fromSecs + i * FREE_CHAPTER_SECS)
}
