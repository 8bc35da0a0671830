import { SONG_COLUMNS, type SongColumnName } from '@songreel/contract/song-table'

/** What a catalogue says of a track, each by the name of its CSV column. */
export type FieldName = SongColumnName
/** What no track can do without. */
export const REQUIRED = ['artist', 'album', 'upc', 'title', 'isrc'] as const
/** Columns that say something of an album, or of its artist: all of its rows agree on them. */
export const ALBUM_COLUMNS = SONG_COLUMNS.filter(({ record }) => record !== 'media')
export const SONG_ONLY_COLUMNS = SONG_COLUMNS.filter(({ record }) => record === 'media')

/** A value with the place it stands at, in words, such as `row 12, column isrc`; of a file, also what it should add up to. */
export type Cell = { value: string; place: string; hash?: FileHash }

/** A hash sum as a message has it. */
export type FileHash = { algorithm: string; value: string; place: string }

/** A track as a file has it, before anything is checked. */
export type DraftTrack = { place: string; cells: Partial<Record<FieldName, Cell>> }

/** What a file holds, and what to know about how it was read. */
export type DraftCatalogue = { tracks: DraftTrack[]; warnings: string[] }

/** Something wrong in a file: where, and what to do. */
export type Fault = { place: string; message: string }

/** A file that a record names: by URL, or on this computer. */
export type FileRef = { url: string; path?: undefined } | { path: string; url?: undefined }

/** The checked values of some columns. */
export type Values = {
  texts: Partial<Record<FieldName, string>>
  files: Partial<Record<FieldName, FileRef>>
  /** Where each of them stands. */
  places: Partial<Record<FieldName, string>>
}

/** A song; its own artist is among its texts only if it isn't the album's. */
export type Song = Values & { place: string; title: string; isrc: string }

/** An album with its songs, as it should be on the server. */
export type Album = Values & { place: string; upc: string; album: string; artist: string; songs: Song[] }
