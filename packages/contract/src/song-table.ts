// Tables of songs, as spreadsheets have them: one vocabulary of columns for imports, for lists of videos and for the dashboard.
import { FIELDS_OF_RECORDS, type RecordField } from './record-fields.ts'

type Records = typeof FIELDS_OF_RECORDS
type ColumnOf<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { column: false }
    ? never
    : Fields[Name] extends { column: infer Column extends string }
      ? Column
      : Name & string
}[keyof Fields]

/** A column by its own name. */
export type SongColumnName =
  | 'artist'
  | 'album'
  | 'title'
  | 'songArtist'
  | { [Of in keyof Records]: ColumnOf<Records[Of]> }[keyof Records]

/** A column, and the field of an import's row that it fills. */
export type SongColumn = {
  name: SongColumnName
  /** Which record it is about. */
  record: keyof Records
  /** `media.audioUrl` */
  path: string
  /** How its value is kept; names are texts. */
  field: Pick<RecordField, 'kind'> | RecordField
  otherNames: readonly string[]
}

const NAMES: SongColumn[] = [
  {
    ...{ name: 'artist', record: 'artist', path: 'artist.name', field: { kind: 'TEXT' } },
    otherNames: ['album artist', 'artist name', 'main artist', 'release artist'],
  },
  {
    ...{ name: 'album', record: 'mediaBundle', path: 'mediaBundle.name', field: { kind: 'TEXT' } },
    otherNames: ['album title', 'album name', 'release', 'release title', 'release name'],
  },
  {
    ...{ name: 'title', record: 'media', path: 'media.name', field: { kind: 'TEXT' } },
    otherNames: ['track', 'track title', 'track name', 'song title', 'song', 'name'],
  },
  {
    ...{ name: 'songArtist', record: 'media', path: 'media.artist.name', field: { kind: 'TEXT' } },
    otherNames: ['track artist', 'track artists'],
  },
]

/** All columns: the names first, then what the records have besides. */
export const SONG_COLUMNS: readonly SongColumn[] = [
  ...NAMES,
  ...Object.entries(FIELDS_OF_RECORDS).flatMap(([record, fields]) =>
    Object.entries<RecordField>(fields).flatMap(([name, field]): SongColumn[] => {
      const { column = name, otherNames = [] } = field
      if (column === false) return []
      const of = record as keyof Records
      return [{ name: column as SongColumnName, record: of, path: `${of}.${name}`, field, otherNames }]
    }),
  ),
]

const BY_OWN_NAME = new Map(SONG_COLUMNS.map((column) => [simplify(column.name), column.name]))
const BY_OTHER_NAME = new Map<string, SongColumnName[]>()
for (const { name, otherNames } of SONG_COLUMNS)
  for (const other of otherNames.map(simplify))
    BY_OTHER_NAME.set(other, [...(BY_OTHER_NAME.get(other) ?? []), name])

/**
 * What the headings of a table mean, each by the column's own name; undefined: nothing. A column of our own name comes
 * first. A heading that may mean two columns, as `song` may be a title or a file, is the one that the reader needs.
 */
export function findColumns(
  headings: readonly string[],
  needed: readonly SongColumnName[],
): (SongColumnName | undefined)[] {
  const own = headings.map((heading) => BY_OWN_NAME.get(simplify(heading)))
  const taken = new Set(own)
  return headings.map((heading, index) => {
    if (own[index]) return own[index]
    const meant = (BY_OTHER_NAME.get(simplify(heading)) ?? []).filter((name) => !own.includes(name))
    const free = meant.filter((name) => !taken.has(name))
    const found = free.find((name) => needed.includes(name)) ?? free[0] ?? meant[0]
    taken.add(found)
    return found
  })
}

/** The column that fills a field of an import's row: `audio` for `media.audioUrl`. */
export function nameColumn(path: string): SongColumnName | undefined {
  return SONG_COLUMNS.find((column) => column.path === path || column.path === `${path}.name`)?.name
}

/** `Song Cover`, `song_cover` and `songCover` are one name. */
function simplify(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** An apostrophe keeps a spreadsheet from taking a code for a number; `.0` says that it did so. */
export function cleanCode(code: string): string {
  return code.replace(/^['’`]/, '').replace(/^(\d+)[.,]0+$/, '$1')
}

/** Whether a spreadsheet has shortened a code to `6.02E+11`: its last digits are lost. */
export function isShortened(code: string): boolean {
  return /^['’`]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(code)
}
