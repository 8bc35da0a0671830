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

/** What was found in an archive: the animation that is played, and sentences about what of the archive isn't. */
export type DotLottie = { animation: unknown; notes: string[] }

/** The animation that a .lottie archive begins with, with its pictures inside of it. */
export function readDotLottie(bytes: Buffer): DotLottie {
  const entries = listEntries(bytes)
  const room = { left: MOST_BYTES }
  const open = (name: string) => {
    const entry = entries.get(name)
    return entry && unpack(bytes, entry, room)
  }
  const manifest = readManifest(parse(open('manifest.json'), 'manifest.json'))
  const { id } = manifest.played
  // The first version of the format has `animations` and `images`, the second `a` and `i`.
  const name = [`animations/${id}.json`, `a/${id}.json`].find((each) => entries.has(each))
  if (!name) throw new ArchiveFault(`is an archive without the animation ${id.slice(0, 80)}`)
  const animation = parse(open(name), name)
  embedImages(animation, open)
  return { animation, notes: describe(manifest) }
}

type Json = Record<string, unknown>
type Manifest = { json: Json; ids: string[]; played: Json & { id: string } }

/** The archive may say with which of its animations it begins, in one way or the other; else it is the first. */
function readManifest(manifest: unknown): Manifest {
  const json = readObject(manifest)
  const all = (Array.isArray(json.animations) ? json.animations : [])
    .map(readObject)
    .filter((each): each is Json & { id: string } => typeof each.id === 'string' && each.id !== '')
  const wished = readObject(json.initial).animation ?? json.activeAnimationId
  const played = all.find(({ id }) => id === wished) ?? all[0]
  if (!played) throw new ArchiveFault('is an archive whose manifest names no animation')
  return { json, ids: all.map(({ id }) => id), played }
}

function readObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** What an archive holds for players on a page, where somebody clicks. */
function describe({ json, ids, played }: Manifest): string[] {
  const count = (key: string) => (Array.isArray(json[key]) ? json[key].length : 0)
  const { speed = 1, direction = 1, playMode, mode = playMode ?? 'normal' } = played
  const isOwnWay = speed !== 1 || direction !== 1 || String(mode).toLowerCase() !== 'normal'
  return [
    ...(ids.length > 1 ? [`Of its ${ids.length} animations ${played.id.slice(0, 80)} is played.`] : []),
    ...(count('themes') > 0 ? ['Its themes are not used: bind its colours to slots.'] : []),
    ...(count('stateMachines') + count('states') > 0
      ? ['Its state machines are not run: it plays from its beginning to its end.']
      : []),
    ...(isOwnWay ? ['Its speed, direction and way of playing are not used: it plays as it was drawn.'] : []),
  ]
}

function parse(bytes: Buffer | undefined, name: string): unknown {
  if (!bytes) throw new ArchiveFault(`is an archive without ${name}`)
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ArchiveFault(`has an unreadable ${name.slice(0, 80)}`, { cause: error })
  }
}

/** Told by its first bytes: in real archives many a WebP is called .png. */
function findImageType(bytes: Buffer): string {
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return bytes[0] === 0xff ? 'jpeg' : 'png'
}

/** Pictures of the archive become part of the animation; whatever else it names is for its check to refuse. */
function embedImages(animation: unknown, open: (name: string) => Buffer | undefined): void {
  const { assets } = (animation ?? {}) as { assets?: unknown }
  for (const asset of Array.isArray(assets) ? assets : []) {
    const { p } = (asset ?? {}) as { p?: unknown }
    if (typeof p !== 'string' || p.startsWith('data:')) continue
    const bytes = open(`images/${p}`) ?? open(`i/${p}`)
    if (!bytes) continue
    const address = `data:image/${findImageType(bytes)};base64,${bytes.toString('base64')}`
    Object.assign(asset, { u: '', e: 1, p: address })
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
