import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginPiece, endPiece, finishLines, nudgeLine, readText, startTiming } from './timed-lyrics.ts'
import { writeEditedTtml } from './write-edited-ttml.ts'

test('words last until the next one begins, or as long as they were held', () => {
  const taps: [startSecs: number, endSecs: number][] = [
    [1, 1.1],
    [1.5, 2.25],
    [4, 4.05],
    [4.5, 4.6],
  ]
  const start = startTiming(readText('[Verse]\n\nPaper  boats\nRock & roll'), 'WORD')
  const tapped = [...taps, [5, 5.1] as const].reduce(
    (timing, [startSecs, endSecs]) => endPiece(beginPiece(timing, startSecs), endSecs),
    start,
  )
  const lines = finishLines(nudgeLine(tapped, 1, 0.05))
  assert.deepEqual(lines[0], {
    text: 'Paper boats',
    startSecs: 1,
    endSecs: 2.25,
    words: [
      { text: 'Paper', startSecs: 1, endSecs: 1.5 },
      { text: 'boats', startSecs: 1.5, endSecs: 2.25 },
    ],
  })
  assert.deepEqual(
    lines[1]?.words.map(({ startSecs, endSecs }) => [startSecs, endSecs]),
    [
      [4.05, 4.55],
      [4.55, 5.05],
      [5.05, 6.05],
    ],
  )
  assert.match(
    writeEditedTtml(lines),
    /itunes:timing="Word".*<p begin="4\.050s" end="6\.050s"><span begin="4\.050s" end="4\.550s">Rock<\/span> <span [^>]*>&amp;<\/span>/s,
  )
})
