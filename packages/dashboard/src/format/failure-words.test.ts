import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNoun, removeField } from './failure-words.ts'

test('fields of files have names that people know', () => {
  const fields = [
    'media.audioUrl',
    'mediaBundle.imageUrl',
    'artist.imageUrl',
    'media.videoUrls[2]',
    'media.lyricsText',
  ]
  assert.deepEqual(fields.map(findNoun), ['The song', 'The cover', 'The cover', 'The clip', 'The lyrics'])
  assert.equal(findNoun('videoSettings.audioStartEndSecs'), undefined)
  assert.equal(findNoun(undefined), undefined)
})

test('a message says what people know instead of a field', () => {
  assert.equal(
    removeField('media.imageUrl: cdn.example.com responded with 404. Check the link.', 'media.imageUrl'),
    'The cover: cdn.example.com responded with 404. Check the link.',
  )
  assert.equal(removeField('The worker stopped.', undefined), 'The worker stopped.')
  assert.equal(
    removeField('audioStartEndSecs: 90 is past the end.', 'videoSettings.audioStartEndSecs'),
    'audioStartEndSecs: 90 is past the end.',
  )
})
