import { readAudioKind } from './decode/audio-kind.ts'
import { createTurns } from './turns.ts'

/** A larger embedded picture is left out: it is no cover but a mistake or an attack. */
const MAX_PICTURE_BYTES = 50 * 1024 * 1024

/** What a song file says about itself; any of it may be absent. */
export type SongTags = {
  title?: string
  artist?: string
  album?: string
  /** Twelve characters without hyphens. */
  isrc?: string
  /** The embedded front cover, as it lies in the file: check it like any picture from outside. */
  picture?: { data: Uint8Array; mimeType: string }
}

/** Reads title, artist, album, ISRC and cover; a file without readable tags has none, only a file that is no audio fails. */
export async function readTags(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<SongTags> {
  await createTurns(signal)()
  await readAudioKind(path)
  const metadata = await parseTags(path)
  await createTurns(signal)()
  if (!metadata) return {}
  const { common } = metadata
  const pictures = (common.picture ?? []).filter(
    ({ data }) => data.length > 0 && data.length <= MAX_PICTURE_BYTES,
  )
  const front = pictures.find(({ type }) => type?.toLowerCase().includes('front')) ?? pictures[0]
  const tags: SongTags = {
    title: clean(common.title),
    artist: clean(common.artist ?? common.albumartist),
    album: clean(common.album),
    isrc: cleanIsrc(common.isrc?.[0]),
    picture: front && { data: front.data, mimeType: front.format },
  }
  return Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== undefined))
}

/** Loaded on demand: songs that come with their names need no tag reader. Damaged tags do not make a song unusable. */
async function parseTags(path: string) {
  const { parseFile } = await import('music-metadata')
  return await parseFile(path, { duration: false }).catch(() => undefined)
}

function clean(text: string | undefined): string | undefined {
  return (
    text
      ?.normalize('NFC')
      .replace(/\p{Cc}+/gu, ' ')
      .trim() || undefined
  )
}

/** The form of the contract: upper case, no separators, no prefix. */
function cleanIsrc(text: string | undefined): string | undefined {
  const isrc = text
    ?.toUpperCase()
    .replace(/^\s*ISRC/, '')
    .replace(/[^A-Z0-9]/g, '')
  return isrc && /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/.test(isrc) ? isrc : undefined
}
