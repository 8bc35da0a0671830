import { SONG_COLUMNS } from '@songreel/contract/song-table'
import type { ImportRow } from '@songreel/sdk'
import type { Album, FileRef, Song } from './catalogue.ts'
import { hashFile } from './hash-file.ts'

/** A song with the album it is on, as one row of an import. */
export type Track = { album: Album; song: Song }

/** The server takes so many rows and bytes at once; its own limits are 100 and 1 MB. */
const MAX_ROWS = 100
const MAX_BYTES = 800_000

/** The files of this computer that a catalogue names: their hashes, and where they are on the server once they are sent. */
export type LocalFiles = { hashes: Map<string, string>; urls: Map<string, string> }

/** Tracks in portions that go into one call each, albums in one piece where they fit. */
export function splitTracks(albums: readonly Album[]): Track[][] {
  const portions: Track[][] = [[]]
  let bytes = 0
  for (const album of albums) {
    const tracks = album.songs.map((song) => ({ album, song }))
    const sizes = tracks.map(measure)
    const size = sizes.reduce((sum, each) => sum + each, 0)
    const last = portions.at(-1) ?? []
    const isWhole = tracks.length <= MAX_ROWS && size <= MAX_BYTES
    if (isWhole && (last.length + tracks.length > MAX_ROWS || bytes + size > MAX_BYTES)) {
      portions.push([])
      bytes = 0
    }
    for (const [index, track] of tracks.entries()) {
      const own = sizes[index] ?? 0
      if ((portions.at(-1)?.length ?? 0) >= MAX_ROWS || bytes + own > MAX_BYTES) {
        portions.push([])
        bytes = 0
      }
      portions.at(-1)?.push(track)
      bytes += own
    }
  }
  return portions.filter((portion) => portion.length > 0)
}

/** About as many bytes as its row has. */
function measure({ album, song }: Track): number {
  const values = [album.texts, album.files, song.texts, song.files]
  return Buffer.byteLength(JSON.stringify(values)) + 1000
}

/** A track as the API takes it. */
export function composeRow({ album, song }: Track, files: LocalFiles): ImportRow {
  const row = { artist: {}, mediaBundle: {}, media: {} } as Record<string, Record<string, unknown>>
  for (const { name, record, path } of SONG_COLUMNS) {
    const values = record === 'media' ? song : album
    const field = path.slice(record.length + 1)
    const text = values.texts[name]
    if (field === 'artist.name') Object.assign(row[record] ?? {}, text && { artist: { name: text } })
    else if (text !== undefined) Object.assign(row[record] ?? {}, { [field]: text })
    Object.assign(row[record] ?? {}, nameFile(field, values.files[name], files))
  }
  return row as ImportRow
}

/** A file of this computer is known by its hash, and sent only if the server lacks it. */
function nameFile(field: string, file: FileRef | undefined, { hashes, urls }: LocalFiles): object {
  if (!file) return {}
  if (file.url !== undefined) return { [field]: file.url }
  const url = urls.get(file.path)
  return { [field.replace(/Url$/, 'Sha256')]: hashes.get(file.path), ...(url && { [field]: url }) }
}

/** The files that a track names, by the field of the API. */
export function listFiles({ album, song }: Track): [field: string, file: FileRef | undefined][] {
  return SONG_COLUMNS.map(({ name, path, record }) => [path, (record === 'media' ? song : album).files[name]])
}

/** Hashes the files that have not been yet. */
export async function hashFiles(tracks: readonly Track[], { hashes }: LocalFiles): Promise<void> {
  for (const [, file] of tracks.flatMap(listFiles))
    if (file?.path !== undefined && !hashes.has(file.path)) hashes.set(file.path, await hashFile(file.path))
}
