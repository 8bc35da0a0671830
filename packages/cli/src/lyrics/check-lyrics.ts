import { basename } from 'node:path'
import { type ParsedLyrics, readLyrics } from '@songreel/kit/lyrics'
import { formatClock } from '../clock.ts'
import { cleanText, createPaint, showTable } from '../print.ts'
import { findFile } from '../songs/find-file.ts'

const SOURCES = {
  LRC: 'LRC',
  SRT: 'SRT',
  VTT: 'WebVTT',
  TTML: 'TTML',
  ASS: 'ASS',
  TEXT: 'plain text',
} as const
const TIMINGS = { WORD: 'words', LINE: 'lines', ESTIMATED: 'nothing' } as const

/** Prints what is in lyrics; what cannot be read is an error with line and column. */
export async function checkLyrics(path: string, { json }: { json?: boolean }): Promise<undefined> {
  const lyrics = await readLyrics(await findFile(path, 'lyrics file'), 0)
  const facts = describe(lyrics)
  if (json) {
    process.stdout.write(`${JSON.stringify(facts)}\n`)
    return
  }
  const { startSecs, endSecs, lineCount, behindCount, singers, notes } = facts
  const behind = behindCount > 0 ? `, ${behindCount} of them behind others` : ''
  const isTimed = lyrics.timing !== 'ESTIMATED'
  const rows = [
    ['  Format', SOURCES[lyrics.source]],
    ['  Timed', TIMINGS[lyrics.timing]],
    ['  Lines', `${lineCount}${behind}`],
    ...(isTimed ? [['  Sung', `${formatClock(startSecs)} to ${formatClock(endSecs)}`]] : []),
    ...(singers.length > 0 ? [['  Singers', singers.map(cleanText).join(', ')]] : []),
  ]
  const paint = createPaint(process.stdout)
  const lines = [
    `  ${paint('bold', cleanText(basename(path)))}`,
    ...showTable(rows),
    ...notes.map((note) => `  ${note}`),
  ]
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}

function describe({ source, timing, lines }: ParsedLyrics) {
  return {
    source,
    timing,
    lineCount: lines.length,
    behindCount: lines.filter(({ isBackground }) => isBackground).length,
    startSecs: Math.min(...lines.map((line) => line.startSecs)),
    endSecs: Math.max(...lines.map((line) => line.endSecs)),
    singers: [...new Set(lines.flatMap(({ agent }) => agent ?? []))],
    notes: listNotes({ timing, lines }),
  }
}

/** What a template will make of them. */
function listNotes({ timing, lines }: Pick<ParsedLyrics, 'timing' | 'lines'>): string[] {
  const untimed = lines.filter(({ words }) => !words).length
  if (timing === 'ESTIMATED')
    return ['Lines will be spread over the song (ESTIMATED); templates that follow words refuse them.']
  if (timing === 'LINE') return ['Templates that follow words will spread them over each line.']
  return untimed > 0 ? [`${untimed} of ${lines.length} lines have no times for their words.`] : []
}
