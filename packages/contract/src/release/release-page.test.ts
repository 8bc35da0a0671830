import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MadeVideo, ReleaseManifest, ReleaseVideo } from './release-manifest.ts'
import { buildReleasePage } from './release-page.ts'

const HOSTILE = `</script><img src=x onerror="alert('1')">&`

const MADE: MadeVideo = {
  path: 'videosite/01-a-art-track-16x9.mp4',
  bytes: 1_000_000,
  sha256: 'aa',
  contentType: 'video/mp4',
  width: 1920,
  height: 1080,
  durationSecs: 61,
  poster: 'videosite/01-a-art-track-16x9.jpg',
  captions: { srt: 'videosite/01-a.srt', vtt: 'videosite/01-a.vtt' },
  chapters: null,
  excerpt: null,
  verdict: { status: 'PASS', reasons: [] },
  checks: {},
  warnings: [],
}
const VIDEO: ReleaseVideo = {
  status: 'COMPLETED',
  song: 1,
  kind: null,
  platform: 'VIDEOSITE',
  contentId: 'BASE_ART_TRACK',
  aspectRatio: '16x9',
  outputQuality: 'FULL',
  made: MADE,
}
const MANIFEST: ReleaseManifest = {
  manifestVersion: 1,
  album: { title: 'Harbour EP', artist: 'Odalys Wren', upc: '602445790098' },
  pack: 'STANDARD',
  madeBy: 'Songreel',
  writtenAt: '2026-11-17T12:00:00.000Z',
  isComplete: true,
  songs: [{ number: 1, title: 'Tin Lanterns', artist: 'Odalys Wren', isrc: 'QZABC2600001' }],
  videos: [VIDEO],
  leftOut: [],
  files: [],
}
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nPaper <boats'
const build = (manifest: Partial<ReleaseManifest>) =>
  buildReleasePage(
    { ...MANIFEST, ...manifest },
    { nameTemplate: (id) => `Look ${id}`, captions: new Map([['videosite/01-a.vtt', VTT]]) },
  )

test('the page asks nobody outside for anything, and names files by relative paths', () => {
  const page = build({})
  const addresses = [...page.matchAll(/(?:src|href|poster)="([^"]*)"|url\('([^']*)'\)/g)].map(
    ([, a, b]) => a ?? b,
  )
  assert.ok(addresses.length >= 7)
  for (const address of addresses) assert.doesNotMatch(address ?? '', /^(\w+:|\/)/)
  assert.doesNotMatch(page, /https?:\/\//)
  for (const seen of ['Tin Lanterns', 'ISRC QZABC2600001', 'UPC 602445790098', '1:01', 'Ready to upload'])
    assert.ok(page.includes(seen), seen)
  assert.ok(page.includes(String.raw`"videosite/01-a-art-track-16x9.mp4":[[1,2,"Paper \u003cboats"]]`))
})

test('names from outside stay text, wherever they stand', () => {
  const page = build({
    album: { title: HOSTILE, artist: HOSTILE, upc: null },
    songs: [{ number: 1, title: HOSTILE, artist: HOSTILE, isrc: null }],
    videos: [
      { ...VIDEO, made: { ...MADE, warnings: [HOSTILE], path: `a/${HOSTILE}'.mp4` } },
      { ...VIDEO, made: undefined, status: 'FAILED', error: { code: 'X', message: HOSTILE } },
    ],
  })
  assert.doesNotMatch(page, /<img src=x/)
  assert.doesNotMatch(page, /url\('[^']*'[^)]/)
  assert.equal(page.match(/<\/script>/g)?.length, 2)
})

test('what is not there is said with its reason, and the page says that it is not complete', () => {
  const page = build({
    isComplete: false,
    videos: [
      VIDEO,
      { ...VIDEO, made: undefined, status: 'UNFINISHED', aspectRatio: '9x16' },
      { ...VIDEO, made: undefined, status: 'FAILED', error: { code: 'X', message: 'The cover is gone.' } },
      { ...VIDEO, made: undefined, status: 'CANCELED', song: null, kind: 'VIDEO' },
    ],
    leftOut: [{ song: 1, contentId: 'LYRIC_STACK_FOCUS', reason: 'NO_LYRICS' }],
  })
  const seen = [
    'not complete',
    'Look BASE_ART_TRACK (9:16) of “Tin Lanterns” was not finished when this copy was made.',
    'of “Tin Lanterns” could not be made: The cover is gone.',
    'Album video (16:9) of the album was stopped.',
    'Look LYRIC_STACK_FOCUS is left out: “Tin Lanterns” has no lyrics.',
  ]
  for (const sentence of seen) assert.ok(page.includes(sentence), sentence)
})
