import assert from 'node:assert/strict'
import { test } from 'node:test'
import { supportedMimeTypes } from 'file-type'
import { SUPPORTED_MEDIA } from './supported-media.ts'

test('every supported type is one that file-type can report', () => {
  for (const type of Object.keys(SUPPORTED_MEDIA))
    assert.ok(supportedMimeTypes.has(type.split(';')[0] ?? ''), type)
})

test('a container that may hold either counts as a video; one that the engine cannot open is absent', () => {
  assert.equal(SUPPORTED_MEDIA['video/mp4'], 'VIDEO')
  assert.equal(SUPPORTED_MEDIA['audio/x-m4a'], 'AUDIO')
  for (const type of ['image/tiff', 'audio/aac', 'video/matroska', 'video/vnd.avi'])
    assert.equal(SUPPORTED_MEDIA[type], undefined)
})
