import { type FontStyle, foldWords, type LyricLine, splitLines } from '@songreel/kit'
import { MOST_ROWS, type PosterWord, type Room, setPoster } from './poster.ts'

/** What is seen at one time: a few words, set as large as the frame allows. */
export type Phrase = {
  words: PosterWord[]
  /** In which of the rooms it stands. */
  room: number
  startSecs: number
  /** When the next phrase begins, or this one has been over for a while. */
  endSecs: number
  isBackground: boolean
}

/** How all phrases are set: those that are new take the rooms in turn. */
export type PhrasesSetting = { rooms: readonly Room[]; font: FontStyle; durationSecs: number }

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
  { rooms, font, durationSecs }: PhrasesSetting,
): Phrase[] {
  const agents = [...new Set(lines.flatMap(({ agent }) => (agent === undefined ? [] : [agent])))]
  const isSecond = ({ agent }: LyricLine) => agent !== undefined && agents.indexOf(agent) % 2 === 1
  const fits = (text: string) => [...text].length <= MOST_LETTERS && text.split(/\s+/).length <= MOST_ROWS
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
  // Both ends of a video show the cover at its largest, where their words are as large there.
  const ends = [phrases[0], phrases.at(-1)].map((each) => foldWords(each?.line.text ?? ''))
  const choose = chooseRooms(rooms, font, new Set(ends))
  const sung = phrases.map(({ line, endSecs }): Phrase => {
    const isShared = shared.has(foldWords(line.text))
    const { index, parting } = choose(line, isShared)
    const room = isShared ? above(rooms[index]!) : rooms[index]!
    const { words } = setPoster(line, { box: room, font, isSecond: isSecond(line), parting })
    return { words, room: index, startSecs: line.startSecs, endSecs, isBackground: false }
  })
  const voices = behind.map((line): Phrase => {
    const room = sung.findLast(({ startSecs }) => startSecs <= line.startSecs)?.room ?? 0
    const { words } = setPoster(line, { box: behindOf(rooms[room]!), font, isSecond: isSecond(line) })
    const endSecs = line.endSecs + BEHIND_STAY_SECS
    return { words, room, startSecs: line.startSecs, endSecs, isBackground: true }
  })
  return [...sung, ...voices]
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
function behindOf(room: Room): Room {
  return { ...room, y: room.y + room.height * (1 - BEHIND), height: room.height * BEHIND }
}

function above(room: Room): Room {
  return { ...room, height: room.height * (1 - BEHIND - BEHIND_GAP) }
}

/** Another room is better if a phrase takes so many times as much of it. */
const BETTER = 1.4

/** A phrase takes the room after the one before it, or one that it fills better; when it comes again, it stands as it stood. */
function chooseRooms(rooms: readonly Room[], font: FontStyle, ends: ReadonlySet<string>) {
  const known = new Map<string, { index: number; parting: readonly number[] | undefined }>()
  let last = -1
  return (line: LyricLine, isShared: boolean) => {
    const key = foldWords(line.text)
    const posters = rooms.map((room) => setPoster(line, { box: isShared ? above(room) : room, font }))
    const fill = (index: number) => posters[index]?.fill ?? 0
    const next = (last + 1) % rooms.length
    const best = rooms.reduce((top, _, index) => (fill(index) > BETTER * fill(top) ? index : top), next)
    const index = ends.has(key) && fill(best) <= BETTER * fill(0) ? 0 : best
    const found = known.get(key) ?? { index, parting: posters[index]?.parting }
    known.set(key, found)
    last = found.index
    return found
  }
}
