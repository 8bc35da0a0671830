import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSoundFile, writeSoundFile } from './kept-sound.ts'

const KEY = 'ab'.repeat(32)
const PACKETS = [0, 1024, 2048].map((pts, i) => ({
  data: Uint8Array.from({ length: 5 + i }, (_, at) => at),
  pts,
  samples: 1024,
}))
const FILE = writeSoundFile(PACKETS, KEY)!

test('kept sound comes back as it was, and only whole and under its own key', () => {
  assert.deepEqual(readSoundFile(FILE, KEY), PACKETS)
  assert.equal(readSoundFile(FILE, 'cd'.repeat(32)), undefined)
  for (let at = 0; at < FILE.length; at++) {
    const changed = FILE.slice()
    changed[at]! ^= 0x20
    assert.equal(readSoundFile(changed, KEY), undefined, `byte ${at}`)
  }
  for (const length of [0, 8, 47, 48, 79, FILE.length - 1])
    assert.equal(readSoundFile(FILE.slice(0, length), KEY), undefined, `${length} bytes`)
})
