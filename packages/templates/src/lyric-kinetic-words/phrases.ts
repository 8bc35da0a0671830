import { type Box, type FontStyle, foldWords, type LyricLine, splitLines } from '@songreel/kit'
import { MOST_ROWS, type Poster, type PosterWord, setPoster } from './poster.ts'

/** What is seen at one time: a few words, set as large as the frame allows. */
export type Phrase = {
  words: PosterWord[]
  startSecs: number
  /** When the next phrase begins, or this one has been over for a while. */
  endSecs: number
  isBackground: boolean
}

/** How all phrases are set: rows of a phrase that has several words have at least this height. */
export type PhrasesSetting = { room: Box; font: FontStyle; durationSecs: number; leastRowPx?: number }

const MOST_LETTERS = 22
/** A phrase stays so long into a pause. */
const STAY_SECS = 1.4
/** Voices behind have this part of the height. */
const BEHIND = 0.2
const BEHIND_GAP = 0.04
const BEHIND_STAY_SECS = 0.3

/** Parts the lines into phrases and sets each as a poster; voices behind get a small one below. */
export function planPhrases(
  lines: readonly LyricLine[],
  { room, font, durationSecs, leastRowPx = 0 }: PhrasesSetting,
): Phrase[] {
  const agents = [...new Set(lines.flatMap(({ agent }) => (agent === undefined ? [] : [agent])))]
  const isSecond = ({ agent }: LyricLine) => agent !== undefined && agents.indexOf(agent) % 2 === 1
  const fits = (text: string) =>
    [...text].length <= MOST_LETTERS &&
    text.split(/\s+/).length <= MOST_ROWS &&
    findLeastRow(setPoster({ text, startSecs: 0, endSecs: 0 }, { box: room, font })) >= leastRowPx
  const front = splitLines(
    lines.filter(({ isBackground }) => !isBackground),
    fits,
  ).map(dropStops)
  const behind = lines.filter(({ isBackground }) => isBackground)
  const phrases = front.map((line, index) => {
    const next = front[index + 1]?.startSecs
    const endSecs = next === undefined ? durationSecs + 1 : Math.min(next, line.endSecs + STAY_SECS)
    const isShared = behind.some((each) => each.startSecs < endSecs && each.endSecs > line.startSecs)
    return { line, endSecs, isShared }
  })
  // The same words have the same size each time: once one of them makes room for voices behind, all of them do.
  const shared = new Set(phrases.flatMap(({ line, isShared }) => (isShared ? [foldWords(line.text)] : [])))
  const partings = new Map<string, readonly number[]>()
  const sung = phrases.map(({ line, endSecs }): Phrase => {
    const key = foldWords(line.text)
    const box = shared.has(key) ? above(room) : room
    const poster = setPoster(line, { box, font, isSecond: isSecond(line), parting: partings.get(key) })
    partings.set(key, poster.parting)
    return { words: poster.words, startSecs: line.startSecs, endSecs, isBackground: false }
  })
  const voices = behind.map((line): Phrase => {
    const { words } = setPoster(line, { box: behindOf(room), font, isSecond: isSecond(line) })
    const endSecs = line.endSecs + BEHIND_STAY_SECS
    return { words, startSecs: line.startSecs, endSecs, isBackground: true }
  })
  return [...sung, ...voices]
}

/** How high the letters of the lowest row are. */
function findLeastRow({ words }: Poster): number {
  return Math.min(...words.map(({ row }) => row.ink.bottom))
}

/** A poster has no commas and full stops at the ends of words: its rows part what they would. */
function dropStops<Line extends LyricLine>(line: Line): Line {
  const drop = (text: string) => text.replace(STOPS, '') || text
  return {
    ...line,
    text: line.text.split(' ').map(drop).join(' '),
    ...(line.words && { words: line.words.map((word) => ({ ...word, text: drop(word.text) })) }),
  }
}

const STOPS = /(?<![.])[,;.:、。،؛]$/u

/** Where voices behind stand, at the foot of a room, and what they leave. */
function behindOf(room: Box): Box {
  return { ...room, y: room.y + room.height * (1 - BEHIND), height: room.height * BEHIND }
}

function above(room: Box): Box {
  return { ...room, height: room.height * (1 - BEHIND - BEHIND_GAP) }
}
