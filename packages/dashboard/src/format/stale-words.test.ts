import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StaleReason } from '@songreel/contract'
import { countStale, describeReasons } from './stale-words.ts'

test('why a video is out of date is one sentence', () => {
  const cases: [string[], string][] = [
    [['COVER'], 'The cover has changed since.'],
    [['LYRICS'], 'The lyrics have changed since.'],
    [['LYRICS', 'COVER'], 'The cover and the lyrics have changed since.'],
    [['AUDIO', 'COVER', 'TITLE'], 'The audio, the cover and the title or album have changed since.'],
    [['TEMPLATE'], 'There is a newer template.'],
    [['ENGINE', 'TEMPLATE'], 'There is a newer template and a newer Songreel.'],
    [['ARTIST', 'ENGINE'], 'The artist’s name has changed since, and there is a newer Songreel.'],
    [['SOMETHING_NEW'], 'Something has changed since.'],
  ]
  for (const [reasons, words] of cases) assert.equal(describeReasons(reasons), words)
  assert.deepEqual([1, 3].map(countStale), ['1 video is out of date', '3 videos are out of date'])
})

test('every reason of the API has words', () => {
  for (const reason of StaleReason.options)
    assert.notEqual(describeReasons([reason]), describeReasons(['SOMETHING_NEW']), reason)
})
