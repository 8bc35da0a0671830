import { markWords } from './flatten-words.ts'
import type { LyricLine, LyricsData } from './lyrics.ts'
import { shieldCommands, shieldMarks } from './parse-cues.ts'
import { toUnits, writeClock } from './write-time.ts'

const UNITS_PER_SEC = 1000

/** SRT: when each line is sung, and its text. It holds no words, no singers and no background. */
export function writeSrt({ lines }: LyricsData): string {
  const cues = lines.map((line, index) => {
    const [start, end] = [line.startSecs, line.endSecs].map((secs) => writeTime(secs, ','))
    return `${index + 1}\n${start} --> ${end}\n${shieldMarks(line.text)}\n`
  })
  return cues.join('\n')
}

/** WebVTT: lines with the times of their words, who sings (`<v>`), and what is sung behind (`<c.background>`). */
export function writeVtt({ lines, timing }: LyricsData): string {
  const note = timing === 'ESTIMATED' ? ['NOTE The times are estimated.\n'] : []
  const cues = lines.map((line) => {
    const [start, end] = [line.startSecs, line.endSecs].map((secs) => writeTime(secs, '.'))
    const voice = line.agent ? `<v ${escapeText(line.agent.slice(0, 80))}>` : ''
    const words = writeWords(line)
    return `${start} --> ${end}\n${voice}${line.isBackground ? `<c.background>${words}</c>` : words}\n`
  })
  return ['WEBVTT\n', ...note, ...cues].join('\n')
}

/** A piece that begins with its cue needs no mark, except where it would be the only one. */
function writeWords({ startSecs, endSecs, text, words }: LyricLine): string {
  if (!words) return escapeText(text)
  const mark = (units: number) => `<${writeClock(units, { unitsPerSec: UNITS_PER_SEC })}>`
  const { first, body, last } = markWords(words, { unitsPerSec: UNITS_PER_SEC, mark, write: escapeText })
  const tail = last < toUnits(endSecs, UNITS_PER_SEC) ? mark(last) : ''
  const isMarked = first > toUnits(startSecs, UNITS_PER_SEC) || !/<\d/.test(body + tail)
  return `${isMarked ? mark(first) : ''}${body}${tail}`
}

function writeTime(secs: number, point: '.' | ','): string {
  return writeClock(toUnits(secs, UNITS_PER_SEC), { unitsPerSec: UNITS_PER_SEC, point })
}

function escapeText(text: string): string {
  return shieldCommands(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
