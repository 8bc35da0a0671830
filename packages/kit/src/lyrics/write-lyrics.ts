import { type LyricsData, type LyricsNames, roundLyrics } from './lyrics.ts'
import { writeAss } from './write-ass.ts'
import { writeSrt, writeVtt } from './write-cues.ts'
import { writeLrc } from './write-lrc.ts'
import { writeTtml } from './write-ttml.ts'

/** A format by the ending of its files. */
export type LyricsFormat = keyof typeof LYRICS_FORMATS

/** The formats that lyrics are written in; docs/lyrics.md says what each can hold. */
export const LYRICS_FORMATS = {
  lrc: { contentType: 'text/plain; charset=utf-8', write: writeLrc },
  srt: { contentType: 'application/x-subrip; charset=utf-8', write: writeSrt },
  vtt: { contentType: 'text/vtt; charset=utf-8', write: writeVtt },
  ttml: { contentType: 'application/ttml+xml; charset=utf-8', write: writeTtml },
  ass: { contentType: 'text/x-ssa; charset=utf-8', write: writeAss },
  json: { contentType: 'application/json; charset=utf-8', write: writeJson },
} as const

/** Writes lyrics in a format. */
export function writeLyrics(lyrics: LyricsData, format: LyricsFormat, names: LyricsNames = {}): string {
  return LYRICS_FORMATS[format].write(lyrics, names)
}

function writeJson(lyrics: LyricsData): string {
  const { timing, lines } = roundLyrics(lyrics)
  return `${JSON.stringify({ timing, lines }, null, 2)}\n`
}
