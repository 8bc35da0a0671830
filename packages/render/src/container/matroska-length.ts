import { open } from 'node:fs/promises'

const SEGMENT_ID = 0x18538067

/** True when a WebM or Matroska file is shorter than its own segment says; a live recording says nothing. */
export async function isMatroskaCutOff(path: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const { size: fileSize } = await file.stat()
  const head = Buffer.alloc(256)
  const { bytesRead } = await file.read(head, 0, head.length, 0)
  let at = 0
  // The EBML header comes first, the segment with everything else second.
  for (let element = 0; element < 2; element++) {
    const id = readNumber(head.subarray(0, bytesRead), at, true)
    const size = id && readNumber(head.subarray(0, bytesRead), at + id.length, false)
    if (!size) return false
    const bodyStart = at + id.length + size.length
    if (id.value === SEGMENT_ID) return size.value !== UNKNOWN_SIZE && bodyStart + size.value > fileSize
    at = bodyStart + size.value
  }
  return false
}

const UNKNOWN_SIZE = -1

/** A number of 1 to 8 bytes; leading zero bits of its first byte say how many. All ones stand for "unknown". */
function readNumber(
  bytes: Buffer,
  at: number,
  keepsMarker: boolean,
): { value: number; length: number } | undefined {
  const first = bytes[at]
  if (!first) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return undefined
  const marker = 1 << (8 - length)
  let value = keepsMarker ? first : first - marker
  let isAllOnes = first === marker * 2 - 1
  for (let i = 1; i < length; i++) {
    value = value * 256 + bytes[at + i]!
    isAllOnes &&= bytes[at + i] === 255
  }
  return { value: isAllOnes && !keepsMarker ? UNKNOWN_SIZE : value, length }
}
