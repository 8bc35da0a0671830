import { open } from 'node:fs/promises'
import { listMp4Boxes } from './mp4-boxes.ts'

/** Where a chapter begins in a file. */
export type FileChapter = { title: string; startSecs: number }

/** What both kinds of lists can hold. */
const MOST_CHAPTERS = 255
const MOST_TITLE_BYTES = 255

/** FFmpeg's muxer is given no chapters through our library, so a comment of the right size keeps their place. */
const MARK = 'Chapters follow here'
const FIXED_BYTES = 1024
const BYTES_PER_CHAPTER = 64

/** Chapter times count in milliseconds in one list and in tenths of a microsecond in the other. */
const TEXT_TIMESCALE = 1000
const NERO_UNITS_PER_SEC = 10_000_000

/** Metadata that keeps the place for `writeChapters`. */
export function reserveChapters(chapters: readonly FileChapter[]): Record<string, string> {
  const titles = cutChapters(chapters).reduce((bytes, { text }) => bytes + 2 * text.length, 0)
  return { comment: MARK.padEnd(FIXED_BYTES + titles + BYTES_PER_CHAPTER * chapters.length, '.') }
}

/**
 * Puts chapters where `reserveChapters` kept their place, in both ways that players know: Nero's list, and a track of
 * text that the others refer to. The index keeps its size, so the sound and the pictures stay where they are.
 */
export async function writeChapters(
  path: string,
  chapters: readonly FileChapter[],
  durationSecs: number,
): Promise<void> {
  const { boxes } = await listMp4Boxes(path)
  const index = boxes.find(({ kind }) => kind === 'moov')
  if (!index) return
  await using file = await open(path, 'r+')
  const bytes = Buffer.alloc(index.size)
  await file.read(bytes, 0, bytes.length, index.start)
  const rewritten = rewriteIndex(bytes, index.start, { chapters: cutChapters(chapters), durationSecs })
  if (rewritten) await file.write(rewritten, 0, rewritten.length, index.start)
}

type CutChapter = { text: Buffer; startSecs: number }
type ChapterList = { chapters: CutChapter[]; durationSecs: number }

function cutChapters(chapters: readonly FileChapter[]): CutChapter[] {
  return chapters.slice(0, MOST_CHAPTERS).map(({ title, startSecs }) => ({ text: cutText(title), startSecs }))
}

/** At most 255 bytes, and never half a character. */
function cutText(title: string): Buffer {
  let text = Buffer.alloc(0)
  for (const character of title) {
    const longer = Buffer.concat([text, Buffer.from(character)])
    if (longer.length > MOST_TITLE_BYTES) break
    text = longer
  }
  return text
}

/** The index with chapters, of the same size; undefined if no place was kept. */
function rewriteIndex(moov: Buffer, moovStart: number, list: ChapterList): Buffer | undefined {
  const children = listBoxes(moov.subarray(8))
  const header = children.find(({ kind }) => kind === 'mvhd')?.bytes
  const tracks = children.filter(({ kind }) => kind === 'trak').map(({ bytes }) => bytes)
  const tags = children.find(({ kind }) => kind === 'udta')?.bytes
  const cleared = tags && clearMark(tags)
  if (!header || !cleared) return undefined
  const trackId = readNextTrackId(header)
  const withChapters = box('udta', [cleared.subarray(8), writeNeroList(list)])
  const referring = tracks.map((track) =>
    box('trak', insertReference(track, box('tref', [box('chap', [int32(trackId)])]))),
  )
  const others = children
    .filter(({ kind }) => !['mvhd', 'trak', 'udta'].includes(kind))
    .map(({ bytes }) => bytes)
  const assemble = (textStart: number) => [
    writeNextTrackId(header, trackId + 1),
    ...referring,
    writeTextTrack(list, { trackId, textStart, movieTimescale: readTimescale(header) }),
    ...others,
    withChapters,
  ]
  const usedBytes = 8 + countBytes(assemble(0))
  const text = writeTexts(list)
  const spareBytes = moov.length - usedBytes - 8 - text.length
  if (spareBytes < 0) return undefined
  // The titles lie in what is left of the kept place.
  const rest = box('free', [text, Buffer.alloc(spareBytes)])
  return box('moov', [...assemble(moovStart + usedBytes + 8), rest])
}

type Box = { kind: string; bytes: Buffer }

function listBoxes(body: Buffer): Box[] {
  const boxes: Box[] = []
  for (let start = 0; start + 8 <= body.length; ) {
    const size = body.readUInt32BE(start)
    if (size < 8 || start + size > body.length) break
    boxes.push({
      kind: body.toString('latin1', start + 4, start + 8),
      bytes: body.subarray(start, start + size),
    })
    start += size
  }
  return boxes
}

/** The tags without the comment that kept the place; undefined where there is none. */
function clearMark(tags: Buffer): Buffer | undefined {
  const meta = listBoxes(tags.subarray(8)).find(({ kind }) => kind === 'meta')?.bytes
  const list = meta && listBoxes(meta.subarray(12)).find(({ kind }) => kind === 'ilst')?.bytes
  const items = list ? listBoxes(list.subarray(8)) : []
  const kept = items.filter(({ bytes }) => !bytes.includes(MARK))
  if (!meta || kept.length === items.length) return undefined
  const rest = listBoxes(meta.subarray(12)).map(({ kind, bytes }) =>
    kind === 'ilst'
      ? box(
          'ilst',
          kept.map((item) => item.bytes),
        )
      : bytes,
  )
  return box('udta', [box('meta', [int32(0), ...rest])])
}

/** A track's parts, with a reference after its header. */
function insertReference(track: Buffer, reference: Buffer): Buffer[] {
  return listBoxes(track.subarray(8)).flatMap(({ kind, bytes }) =>
    kind === 'tkhd' ? [bytes, reference] : [bytes],
  )
}

function writeNeroList({ chapters }: ChapterList): Buffer {
  const entries = chapters.flatMap(({ text, startSecs }) => {
    const head = Buffer.alloc(9)
    head.writeBigUInt64BE(BigInt(Math.round(startSecs * NERO_UNITS_PER_SEC)))
    head.writeUInt8(text.length, 8)
    return [head, text]
  })
  return box('chpl', [int32(1 << 24), int32(0), Buffer.from([chapters.length]), ...entries])
}

/** A text is counted, then followed by its encoding: 256 is UTF-8. */
function writeTexts({ chapters }: ChapterList): Buffer {
  return Buffer.concat(
    chapters.flatMap(({ text }) => [int16(text.length), text, box('encd', [int32(0x100)])]),
  )
}

/** Colours, box and font of the text, which nobody shows. */
const TEXT_FORM_BYTES = 44

const TEXT_FRAME_BYTES = 2 + 12

type TextTrack = { trackId: number; textStart: number; movieTimescale: number }

/** A track that is never shown itself: QuickTime File Format, "Chapter Lists". */
function writeTextTrack(list: ChapterList, { trackId, textStart, movieTimescale }: TextTrack): Buffer {
  const { chapters, durationSecs } = list
  const times = chapters.map(({ startSecs }) => Math.round(startSecs * TEXT_TIMESCALE))
  const endTime = Math.round(durationSecs * TEXT_TIMESCALE)
  const lengths = times.map((time, i) => (times[i + 1] ?? endTime) - time)
  const sizes = chapters.map(({ text }) => text.length + TEXT_FRAME_BYTES)
  const table = box('stbl', [
    box('stsd', [
      int32(0),
      int32(1),
      box('text', [Buffer.alloc(6), int16(1), Buffer.alloc(TEXT_FORM_BYTES)]),
    ]),
    box('stts', [int32(0), int32(lengths.length), ...lengths.flatMap((length) => [int32(1), int32(length)])]),
    box('stsc', [int32(0), int32(1), int32(1), int32(chapters.length), int32(1)]),
    box('stsz', [int32(0), int32(0), int32(sizes.length), ...sizes.map(int32)]),
    box('stco', [int32(0), int32(1), int32(textStart)]),
  ])
  const place = box('dinf', [box('dref', [int32(0), int32(1), box('url ', [int32(1)])])])
  const media = box('mdia', [
    box('mdhd', [
      int32(0),
      int32(0),
      int32(0),
      int32(TEXT_TIMESCALE),
      int32(endTime),
      int16(0x55c4),
      int16(0),
    ]),
    box('hdlr', [int32(0), int32(0), Buffer.from('text'), Buffer.alloc(12), Buffer.from('Chapters\0')]),
    box('minf', [writeTextHeader(), place, table]),
  ])
  return box('trak', [writeTrackHeader(trackId, Math.round(durationSecs * movieTimescale)), media])
}

/** Flag 2: in the movie, but not played by itself. */
function writeTrackHeader(trackId: number, duration: number): Buffer {
  const places = [int32(2), int32(0), int32(0), int32(trackId), int32(0), int32(duration)]
  return box('tkhd', [...places, Buffer.alloc(16), IDENTITY, int32(0), int32(0)])
}

function writeTextHeader(): Buffer {
  const mode = Buffer.from([0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0])
  return box('gmhd', [box('gmin', [int32(0), mode]), box('text', [IDENTITY])])
}

/** The matrix that leaves everything where it is. */
const IDENTITY = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(int32))

/** A movie header of version 1 has longer times. */
function readTimescale(header: Buffer): number {
  return header.readUInt32BE(header[8] === 1 ? 28 : 20)
}

/** The header's last four bytes. */
function readNextTrackId(header: Buffer): number {
  return header.readUInt32BE(header.length - 4)
}

function writeNextTrackId(header: Buffer, trackId: number): Buffer {
  return Buffer.concat([header.subarray(0, -4), int32(trackId)])
}

function box(kind: string, parts: Buffer[]): Buffer {
  return Buffer.concat([int32(8 + countBytes(parts)), Buffer.from(kind, 'latin1'), ...parts])
}

function countBytes(parts: Buffer[]): number {
  return parts.reduce((bytes, part) => bytes + part.length, 0)
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value | 0)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
