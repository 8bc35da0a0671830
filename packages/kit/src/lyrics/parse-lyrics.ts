import { alignLines } from './align-lines.ts'
import { type DraftLine, finishLines, removeHidden } from './draft-line.ts'
import type { LyricsData } from './lyrics.ts'
import { isAss, parseAss } from './parse-ass.ts'
import { parseCues } from './parse-cues.ts'
import { hasLrcTime, parseLrc } from './parse-lrc.ts'
import { parseTtml } from './parse-ttml.ts'
import { refuseLine, refuseLyrics, refuseTooManyLines } from './refuse-lyrics.ts'
import type { Singing } from './singing.ts'
import { spreadLines } from './spread-lines.ts'

const MAX_LINE_CHARACTERS = 1000
/** A line with a time before each of its letters is no longer than this. TTML may be written in one line. */
const MAX_RAW_CHARACTERS = 20_000

/** What lyrics were written as. `TEXT`: plain text. */
export type LyricsSource = 'LRC' | 'SRT' | 'VTT' | 'TTML' | 'ASS' | 'TEXT'

/** Lyrics, and what they were written as. */
export type ParsedLyrics = LyricsData & { readonly source: LyricsSource }

/**
 * Reads lyrics as what they look like. Without times, their lines are placed by what is heard of the singing, or spread over
 * all of the song. Throws `LYRICS_INVALID` with the place that cannot be read.
 */
export function parseLyrics(text: string, songSecs: number, listen?: () => Singing): ParsedLyrics {
  const clean = removeHidden(text.replace(/^\ufeff/, ''))
  if (clean.trim() === '')
    throw refuseLyrics('The lyrics are empty.', 'Send the words, or leave the field out.')
  const { source, drafts, isTimed } = findDrafts(clean)
  refuseTooManyLines(drafts.length)
  const lines = finishLines(isTimed ? drafts : estimateTimes(drafts, songSecs, listen))
  if (lines.length === 0) throw refuseLyrics('The lyrics have no words.', 'Export them again.')
  const long = lines.find((line) => line.text.length > MAX_LINE_CHARACTERS)
  if (long)
    throw refuseLyrics(
      `The lyrics have a line of ${long.text.length} characters, "${long.text.slice(0, 60)}…", and at most ${MAX_LINE_CHARACTERS} are read.`,
      'Break it into lines.',
    )
  const timing = lines.some(({ words }) => words) ? 'WORD' : 'LINE'
  return { source, lines, timing: isTimed ? timing : 'ESTIMATED' }
}

function estimateTimes(
  drafts: readonly DraftLine[],
  songSecs: number,
  listen: (() => Singing) | undefined,
): DraftLine[] {
  return (listen && alignLines(drafts, listen())) ?? spreadLines(drafts, songSecs)
}

type Found = { source: LyricsSource; drafts: DraftLine[]; isTimed: boolean }

function findDrafts(text: string): Found {
  if (text.trimStart().startsWith('<')) return { source: 'TTML', ...parseTtml(text.trimStart()) }
  const lines = text.split(/\r\n|[\r\n]/)
  refuseLongLine(lines)
  const isTimed = true
  if (isAss(lines)) return { source: 'ASS', drafts: parseAss(lines), isTimed }
  const isVtt = /^WEBVTT(\s|$)/.test(lines[0] ?? '')
  if (isVtt) return { source: 'VTT', drafts: parseCues(lines, 'VTT'), isTimed }
  if (lines.some((line) => line.includes('-->') && !hasLrcTime(line)))
    return { source: 'SRT', drafts: parseCues(lines, 'SRT'), isTimed }
  if (lines.some(hasLrcTime)) return { source: 'LRC', drafts: parseLrc(lines), isTimed }
  return { source: 'TEXT', drafts: readText(lines), isTimed: false }
}

function refuseLongLine(lines: readonly string[]): void {
  const index = lines.findIndex((line) => line.length > MAX_RAW_CHARACTERS)
  if (index < 0) return
  const problem = `has more than ${MAX_RAW_CHARACTERS} characters`
  throw refuseLine(index, lines[index] ?? '', { problem, advice: 'Break it into lines.' })
}

/** Headings such as `[Chorus]` and the tags of LRC are not sung; they part verses as an empty line does. */
function readText(lines: readonly string[]): DraftLine[] {
  const texts = lines.map((line) => (/^\s*\[[^\]]*\]\s*$/.test(line) ? '' : line.trim()))
  const last = texts.findLastIndex((text) => text !== '')
  const sung = texts.filter(
    (text, index) => text !== '' || (index > 0 && index < last && texts[index - 1] !== ''),
  )
  return sung.map((text) => ({ startSecs: 0, text }))
}
