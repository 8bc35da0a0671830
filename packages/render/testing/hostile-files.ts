import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { MediaKind } from '../src/probe/supported-media.ts'

/** A file made to mislead: its name says one thing, its content another. */
export type HostileFile = { name: string; expect: MediaKind; bytes: Buffer }

/** Wrong kinds, lists of other files, and headers that promise more than anybody can hold. */
export async function listHostileFiles(folder: string): Promise<HostileFile[]> {
  const lures = Object.entries({ ...texts(folder), ...headers() })
  const files: HostileFile[] = []
  for (const [what, content] of lures) {
    for (const [extension, expect] of POSES)
      files.push({ name: `${what}.${extension}`, expect, bytes: Buffer.from(content) })
  }
  return [...files, ...oversized()]
}

const POSES: [extension: string, expect: MediaKind][] = [
  ['mp3', 'AUDIO'],
  ['jpg', 'IMAGE'],
  ['mp4', 'VIDEO'],
]

/** Playlists point at real files beside them: a demuxer that follows one would succeed, and that is the failure. */
function texts(folder: string): Record<string, string> {
  const song = join(folder, 'song.wav')
  return {
    empty: '',
    html: '<!DOCTYPE html><html><head><title>403 Forbidden</title></head><body>Sign in</body></html>',
    json: '{"error": "not found"}',
    m3u: `#EXTM3U\n#EXTINF:10,Song\n${song}\n`,
    hls: `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${song}\n#EXT-X-ENDLIST\n`,
    ffconcat: `ffconcat version 1.0\nfile '${song}'\n`,
    concat: `file '${song}'\n`,
    pls: `[playlist]\nFile1=${song}\nNumberOfEntries=1\n`,
    sdp: 'v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n',
    dash: `<?xml version="1.0"?><MPD><Period><AdaptationSet><BaseURL>${song}</BaseURL></AdaptationSet></Period></MPD>`,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
    script: '#!/bin/sh\necho hello\n',
    ffmetadata: ';FFMETADATA1\ntitle=x\n',
  }
}

function headers(): Record<string, Buffer> {
  return {
    elf: Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(500, 3)]),
    zip: Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(500, 9)]),
    pdf: Buffer.from(`%PDF-1.7\n${'1 0 obj\n'.repeat(50)}`),
    noise: Buffer.from(Array.from({ length: 5000 }, (_, i) => (Math.imul(i, 2654435761) >>> 13) & 255)),
    zeros: Buffer.alloc(5000),
    'ftyp-alone': Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1'),
    'box-beyond-end': Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41\x7f\xff\xff\xffmoov', 'latin1'),
    'riff-alone': Buffer.from(
      'RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\x01\0\xff\xff\0\0\0\0\0\0\0\0\xff\xff\x10\0data\xff\xff\xff\xff',
      'latin1',
    ),
    'id3-alone': Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'),
    'ogg-alone': Buffer.concat([
      Buffer.from('OggS\0\x02', 'latin1'),
      Buffer.alloc(21),
      Buffer.from([1, 30]),
      Buffer.alloc(30),
    ]),
    'flac-alone': Buffer.concat([Buffer.from('fLaC\x80\0\0\x22', 'latin1'), Buffer.alloc(34, 255)]),
    'ebml-alone': Buffer.from('\x1aE\xdf\xa3\x01\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
  }
}

/** Small files whose pictures would take gigabytes. */
function oversized(): HostileFile[] {
  return [
    { name: 'side-30000.png', expect: 'IMAGE', bytes: makePng(30_000, 30_000) },
    { name: 'wide.png', expect: 'IMAGE', bytes: makePng(2_000_000, 60) },
    { name: 'endless.png', expect: 'IMAGE', bytes: makePng(0x7fffffff, 0x7fffffff) },
    {
      name: 'side-65535.gif',
      expect: 'IMAGE',
      bytes: Buffer.from(
        'GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0;',
        'latin1',
      ),
    },
    {
      name: 'side-65500.jpg',
      expect: 'IMAGE',
      bytes: Buffer.from(
        '\xff\xd8\xff\xc0\0\x11\x08\xff\xdc\xff\xdc\x03\x01\x22\0\x02\x11\x01\x03\x11\x01\xff\xd9',
        'latin1',
      ),
    },
  ]
}

/** A valid PNG of one colour: its rows compress to almost nothing. */
function makePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(
    Buffer.alloc(Math.min(20_000_000, (Math.ceil(width / 8) + 1) * Math.min(height, 5000))),
  )
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    makeChunk('IHDR', header),
    makeChunk('IDAT', rows),
    makeChunk('IEND', Buffer.alloc(0)),
  ])
}

function makeChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
