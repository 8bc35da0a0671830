import type { Box, FontStyle, LyricLine } from '@songreel/kit'
import { type Poster, setPoster, TINY_WORD } from './poster.ts'

/** Where a phrase stands; with `below` it goes on there, on the other side of the picture. */
export type Room = Box & { below?: Box }

/** How a phrase is set: for one that comes again, how it stood. */
export type PhraseSetting = { room: Room; font: FontStyle; isSecond?: boolean; stood?: Stood | undefined }

/** How many words each row has, and how many of them stand above the picture. */
export type Stood = { parting: readonly number[]; cut?: number }

/** A phrase in its room: a poster, or two of them with the picture in between. */
export function setPhrase(line: LyricLine, setting: PhraseSetting): Poster & Stood {
  const { room, font, isSecond = false, stood } = setting
  const { below } = room
  if (!below) return setPoster(line, { box: room, font, isSecond, ...(stood && { parting: stood.parting }) })
  const cuts = stood?.cut === undefined ? listCuts(line) : [stood.cut]
  const parted = cuts.map((cut) => {
    const head = setPoster(takeWords(line, 0, cut), { box: room, font, isSecond })
    const tail = setPoster(takeWords(line, cut), { box: below, font, isSecond, isHanging: true })
    return { cut, head, tail, fill: Math.sqrt(head.fill * tail.fill) }
  })
  const best = parted.toSorted((a, b) => b.fill - a.fill)[0]
  if (!best) return { ...setPoster(line, { box: room, font, isSecond }), fill: 0 }
  const { cut, head, tail, fill } = best
  return { words: [...head.words, ...tail.words], parting: [...head.parting, ...tail.parting], cut, fill }
}

/** After how many words a phrase may be cut in two: no word of one or two letters ends the upper part alone. */
function listCuts({ text, words = [] }: LyricLine): number[] {
  const texts = text.split(' ')
  if (words.length !== texts.length) return []
  return texts.slice(1).flatMap((_, index) => (index === 0 && TINY_WORD.test(texts[0]!) ? [] : [index + 1]))
}

function takeWords(line: LyricLine, from: number, to?: number): LyricLine {
  const words = (line.words ?? []).slice(from, to)
  return {
    ...line,
    text: line.text.split(' ').slice(from, to).join(' '),
    startSecs: words[0]?.startSecs ?? line.startSecs,
    endSecs: words.at(-1)?.endSecs ?? line.endSecs,
    words,
  }
}
