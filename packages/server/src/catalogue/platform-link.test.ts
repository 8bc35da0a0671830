import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Platform } from '@songreel/contract'
import fc from 'fast-check'
import { readPlatformLink } from './platform-link.ts'

const LINKS: [platform: Platform, path: string, kind: string | null, externalId: string | null][] = [
  ['VIDEOSITE', '/watch?v=dQw4w9WgXcQ&t=43s', 'VIDEO', 'dQw4w9WgXcQ'],
  ['VIDEOSITE', '/watch?v=dQw4w9WgXcQ&list=PL123', 'VIDEO', 'dQw4w9WgXcQ'],
  ['VIDEOSITE', '/dQw4w9WgXcQ', 'VIDEO', 'dQw4w9WgXcQ'],
  ['VIDEOSITE', '/shorts/dQw4w9WgXcQ', 'VIDEO', 'dQw4w9WgXcQ'],
  ['VIDEOSITE', '/embed/dQw4w9WgXcQ', 'VIDEO', 'dQw4w9WgXcQ'],
  [
    'VIDEOSITE',
    '/playlist?list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG',
    'PLAYLIST',
    'PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG',
  ],
  ['VIDEOSITE', '/channel/UC1234567890', 'ARTIST', 'UC1234567890'],
  ['VIDEOSITE', '/@odalyswren', 'ARTIST', '@odalyswren'],
  ['STREAMER', '/track/4cOdK2wGLETKBW3PvgPWqT?si=abc', 'TRACK', '4cOdK2wGLETKBW3PvgPWqT'],
  ['STREAMER', '/intl-de/track/4cOdK2wGLETKBW3PvgPWqT', 'TRACK', '4cOdK2wGLETKBW3PvgPWqT'],
  ['STREAMER', '/user/odalys/playlist/37i9dQZF1DX', 'PLAYLIST', '37i9dQZF1DX'],
  ['STREAMER', '/artist/6eUKZXaKkcviH0Ku9w2n3V/', 'ARTIST', '6eUKZXaKkcviH0Ku9w2n3V'],
  ['STREAMER', '/albums/302127', 'ALBUM', '302127'],
  ['STORE', '/us/album/tin-lanterns/1440857781', 'ALBUM', '1440857781'],
  ['STORE', '/us/album/tin-lanterns/1440857781?i=1440857795', 'TRACK', '1440857795'],
  ['STORE', '/us/artist/odalys-wren/159260351', 'ARTIST', '159260351'],
  ['STORE', '/de/music-video/tin-lanterns/1445043', 'VIDEO', '1445043'],
  ['STORE', '/track/tin-lanterns', 'TRACK', 'tin-lanterns'],
  ['STORE', '/track/m%C3%BCnchen', 'TRACK', 'münchen'],
  ['STORE', '/track/%E0%A4', 'TRACK', '%E0%A4'],
  ['STREAMER', '/odalyswren/tin-lanterns', null, null],
  ['STREAMER', '/dQw4w9WgXcQ', null, null],
  ['VIDEOSITE', '/watch', null, null],
  ['STORE', '/constructor/toString', null, null],
  ['STORE', '/', null, null],
]

for (const [platform, path, kind, externalId] of LINKS) {
  test(`${platform} ${path} names ${kind ?? 'nothing known'}`, () => {
    assert.deepEqual(readPlatformLink(platform, `https://platform.example${path}`), { kind, externalId })
  })
}

test('no address is an error, and kind and id come together or not at all', () => {
  const platform = fc.constantFrom<Platform>('VIDEOSITE', 'STREAMER', 'STORE')
  const path = fc
    .array(fc.oneof(fc.constantFrom('track', 'album', 'watch', 'artists', '%', ''), fc.webSegment()))
    .map((parts) => parts.join('/'))
  fc.assert(
    fc.property(platform, path, fc.webQueryParameters(), (where, parts, query) => {
      const link = readPlatformLink(where, `https://platform.example/${parts}?${query}`)
      assert.equal(link.kind === null, link.externalId === null)
      assert.notEqual(link.externalId, '')
    }),
  )
})
