import { open } from 'node:fs/promises'

/** A box of an MP4 or MOV file: where it starts, and how long it says it is. */
export type Mp4Box = { kind: string; start: number; size: number; headerSize: number }

/** Lists a file's outermost boxes. `isCutOff`: the last one claims more bytes than the file has. */
export async function listMp4Boxes(path: string): Promise<{ boxes: Mp4Box[]; isCutOff: boolean }> {
  await using file = await open(path, 'r')
  const { size: fileSize } = await file.stat()
  const header = Buffer.alloc(16)
  const boxes: Mp4Box[] = []
  let start = 0
  while (start + 8 <= fileSize) {
    await file.read(header, 0, 16, start)
    const box = readHeader(header, start, fileSize - start)
    if (box.size < box.headerSize) break
    boxes.push(box)
    start += box.size
  }
  return { boxes, isCutOff: start > fileSize }
}

/** Finds boxes of one kind anywhere below the given part of a file, for boxes that only hold others. */
export async function hasMp4Box(path: string, parent: Mp4Box, kind: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const body = Buffer.alloc(parent.size - parent.headerSize)
  await file.read(body, 0, body.length, parent.start + parent.headerSize)
  return findIn(body, kind)
}

const HOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts'])

function findIn(body: Buffer, kind: string): boolean {
  for (let start = 0; start + 8 <= body.length; ) {
    const box = readHeader(body.subarray(start), 0, body.length - start)
    if (box.kind === kind) return true
    if (box.size < box.headerSize) return false
    const inside = body.subarray(start + box.headerSize, start + box.size)
    if (HOLDERS.has(box.kind) && findIn(inside, kind)) return true
    start += box.size
  }
  return false
}

/** Size 1 means a 64-bit size follows, size 0 means "to the end". */
function readHeader(bytes: Buffer, start: number, rest: number): Mp4Box {
  const kind = bytes.toString('latin1', 4, 8)
  const size = bytes.readUInt32BE(0)
  if (size === 1 && bytes.length >= 16)
    return { kind, start, size: Number(bytes.readBigUInt64BE(8)), headerSize: 16 }
  return { kind, start, size: size === 0 ? rest : size, headerSize: 8 }
}
