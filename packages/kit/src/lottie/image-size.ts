const DATA_URL = /^data:image\/(?:png|jpe?g|webp);base64,/i

/** Whether a picture lies inside of the file. */
export function isInside(address: string): boolean {
  return DATA_URL.test(address)
}

/** The pixels of a PNG, JPEG or WebP in a data URL, told by its header alone; undefined for anything else. */
export function readImageSize(address: string): { width: number; height: number } | undefined {
  const bytes = Buffer.from(address.replace(DATA_URL, ''), 'base64')
  const isPng = bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47
  if (isPng) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  const isWebp =
    bytes.length > 30 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP'
  if (isWebp) return readWebpSize(bytes)
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  return readJpegSize(bytes)
}

/** The first chunk says it, in one of three ways; what moves is read as its first picture. */
function readWebpSize(bytes: Buffer): { width: number; height: number } | undefined {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (kind === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

/** The first frame header; tables and texts before it say how long they are. */
function readJpegSize(bytes: Buffer): { width: number; height: number } | undefined {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
