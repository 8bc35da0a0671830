import { inputError } from '../cli-error.ts'
import { readTable } from '../read-table.ts'
import { suggest } from '../suggest.ts'
import {
  type Cell,
  type DraftCatalogue,
  type DraftTrack,
  FIELDS,
  type FieldName,
  REQUIRED,
} from './catalogue.ts'

/** What others call the columns, simplified. A column of our own name comes first. */
const OTHER_NAMES: Record<string, FieldName> = {
  ...{ albumartist: 'artist', artistname: 'artist', mainartist: 'artist', releaseartist: 'artist' },
  ...{
    albumtitle: 'album',
    albumname: 'album',
    release: 'album',
    releasetitle: 'album',
    releasename: 'album',
  },
  ...{
    ean: 'upc',
    barcode: 'upc',
    gtin: 'upc',
    upcean: 'upc',
    eanupc: 'upc',
    upccode: 'upc',
    productcode: 'upc',
  },
  ...{
    track: 'title',
    tracktitle: 'title',
    trackname: 'title',
    songtitle: 'title',
    song: 'title',
    name: 'title',
  },
  ...{ isrccode: 'isrc', trackartist: 'songArtist', trackartists: 'songArtist' },
  ...{ audiourl: 'audio', audiofile: 'audio', file: 'audio', filename: 'audio' },
  ...{ artwork: 'cover', artworkurl: 'cover', coverurl: 'cover', coverart: 'cover', lyricsurl: 'lyrics' },
}

/** A catalogue as a table: the first row names the columns, in any order. */
export function readCsv(text: string): DraftCatalogue {
  const [head = [], ...rows] = readTable(text).map(({ cells }) => cells)
  const { columns, warnings } = readHead(head)
  // As spreadsheets count: from 1, with the first row, and with empty ones.
  const tracks = rows.map((row, index) => readRow(row, `row ${index + 2}`, columns))
  return { tracks: tracks.filter(({ cells }) => Object.keys(cells).length > 0), warnings }
}

type Column = { field: FieldName; name: string } | undefined

function readHead(names: readonly string[]): { columns: Column[]; warnings: string[] } {
  const ours = names.map((name) => FIELDS.find((each) => simplify(each) === simplify(name)))
  const columns = names.map((name, index): Column => {
    const other = OTHER_NAMES[simplify(name)]
    const field = ours[index] ?? (other && !ours.includes(other) ? other : undefined)
    return field && { field, name }
  })
  const found = columns.map((column) => column?.field)
  const twice = FIELDS.find((field) => found.filter((each) => each === field).length > 1)
  if (twice) throw inputError(`Row 1 names the column ${twice} more than once.`)
  const missing = REQUIRED.filter((field) => !found.includes(field))
  const unknown = names.filter((_, index) => !columns[index])
  if (missing.length > 0) {
    const hints = unknown.map((name) => suggest(name, missing)).join('')
    throw inputError(
      `Row 1 does not name the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}.${hints}`,
    )
  }
  const warnings = unknown.map(
    (name) => `The column ${name || '(no name)'} is ignored.${suggest(name, FIELDS)}`,
  )
  return { columns, warnings }
}

function readRow(row: readonly string[], place: string, columns: readonly Column[]): DraftTrack {
  const cells: Partial<Record<FieldName, Cell>> = {}
  for (const [index, value] of row.entries()) {
    const column = columns[index]
    if (column && value !== '') cells[column.field] = { value, place: `${place}, column ${column.name}` }
  }
  return { place, cells }
}

/** `Song Cover`, `song_cover` and `songCover` are one name. */
function simplify(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
