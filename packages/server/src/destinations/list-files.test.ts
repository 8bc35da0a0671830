import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VideoDelivery } from '../store/video-deliveries.ts'
import { listDeliveredFiles } from './list-files.ts'

const DELIVERY: VideoDelivery = {
  orgId: 'org_1',
  renderId: 'rnd_1',
  batchId: 'bat_1',
  destination: { type: 'S3', bucket: 'label-videos', prefix: 'releases/', credentialsId: 'dcr_1' },
  round: 1,
  status: 'PENDING',
  attempts: 0,
  upload: null,
  fileName: 'odalys-wren-tin-lanterns-9x16.mp4',
  videoKey: 'a/video',
  posterKey: 'a/poster',
  srtKey: 'a/srt',
  vttKey: 'a/vtt',
  contentType: 'video/mp4',
  bytes: 10,
  sha256: 'abc',
  isDeleted: false,
}

test('poster and captions are named like the video, with their own types, and the video comes last', () => {
  assert.deepEqual(listDeliveredFiles(DELIVERY), [
    { storedKey: 'a/poster', key: 'releases/odalys-wren-tin-lanterns-9x16.jpg', contentType: 'image/jpeg' },
    {
      storedKey: 'a/srt',
      key: 'releases/odalys-wren-tin-lanterns-9x16.srt',
      contentType: 'application/x-subrip; charset=utf-8',
    },
    {
      storedKey: 'a/vtt',
      key: 'releases/odalys-wren-tin-lanterns-9x16.vtt',
      contentType: 'text/vtt; charset=utf-8',
    },
    {
      storedKey: 'a/video',
      key: 'releases/odalys-wren-tin-lanterns-9x16.mp4',
      contentType: 'video/mp4',
      sha256: 'abc',
    },
  ])
})

test('a video without captions, at the top of the bucket', () => {
  const destination = { ...DELIVERY.destination, prefix: undefined }
  const files = listDeliveredFiles({ ...DELIVERY, destination, srtKey: null, vttKey: null })
  assert.deepEqual(
    files.map(({ key }) => key),
    ['odalys-wren-tin-lanterns-9x16.jpg', 'odalys-wren-tin-lanterns-9x16.mp4'],
  )
})
