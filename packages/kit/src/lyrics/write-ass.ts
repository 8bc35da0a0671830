import { flattenWords } from './flatten-words.ts'
import type { LyricLine, LyricsData, LyricsNames, LyricWord } from './lyrics.ts'
import { BACKGROUND_STYLE } from './parse-ass.ts'
import { toUnits, writeClock } from './write-time.ts'

const UNITS_PER_SEC = 100
const STYLE_FIELDS =
  'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding'
const EVENT_FIELDS = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'

/** ASS: lines, their syllables as `\k`, who sings as the actor, and what is sung behind in a style of its own. */
export function writeAss({ lines, timing }: LyricsData, { title = 'Lyrics' }: LyricsNames = {}): string {
  const note = timing === 'ESTIMATED' ? ['; The times are estimated.'] : []
  return `${[
    '[Script Info]',
    '; Written by Songreel',
    ...note,
    `Title: ${title}`,
    'ScriptType: v4.00+',
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    'PlayResX: 1920',
    'PlayResY: 1080',
    '',
    '[V4+ Styles]',
    `Format: ${STYLE_FIELDS}`,
    writeStyle('Default', { size: 72, margin: 60 }),
    writeStyle(BACKGROUND_STYLE, { size: 52, margin: 160 }),
    '',
    '[Events]',
    `Format: ${EVENT_FIELDS}`,
    ...lines.map(writeEvent),
  ].join('\n')}\n`
}

function writeStyle(name: string, { size, margin }: { size: number; margin: number }): string {
  const colours = '&H00FFFFFF,&H00808080,&H00000000,&H80000000'
  return `Style: ${name},Arial,${size},${colours},0,0,0,0,100,100,0,0,1,3,1,2,60,60,${margin},1`
}

function writeEvent({ startSecs, endSecs, text, words, agent = '', isBackground }: LyricLine): string {
  const [start, end] = [toUnits(startSecs, UNITS_PER_SEC), toUnits(endSecs, UNITS_PER_SEC)]
  const style = isBackground ? BACKGROUND_STYLE : 'Default'
  const body = words ? writeSyllables(words, start) : plainText(text)
  return `Dialogue: 0,${writeTime(start)},${writeTime(end)},${style},${plainText(agent).replaceAll(',', ';')},0,0,0,,${body}`
}

/** Times are lengths, one after the other: a pause is a syllable without letters. */
function writeSyllables(words: readonly LyricWord[], start: number): string {
  let now = start
  return flattenWords(words)
    .map((piece) => {
      const from = Math.max(now, toUnits(piece.startSecs, UNITS_PER_SEC))
      const to = Math.max(from, toUnits(piece.endSecs, UNITS_PER_SEC))
      const pause = from > now ? `{\\k${from - now}}` : ''
      now = to
      return `${pause}{\\k${to - from}}${plainText(piece.text)}`
    })
    .join('')
}

/** Braces and backslashes are commands, and ASS has no other way to write them. */
function plainText(text: string): string {
  return text.replaceAll('{', '(').replaceAll('}', ')').replaceAll('\\', '/')
}

function writeTime(units: number): string {
  return writeClock(units, { unitsPerSec: UNITS_PER_SEC, hourDigits: 1 })
}
