import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { describeEndings, FILE_TYPES } from '@songreel/contract/file-types'
import { SUPPORTED_MEDIA } from '@songreel/render'

test('every ending that is offered is read by the engine, as what it is offered for', () => {
  const media = [...FILE_TYPES.values()].filter(({ kind }) => kind !== 'TEXT')
  for (const { kind, contentType } of media) assert.equal(SUPPORTED_MEDIA[contentType], kind, contentType)
})

test('every kind of file that the engine reads has an ending, or is another name for one that has', () => {
  // Of these, the names are those of their likes: 3gpp and m4v as mp4, heif as heic, apng as png.
  const likes = [
    'application/ogg',
    'video/ogg',
    'audio/mp4',
    'video/x-m4v',
    'video/3gpp',
    'image/apng',
    'image/heif',
  ]
  const offered = [...FILE_TYPES.values()].map(({ contentType }) => contentType)
  const missing = Object.keys(SUPPORTED_MEDIA).filter((type) => !offered.includes(type))
  assert.deepEqual(missing.toSorted(), likes.toSorted())
})

test("the engine's own advice names the same endings", () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const audio = read('audio/src/decode/audio-types.ts')
  assert.ok(audio.includes(`'Use ${describeEndings('AUDIO')}.'`))
  assert.ok(read('render/src/container/open-video.ts').includes(`'Use ${describeEndings('VIDEO')} with `))
})
