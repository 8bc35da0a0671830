import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumPack, sumSongs } from './sum-pack.ts'

test('what songs have in common is one line, and the album has its own', () => {
  const canvas = { contentId: 'LOOP_CANVAS_VERTICAL', aspectRatio: '9x16', estimateSecs: 4 }
  const sampler = { contentId: 'X', aspectRatio: '9x16', albumKind: 'SAMPLER', estimateSecs: 20 }
  const { song, album } = sumPack([canvas, { ...canvas, estimateSecs: 6 }, sampler])
  const { estimateSecs: _, ...line } = canvas
  assert.deepEqual(song, [{ ...line, albumKind: undefined, count: 2, secs: 10 }])
  assert.deepEqual(
    album.map(({ albumKind, secs }) => [albumKind, secs]),
    [['SAMPLER', 20]],
  )
})

test('progress is counted song by song, and for the album', () => {
  const renders = [
    { mediaId: 'med_1', status: 'COMPLETED', progress: 100 },
    { mediaId: 'med_1', status: 'RENDERING', progress: 51 },
    { mediaId: 'med_2', status: 'FAILED', progress: 10 },
    { mediaId: 'med_1', albumKind: 'VIDEO', status: 'PENDING', progress: 0 },
  ]
  assert.deepEqual(sumSongs(renders), [
    { mediaId: 'med_1', done: 1, failed: 0, total: 2, percent: 75 },
    { mediaId: 'med_2', done: 0, failed: 1, total: 1, percent: 10 },
    { mediaId: null, done: 0, failed: 0, total: 1, percent: 0 },
  ])
})
