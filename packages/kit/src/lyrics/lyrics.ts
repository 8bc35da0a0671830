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

/** How exactly times are known. `ESTIMATED`: the file has none, and those of its lines were guessed. */
export type LyricsTiming = 'WORD' | 'LINE' | 'ESTIMATED'

/** Lyrics as plain data, in the order in which they are sung. */
export type LyricsData = {
  readonly lines: readonly LyricLine[]
  readonly timing: LyricsTiming
  /** What is sung in the whole song, where `lines` are a part of it. */
  readonly songLines?: readonly string[]
}

/** What a file of lyrics says about its song, where the format has a place for it. */
export type LyricsNames = { title?: string; artist?: string; album?: string }

/** The lyrics of a video, as a template asks for them. */
export type Lyrics = Required<LyricsData> & {
  /** The line that is sung in a frame: the one that began last. Background lines are left out. */
  at(frame: Frame): LyricLine | undefined
}

/** Times are sums of decimal fractions: a line on a frame's very moment must not slip to the next one. */
const EPSILON_SECS = 1e-6

/** Puts questions to lyrics. */
export function createLyrics({ lines, timing, ...whole }: LyricsData): Lyrics {
  const sung = lines.filter(({ isBackground }) => !isBackground)
  return {
    lines,
    timing,
    songLines: whole.songLines ?? lines.map(({ text }) => text),
    at({ secs }) {
      const now = secs + EPSILON_SECS
      return sung.findLast(({ startSecs, endSecs }) => startSecs <= now && now < endSecs)
    },
  }
}

/** The lines of a part of the song, with times that count from its start. */
export function shiftLyrics(
  lyrics: LyricsData,
  { startSecs, endSecs }: { startSecs: number; endSecs: number },
): LyricsData {
  const lines = lyrics.lines.filter((line) => line.endSecs > startSecs && line.startSecs < endSecs)
  return mapTimes({ ...lyrics, lines }, (secs) => secs - startSecs)
}

/** Times in whole milliseconds, as people and programs like to read them. */
export function roundLyrics(lyrics: LyricsData): LyricsData {
  return mapTimes(lyrics, (secs) => Math.round(secs * 1000) / 1000)
}

/** What a video shows of its lines: what is sung before its start or after its end is cut. */
export function clipLyrics(lyrics: LyricsData, durationSecs: number): LyricsData {
  return mapTimes(lyrics, (secs) => Math.min(durationSecs, Math.max(0, secs)))
}

function mapTimes(lyrics: LyricsData, change: (secs: number) => number): LyricsData {
  const map = <Piece extends LyricPiece>(piece: Piece): Piece => ({
    ...piece,
    startSecs: change(piece.startSecs),
    endSecs: change(piece.endSecs),
  })
  const lines = lyrics.lines.map((line) => ({
    ...map(line),
    ...(line.words && {
      words: line.words.map((word) => ({
        ...map(word),
        ...(word.syllables && { syllables: word.syllables.map(map) }),
      })),
    }),
  }))
  return { timing: lyrics.timing, lines }
}
