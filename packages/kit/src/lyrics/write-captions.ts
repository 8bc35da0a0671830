import { clipLyrics, type LyricLine, type LyricsData } from './lyrics.ts'
import { writeSrt, writeVtt } from './write-cues.ts'

/** The captions of a video, as the text of two files. */
export type Captions = { srt: string; vtt: string }

/** Captions of lyrics whose times count from the video's start; undefined where nothing is sung in it. */
export function writeCaptions(lyrics: LyricsData, durationSecs: number): Captions | undefined {
  const { timing, lines } = clipLyrics(lyrics, durationSecs)
  const shown = lines.filter(({ startSecs, endSecs }) => endSecs > startSecs).map(keepKnownWords)
  if (shown.length === 0) return undefined
  return { srt: writeSrt({ timing, lines: shown }), vtt: writeVtt({ timing, lines: shown }) }
}

/** Words that were spread over their line are good enough for a picture, but no facts. */
function keepKnownWords({ words, hasSpreadWords, ...line }: LyricLine): LyricLine {
  return words && !hasSpreadWords ? { ...line, words } : line
}
