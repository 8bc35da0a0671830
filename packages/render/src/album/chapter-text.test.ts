import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeChapterMisfit, writeChapterText } from './chapter-text.ts'

const CHAPTERS = [
  { title: 'Tin Lanterns', startSecs: 0 },
  { title: 'Harbour', startSecs: 187.9 },
  { title: 'Last Train', startSecs: 3599.2 },
]

test('chapters are lines for a description, rounded down so that their beginning is heard', () => {
  assert.equal(writeChapterText(CHAPTERS), '0:00 Tin Lanterns\n3:07 Harbour\n59:59 Last Train\n')
  const long = [...CHAPTERS, { title: 'Coda', startSecs: 3725 }]
  assert.equal(
    writeChapterText(long),
    '0:00:00 Tin Lanterns\n0:03:07 Harbour\n0:59:59 Last Train\n1:02:05 Coda\n',
  )
})

test('too few chapters, or one that is too short, are told', () => {
  assert.equal(describeChapterMisfit(CHAPTERS, 3700), undefined)
  assert.match(describeChapterMisfit(CHAPTERS.slice(1), 3700) ?? '', /has 2 chapters/)
  assert.match(describeChapterMisfit(CHAPTERS, 3605) ?? '', /"Last Train" is shorter than 10 s/)
})
