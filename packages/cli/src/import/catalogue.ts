const TEXT_FIELDS = [
  ...(['artist', 'album', 'upc', 'title', 'isrc', 'songArtist'] as const),
  ...(['videosite', 'streamer', 'store'] as const),
] as const
/** Those that name a file, by URL or beside the catalogue. */
export const FILE_FIELDS = ['cover', 'audio', 'lyrics', 'songCover', 'artistImage'] as const
/** What a catalogue says of a track, each by the name of its CSV column. */
export const FIELDS = [...TEXT_FIELDS, ...FILE_FIELDS]
/** What no track can do without. */
export const REQUIRED = ['artist', 'album', 'upc', 'title', 'isrc'] as const

export type TextField = (typeof TEXT_FIELDS)[number]
export type FileField = (typeof FILE_FIELDS)[number]
export type FieldName = TextField | FileField

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

export type Song = {
  place: string
  title: string
  isrc: string
  audio?: FileRef
  /** If it isn't the album's. */
  songArtist?: string
  songCover?: FileRef
  lyrics?: FileRef
  videosite?: string
  streamer?: string
  store?: string
  /** Where each of its values stands. */
  places: Partial<Record<FieldName, string>>
}

/** An album with its songs, as it should be on the server. */
export type Album = {
  place: string
  upc: string
  album: string
  artist: string
  artistImage?: FileRef
  cover?: FileRef
  songs: Song[]
  places: Partial<Record<FieldName, string>>
}
