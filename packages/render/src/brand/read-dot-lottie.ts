import { inflateRawSync } from 'node:zlib'

/** Why an archive is refused, in words for whoever sent it. */
export class ArchiveFault extends Error {}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const MOST_ENTRIES = 200
/** Of all that is unpacked. */
const MOST_BYTES = 16 * 1024 ** 2
/** The last record, and the longest comment behind it. */
const TAIL_BYTES = 22 + 65_535

/** Whether these bytes are a ZIP archive, as .lottie files are. */
export function isArchive(bytes: Buffer): boolean {
  return bytes.length > 22 && bytes.readUInt32LE(0) === LOCAL
}

/** The first animation of a .lottie archive, with its pictures inside of it. */
export function readDotLottie(bytes: Buffer): unknown {
  const entries = listEntries(bytes)
  const room = { left: MOST_BYTES }
  const open = (name: string) => {
    const entry = entries.get(name)
    return entry && unpack(bytes, entry, room)
  }
  const manifest = parse(open('manifest.json'), 'manifest.json')
  const id = readId(manifest)
  // The first version of the format has `animations` and `images`, the second `a` and `i`.
  const name = [`animations/${id}.json`, `a/${id}.json`].find((each) => entries.has(each))
  if (!name) throw new ArchiveFault(`is an archive without the animation ${id.slice(0, 80)}`)
  const animation = parse(open(name), name)
  embedImages(animation, open)
  return animation
}

function readId(manifest: unknown): string {
  const { animations } = (manifest ?? {}) as { animations?: unknown }
  const [first] = Array.isArray(animations) ? animations : []
  const { id } = (first ?? {}) as { id?: unknown }
  if (typeof id !== 'string' || id === '')
    throw new ArchiveFault('is an archive whose manifest names no animation')
  return id
}

function parse(bytes: Buffer | undefined, name: string): unknown {
  if (!bytes) throw new ArchiveFault(`is an archive without ${name}`)
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ArchiveFault(`has an unreadable ${name.slice(0, 80)}`, { cause: error })
  }
}

const IMAGE_TYPES: Record<string, string> = { png: 'png', jpg: 'jpeg', jpeg: 'jpeg' }

/** Pictures of the archive become part of the animation; whatever else it names is for its check to refuse. */
function embedImages(animation: unknown, open: (name: string) => Buffer | undefined): void {
  const { assets } = (animation ?? {}) as { assets?: unknown }
  for (const asset of Array.isArray(assets) ? assets : []) {
    const { p } = (asset ?? {}) as { p?: unknown }
    if (typeof p !== 'string' || p.startsWith('data:')) continue
    const type = IMAGE_TYPES[p.split('.').at(-1)?.toLowerCase() ?? '']
    const bytes = type && (open(`images/${p}`) ?? open(`i/${p}`))
    if (bytes)
      Object.assign(asset, { u: '', e: 1, p: `data:image/${type};base64,${bytes.toString('base64')}` })
  }
}

type Entry = { method: number; packed: number; size: number; at: number }

function listEntries(bytes: Buffer): Map<string, Entry> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES)
    throw new ArchiveFault(`is an archive of ${count} files; at most ${MOST_ENTRIES} are read`)
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new ArchiveFault('is a damaged archive')
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    entries.set(name, {
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - TAIL_BYTES); at--)
    if (bytes.readUInt32LE(at) === END) return at
  throw new ArchiveFault('is an archive without an end')
}

/** What it says of its size is not believed: it never becomes more than there is room for. */
function unpack(bytes: Buffer, { method, packed, size, at }: Entry, room: { left: number }): Buffer {
  if (size > room.left) throw new ArchiveFault('unpacks to more than 16 MB')
  if (bytes.readUInt32LE(at) !== LOCAL) throw new ArchiveFault('is a damaged archive')
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const content = bytes.subarray(from, from + packed)
  if (method !== 0 && method !== 8) throw new ArchiveFault('is packed in a way that is not read')
  const unpacked =
    method === 0 ? content : inflateRawSync(content, { maxOutputLength: Math.max(1, room.left) })
  room.left -= unpacked.length
  return unpacked
}
