import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shiftLyrics } from './lyrics.ts'
import { parseLyrics } from './parse-lyrics.ts'
import { timeWords } from './time-words.ts'
import { writeCaptions } from './write-captions.ts'

const LRC = '[00:58.00]Before\n[01:01.00]<01:01.00>Paper <01:02.00>boats<01:02.50>\n[01:03.00]Go on & on'

test('captions count from the start of the video, and end with it', () => {
  const lyrics = shiftLyrics(parseLyrics(LRC, 100), { startSecs: 60, endSecs: 65 })
  assert.deepEqual(writeCaptions(lyrics, 5), {
    srt: [
      '1\n00:00:00,000 --> 00:00:01,000\nBefore\n',
      '2\n00:00:01,000 --> 00:00:02,500\nPaper boats\n',
      '3\n00:00:03,000 --> 00:00:05,000\nGo on & on\n',
    ].join('\n'),
    vtt: [
      'WEBVTT\n',
      '00:00:00.000 --> 00:00:01.000\nBefore\n',
      '00:00:01.000 --> 00:00:02.500\nPaper <00:00:02.000>boats\n',
      '00:00:03.000 --> 00:00:05.000\nGo on &amp; on\n',
    ].join('\n'),
  })
})

test('words that were spread over a line get no times, and without a sung line there are no captions', () => {
  const spread = timeWords(parseLyrics('[00:01.00]Paper boats\n[00:03.00]', 10), 'TEMPLATE')
  assert.match(writeCaptions(spread, 10)?.vtt ?? '', /\nPaper boats\n$/)
  assert.equal(writeCaptions(shiftLyrics(spread, { startSecs: 5, endSecs: 9 }), 4), undefined)
})
