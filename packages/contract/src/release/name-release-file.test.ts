import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameReleaseFile, numberReleaseFiles, type ReleaseFileFacts } from './name-release-file.ts'

const facts: ReleaseFileFacts = {
  track: 3,
  title: 'Tin Lanterns',
  kind: null,
  contentId: 'BASE_ART_TRACK',
  aspectRatio: '16x9',
  variation: 1,
  extension: 'mp4',
}
const album = { ...facts, track: null, title: 'Harbour EP' }

test('a file lies in the folder of its platform, and is named for song, style and shape', () => {
  const cases: [Partial<ReleaseFileFacts>, string][] = [
    [facts, 'videosite/03-tin-lanterns-art-track-16x9.mp4'],
    [
      { ...facts, contentId: 'LOOP_CANVAS_VERTICAL', aspectRatio: '9x16' },
      'streamer-canvas/03-tin-lanterns-canvas-vertical-9x16.mp4',
    ],
    [
      { ...facts, aspectRatio: '9x16', variation: 2, track: 112 },
      'vertical-feed/112-tin-lanterns-art-track-9x16-02.mp4',
    ],
    [{ ...facts, aspectRatio: '4x5', title: '…' }, 'square-feed/03-song-art-track-4x5.mp4'],
    [{ ...album, kind: 'VIDEO' }, 'videosite/00-harbour-ep-album-video-16x9.mp4'],
    [{ ...album, kind: 'SAMPLER', aspectRatio: '9x16' }, 'vertical-feed/00-harbour-ep-sampler-9x16.mp4'],
    [
      { ...album, kind: 'ARTWORK', contentId: 'LOOP_MOTION_ARTWORK', aspectRatio: '3x4' },
      'store-motion-artwork/00-harbour-ep-motion-artwork-3x4.mp4',
    ],
  ]
  for (const [given, name] of cases) assert.equal(nameReleaseFile({ ...facts, ...given }), name)
})

test('two videos that differ in their data alone do not share a file', () => {
  assert.deepEqual(numberReleaseFiles(['a/b.mp4', 'a/b.mp4', 'c/b.mp4', 'a/b.mp4']), [
    'a/b.mp4',
    'a/b-2.mp4',
    'c/b.mp4',
    'a/b-3.mp4',
  ])
})
