import type { Frame } from '../compose/frame.ts'

/** A timed piece of a line. Times count from the start of the video. */
export type LyricPiece = { readonly startSecs: number; readonly endSecs: number; readonly text: string }

/** One sung word, and its syllables where they are timed on their own. */
export type LyricWord = LyricPiece & { readonly syllables?: readonly LyricPiece[] }

/** One sung line. */
export type LyricLine = LyricPiece & {
  readonly words?: readonly LyricWord[]
  /** The file times only the line, and its words were spread over it by their length. */
  readonly hasSpreadWords?: boolean
  /** Who sings it, by the name or the id that the file gives. */
  readonly agent?: string
  /** Sung behind another line. */
  readonly isBackground?: boolean
}

/** How exactly times are known. `ESTIMATED`: the file has none, and its lines were spread over the song. */
export type LyricsTiming = 'WORD' | 'LINE' | 'ESTIMATED'

/** Lyrics as plain data, in the order in which they are sung. */
export type LyricsData = { readonly lines: readonly LyricLine[]; readonly timing: LyricsTiming }

/** The lyrics of a video, as a template asks for them. */
export type Lyrics = LyricsData & {
  /** The line that is sung in a frame: the one that began last. Background lines are left out. */
  at(frame: Frame): LyricLine | undefined
}

/** Times are sums of decimal fractions: a line on a frame's very moment must not slip to the next one. */
const EPSILON_SECS = 1e-6

/** Puts questions to lyrics. */
export function createLyrics({ lines, timing }: LyricsData): Lyrics {
  const sung = lines.filter(({ isBackground }) => !isBackground)
  return {
    lines,
    timing,
    at({ secs }) {
      const now = secs + EPSILON_SECS
      return sung.findLast(({ startSecs, endSecs }) => startSecs <= now && now < endSecs)
    },
  }
}

/** The lines of a part of the song, with times that count from its start. */
export function shiftLyrics(
  { lines, timing }: LyricsData,
  { startSecs, endSecs }: { startSecs: number; endSecs: number },
): LyricsData {
  const shift = <Piece extends LyricPiece>(piece: Piece): Piece => ({
    ...piece,
    startSecs: piece.startSecs - startSecs,
    endSecs: piece.endSecs - startSecs,
  })
  const sung = lines.filter((line) => line.endSecs > startSecs && line.startSecs < endSecs)
  return {
    timing,
    lines: sung.map((line) => ({
      ...shift(line),
      ...(line.words && {
        words: line.words.map((word) => ({
          ...shift(word),
          ...(word.syllables && { syllables: word.syllables.map(shift) }),
        })),
      }),
    })),
  }
}
