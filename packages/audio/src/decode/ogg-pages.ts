import { type FileHandle, open } from 'node:fs/promises'

/** RFC 3533: the bytes before the table of segments, and where in them things lie. */
const HEADER_BYTES = 27
const FLAGS_AT = 5
const SERIAL_AT = 14
const CHECKSUM_AT = 22
const FIRST_OF_STREAM = 2
/** The most that a page can have. */
const PAGE_BYTES = 65_307
const CHUNK_BYTES = 1024 ** 2

/** What a stream in an Ogg file says of itself on its first page. */
export type OggStream = { codec: string; form: string }

/** The streams of an Ogg file: those that run beside the first one, itself included, and those that follow after its end (a chain). */
export type OggStreams = { together: OggStream[]; later: OggStream[] }

type Found = OggStream & { serial: number; firstPage: number; lastPage: number }

/** Reads which streams there are; undefined if one of them is damaged where it begins, or none goes on. */
export async function readOggStreams(path: string): Promise<OggStreams | undefined> {
  const found: Found[] = []
  let count = 0
  for await (const page of listPages(path)) {
    const number = count++
    const serial = page.readUInt32LE(SERIAL_AT)
    if (((page[FLAGS_AT] ?? 0) & FIRST_OF_STREAM) === 0) {
      const stream = found.findLast((each) => each.serial === serial)
      if (stream) stream.lastPage = number
      continue
    }
    if (!isIntact(page)) return undefined
    const packet = page.subarray(HEADER_BYTES + page[HEADER_BYTES - 1]!)
    found.push({ ...describeStream(packet), serial, firstPage: number, lastPage: number })
  }
  const [first] = found
  if (!first || count === found.length) return undefined
  // Strictly all begin before any goes on, but players do not mind.
  const isBeside = ({ firstPage }: Found) => firstPage <= first.lastPage
  return { together: found.filter(isBeside), later: found.filter((each) => !isBeside(each)) }
}

/** Page by page, as far as they follow each other: what lies between or behind them is nobody's. */
async function* listPages(path: string): AsyncGenerator<Buffer> {
  await using file = await open(path, 'r')
  let chunk = Buffer.alloc(0)
  let position = 0
  for (;;) {
    const length = measurePage(chunk)
    if (length !== undefined && length <= chunk.length) {
      yield chunk.subarray(0, length)
      chunk = chunk.subarray(length)
      continue
    }
    if (length === undefined && chunk.length >= PAGE_BYTES) return
    const more = await readBytes(file, position)
    if (more.length === 0) return
    position += more.length
    chunk = Buffer.concat([chunk, more])
  }
}

async function readBytes(file: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position)
  return buffer.subarray(0, bytesRead)
}

/** How long the page is that starts here; undefined if none does, or not enough of it is there. */
function measurePage(bytes: Buffer): number | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 4) !== 'OggS') return undefined
  const table = HEADER_BYTES + bytes[HEADER_BYTES - 1]!
  if (bytes.length < table) return undefined
  return bytes.subarray(HEADER_BYTES, table).reduce((sum, each) => sum + each, table)
}

/** By its checksum: CRC-32 with the polynomial 0x04C11DB7, highest bit first, over the page with the checksum as zero. */
function isIntact(page: Buffer): boolean {
  let sum = 0
  for (const [index, byte] of page.entries()) {
    sum ^= (index >= CHECKSUM_AT && index < CHECKSUM_AT + 4 ? 0 : byte) << 24
    for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ 0x04c1_1db7 : sum << 1
  }
  return sum >>> 0 === page.readUInt32LE(CHECKSUM_AT)
}

/** The first packet of each codec begins with a name; of sound that we read it says rate and channels, too. */
function describeStream(packet: Buffer): OggStream {
  const text = packet.toString('latin1', 0, 16)
  if (text.startsWith('\x01vorbis') && packet.length >= 16)
    return withForm('vorbis', packet.readUInt32LE(12), packet[11]!)
  // Opus is always decoded at 48 kHz, whatever it says.
  if (text.startsWith('OpusHead') && packet.length >= 10) return withForm('opus', 48_000, packet[9]!)
  if (text.startsWith('\x7fFLAC') && packet.length >= 30)
    return withForm('flac', packet.readUIntBE(27, 3) >> 4, ((packet[29]! >> 1) & 7) + 1)
  const [name = 'unknown'] = /Speex|theora|fishead|kate|CELT|PCM/.exec(text) ?? []
  return { codec: name.toLowerCase(), form: name.toLowerCase() }
}

function withForm(codec: string, sampleRate: number, channelCount: number): OggStream {
  const channels = channelCount === 1 ? 'mono' : `${channelCount} channels`
  return { codec, form: `${codec} (${sampleRate} Hz, ${channels})` }
}
