import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLyrics } from './parse-lyrics.ts'
import { timeWords } from './time-words.ts'

test('words of the file keep their times', () => {
  const lyrics = parseLyrics('[00:01.00]<00:01.00>Paper <00:01.50>boats <00:02.00>\n[00:02.00]', 10)
  assert.deepEqual(timeWords(lyrics, 'TEMPLATE'), lyrics)
})

test('a line without word times spreads its words by length, from its start, and says so', () => {
  const { lines } = timeWords(parseLyrics('[00:01.00]I remember\n[00:09.00]夜明けのうた', 20), 'TEMPLATE')
  const [first, second] = lines
  assert.equal(first?.hasSpreadWords, true)
  assert.deepEqual(
    first?.words?.map(({ text, startSecs }) => [text, Number(startSecs.toFixed(2))]),
    [
      ['I', 1],
      ['remember', 1.42],
    ],
  )
  // Eight seconds for two words: the line is sung and over long before the next one.
  assert.ok((first?.words?.at(-1)?.endSecs ?? 9) < 4)
  assert.ok((second?.words?.length ?? 0) > 1, 'Japanese has words too, without spaces')
})

test('plain text is refused for templates that follow words, with what to send', () => {
  assert.throws(() => timeWords(parseLyrics('Paper boats\non the sea', 20), 'TEMPLATE'), {
    code: 'LYRICS_INVALID',
    message: /TEMPLATE follows the words.*plain text/,
  })
})
