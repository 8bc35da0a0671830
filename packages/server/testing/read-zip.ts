const END = 0x06054b50
const CENTRAL = 0x02014b50
const END_BYTES = 22

/** The files of a ZIP that stores them as they are, in its order: as its own table lists them. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = findEnd(zip)
  let at = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new Error('the table of the ZIP is damaged')
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error('a file of the ZIP is compressed')
    const [nameBytes = 0, extraBytes = 0, noteBytes = 0] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    )
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    files.set(name, zip.subarray(start, start + zip.readUInt32LE(at + 24)))
    at += 46 + nameBytes + extraBytes + noteBytes
  }
  return files
}

function findEnd(zip: Buffer): number {
  for (let at = zip.length - END_BYTES; at >= 0; at--) if (zip.readUInt32LE(at) === END) return at
  throw new Error('this is no ZIP, or it was cut off')
}
