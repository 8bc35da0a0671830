import { readFile } from 'node:fs/promises'

/** A chapter as a file tells it. */
export type ReadChapter = { title: string; startSecs: number }

/** Reads both lists of chapters of an MP4, each as its own players do. */
export async function readChapters(path: string): Promise<{ nero: ReadChapter[]; track: ReadChapter[] }> {
  const file = await readFile(path)
  const moov = find(file, 'moov')!
  const chpl = find(moov, 'udta', 'chpl')
  return { nero: chpl ? readNero(chpl) : [], track: readTrack(file, moov) }
}

function readNero(chpl: Buffer): ReadChapter[] {
  const chapters: ReadChapter[] = []
  let at = 9
  for (let i = 0; i < chpl[8]!; i++) {
    const startSecs = Number(chpl.readBigUInt64BE(at)) / 1e7
    const length = chpl[at + 8]!
    chapters.push({ title: chpl.toString('utf8', at + 9, at + 9 + length), startSecs })
    at += 9 + length
  }
  return chapters
}

/** The track that the first one refers to as its chapters. */
function readTrack(file: Buffer, moov: Buffer): ReadChapter[] {
  const tracks = list(moov).filter(({ kind }) => kind === 'trak')
  const reference = find(tracks[0]!.body, 'tref', 'chap')
  const isWanted = (track: Buffer) => find(track, 'tkhd')!.readUInt32BE(12) === reference?.readUInt32BE(0)
  const track = tracks.find(({ body }) => isWanted(body))?.body
  if (!track) return []
  const table = find(track, 'mdia', 'minf', 'stbl')!
  const timescale = find(track, 'mdia', 'mdhd')!.readUInt32BE(12)
  const [times, sizes, offsets] = ['stts', 'stsz', 'stco'].map((kind) => find(table, kind)!)
  let at = offsets!.readUInt32BE(8)
  let time = 0
  return Array.from({ length: sizes!.readUInt32BE(8) }, (_, i) => {
    const title = file.toString('utf8', at + 2, at + 2 + file.readUInt16BE(at))
    const chapter = { title, startSecs: time / timescale }
    at += sizes!.readUInt32BE(12 + 4 * i)
    time += times!.readUInt32BE(12 + 8 * i)
    return chapter
  })
}

function find(body: Buffer, ...path: string[]): Buffer | undefined {
  const [first, ...rest] = path
  const found = list(body).find(({ kind }) => kind === first)?.body
  return found && rest.length > 0 ? find(found, ...rest) : found
}

function list(body: Buffer): { kind: string; body: Buffer }[] {
  const boxes = []
  for (let at = 0; at + 8 <= body.length; ) {
    const size = body.readUInt32BE(at) || body.length - at
    if (size < 8) break
    boxes.push({ kind: body.toString('latin1', at + 4, at + 8), body: body.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}
