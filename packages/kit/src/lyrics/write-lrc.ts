import { markWords } from './flatten-words.ts'
import type { LyricLine, LyricsData, LyricsNames } from './lyrics.ts'
import { readLrcTime } from './parse-lrc.ts'
import { toUnits } from './write-time.ts'

const UNITS_PER_SEC = 100

/**
 * LRC, enhanced where words are timed. It shows one line at a time, so what is sung behind others is left out, and a
 * line without word times ends where the next begins; an empty line ends it sooner. Who sings is not written.
 */
export function writeLrc({ lines, timing }: LyricsData, { title, artist, album }: LyricsNames = {}): string {
  const names = { ti: title, ar: artist, al: album, re: 'Songreel' }
  const tags = Object.entries(names).flatMap(([tag, name]) =>
    name ? [`[${tag}:${name.replace(/[[\]\n]/g, ' ')}]`] : [],
  )
  const note = timing === 'ESTIMATED' ? ['[#:The times are estimated]'] : []
  const sung = lines.filter(({ isBackground }) => !isBackground)
  const body = sung.flatMap((line, index) => writeLine(line, sung.slice(index + 1, index + 2)))
  return `${[...tags, ...note, ...body].join('\n')}\n`
}

function writeLine(line: LyricLine, [next]: LyricLine[]): string[] {
  const [start, end] = [toUnits(line.startSecs, UNITS_PER_SEC), toUnits(line.endSecs, UNITS_PER_SEC)]
  if (line.words) {
    const { first, body, last } = markWords(line.words, {
      unitsPerSec: UNITS_PER_SEC,
      mark: (units) => `<${writeTime(units)}>`,
      write: shieldTimes,
    })
    const ends = last < end ? [last, end] : [end]
    return [
      `[${writeTime(start)}]<${writeTime(first)}>${body}${ends.map((units) => `<${writeTime(units)}>`).join('')}`,
    ]
  }
  const isEnded = !next || end < toUnits(next.startSecs, UNITS_PER_SEC)
  return [`[${writeTime(start)}]${shieldTimes(line.text)}`, ...(isEnded ? [`[${writeTime(end)}]`] : [])]
}

/** Words that would be read as a time, in brackets that look like it. */
function shieldTimes(text: string): string {
  return text
    .replace(/<([^<>]{1,20})>/g, (mark, inner: string) =>
      readLrcTime(inner) === undefined ? mark : `‹${inner}›`,
    )
    .replace(/^\[(\s*\d+:[^\]]*)\]/, '($1)')
}

/** Minutes go on past 59: LRC has no hours. */
function writeTime(units: number): string {
  const [minutes, rest] = [Math.floor(units / 6000), units % 6000]
  return `${String(minutes).padStart(2, '0')}:${(rest / 100).toFixed(2).padStart(5, '0')}`
}
