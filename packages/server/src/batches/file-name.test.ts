import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createFileNamer, type FileNameFacts } from './file-name.ts'

const facts: FileNameFacts = {
  artist: 'Nova Lane',
  title: 'Midnight Drive',
  contentId: 'BASE_BASIC_UNIFIED',
  aspectRatio: '9x16',
  format: 'MP4',
}

test('a file is named for artist, title, style and ratio', () => {
  assert.equal(createFileNamer()(facts), 'nova-lane-midnight-drive-basic-unified-9x16.mp4')
})

test('a name that is taken gets a number', () => {
  const nameOf = createFileNamer()
  assert.deepEqual(
    [nameOf(facts), nameOf(facts), nameOf({ ...facts, aspectRatio: '1x1' }), nameOf(facts)].map((name) =>
      name.slice(39),
    ),
    ['9x16.mp4', '9x16-02.mp4', '1x1.mp4', '9x16-03.mp4'],
  )
})

test('accents are dropped, and what has no ASCII form is named for what it is', () => {
  const name = createFileNamer()({ ...facts, artist: 'Sigur Rós & Straße', title: '夜のドライブ' })
  assert.equal(name, 'sigur-ros-strasse-song-basic-unified-9x16.mp4')
})

test('any text gives a name of plain ASCII that is one path part', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (artist, title) => {
      assert.match(createFileNamer()({ ...facts, artist, title }), /^[a-z0-9]+(-[a-z0-9]+)*\.mp4$/)
    }),
  )
})
