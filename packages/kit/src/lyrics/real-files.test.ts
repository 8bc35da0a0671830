import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { LyricLine } from './lyrics.ts'
import { readLyrics } from './read-lyrics.ts'

/** Files as the tools of the field write them, with words of our own. */
const FOLDER = join(import.meta.dirname, '../../testing/lyrics')

const FILES: [file: string, source: string, timing: string, lines: string[]][] = [
  [
    'aegisub.ass',
    'ASS',
    'WORD',
    [
      '12.4-15.1 Mira: Pa·per boats on the sea',
      '15.6-18 Mira: fold·ed, and gone',
      '20-22.5 Jon: Tell me, where do they go?',
    ],
  ],
  [
    'service.ttml',
    'TTML',
    'WORD',
    [
      '12.4-15.1 v1: Pa·per boats on the sea',
      '14.6-15.4 v1 (behind): (on the sea)',
      '62-64.5 Jon Ferry: Rock & roll',
    ],
  ],
  [
    'auto-captions.vtt',
    'VTT',
    'WORD',
    [
      '12.4-15.09 Paper boats on the sea',
      '15.1-18 folded and gone',
      '20-22.5 Jon Ferry: Tell me, where do they go?',
    ],
  ],
  [
    'site.srt',
    'SRT',
    'LINE',
    ['12.4-15.1 ♪ Paper boats on the sea ♪', '15.6-18 folded and gone', '20-22.5 Tell me, where do they go?'],
  ],
  [
    'player.lrc',
    'LRC',
    'LINE',
    [
      '12.4-15.6 Paper boats on the sea',
      '15.6-18 folded and gone',
      '20-22.5 [Jon] Tell me, where do they go?',
      '100.5-105.5 folded and gone',
    ],
  ],
  ['words.lrc', 'LRC', 'WORD', ['12.4-15.1 Paper boats on the sea', '15.6-18 folded and gone']],
  [
    'sheet.txt',
    'TEXT',
    'ESTIMATED',
    [
      '0-29.333 Paper boats on the sea',
      '29.333-49.333 folded and gone',
      '65.333-100 Tell me, where do they go?',
    ],
  ],
]

for (const [file, source, timing, lines] of FILES)
  test(`${file} is read as its makers meant it`, async () => {
    const lyrics = await readLyrics(join(FOLDER, file), 100)
    assert.deepEqual([lyrics.source, lyrics.timing], [source, timing])
    assert.deepEqual(lyrics.lines.map(describeLine), lines)
  })

function describeLine({ startSecs, endSecs, text, words, agent, isBackground }: LyricLine): string {
  const round = (secs: number) => Math.round(secs * 1000) / 1000
  const sung = words?.map((word) => word.syllables?.map((each) => each.text).join('·') ?? word.text).join(' ')
  const singer = agent || isBackground ? `${agent}${isBackground ? ' (behind)' : ''}: ` : ''
  return `${round(startSecs)}-${round(endSecs)} ${singer}${sung ?? text}`
}
