import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameFile } from './file-name.ts'

const FACTS = {
  artist: 'Odalys Wren',
  title: 'Tin Lanterns',
  template: 'Basic',
  aspectRatio: '9x16',
  ending: 'mp4',
}

test('a file is named for artist, title, template and shape', () => {
  assert.equal(nameFile(FACTS), 'Odalys Wren - Tin Lanterns - Basic - 9x16.mp4')
  assert.equal(nameFile({ ...FACTS, artist: '' }), 'Tin Lanterns - Basic - 9x16.mp4')
  assert.equal(nameFile({ ...FACTS, variation: 2 }), 'Odalys Wren - Tin Lanterns - Basic - 9x16 - 2.mp4')
  assert.equal(nameFile({ ...FACTS, artist: '夜', title: '午夜 🌙' }), '夜 - 午夜 🌙 - Basic - 9x16.mp4')
})

test('a name can leave no folder and trip no file system', () => {
  const hostile = nameFile({ ...FACTS, artist: '../../etc', title: 'a/b\\c:d*e?f"g<h>i|j\u0000k\n' })
  assert.equal(hostile, 'etc - a b c d e f g h i jk - Basic - 9x16.mp4')
  assert.equal(nameFile({ ...FACTS, artist: '...', title: '.' }), 'Basic - 9x16.mp4')
})

test('a long title is cut between characters, so that shape and ending stay', () => {
  const name = nameFile({ ...FACTS, title: '午夜'.repeat(200) })
  assert.ok(Buffer.byteLength(name) <= 220)
  assert.match(name, /^Odalys Wren - 午夜[午夜]+ - Basic - 9x16\.mp4$/)
  const flames = nameFile({ ...FACTS, title: '❤️‍🔥'.repeat(60) })
  assert.match(flames, /^Odalys Wren - (❤️‍🔥)+ - Basic - 9x16\.mp4$/u)
})
