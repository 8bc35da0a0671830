import { nameColumn, SONG_COLUMNS } from '@songreel/contract/song-table'
import type { Imported as ImportedRows, ImportRow } from '@songreel/sdk'
import type { SongRow } from '../../catalogue/read-song-list.ts'
import { songreel } from '../../client.ts'
import { describeError } from '../../format/describe-error.ts'

/** So many go into one call. */
const ROWS_AT_ONCE = 100

/** What became of the rows. */
export type Imported = { added: number; updated: number; known: number; problems: string[] }

/** Brings the songs into the catalogue, a hundred at a time. A table that is imported twice changes nothing. */
export async function importSongs(rows: SongRow[], onProgress: (count: number) => void): Promise<Imported> {
  const imported: Imported = { added: 0, updated: 0, known: 0, problems: [] }
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE)
    try {
      const { counts, rows: results } = await songreel.catalogue.import(some.map(composeRow))
      imported.added += counts.created
      imported.updated += counts.updated
      imported.known += counts.unchanged
      imported.problems.push(...results.flatMap((result) => describeFailure(some[result.index], result)))
    } catch (error) {
      const [first, last] = [some[0]?.title, some.at(-1)?.title]
      imported.problems.push(`${some.length} songs (${first} to ${last}): ${describeError(error)}`)
    }
    onProgress(start + some.length)
  }
  return imported
}

function composeRow(song: SongRow): ImportRow {
  const { title, album, upc, cover } = song
  const row = { artist: {}, mediaBundle: {}, media: {} } as Record<string, Record<string, unknown>>
  for (const { name, record, path } of SONG_COLUMNS) {
    const [field = '', nested] = path.slice(record.length + 1).split('.')
    const value = song[name]
    if (value) Object.assign(row[record] ?? {}, { [field]: nested ? { [nested]: value } : value })
  }
  const { mediaBundle: { imageUrl: _, ...named } = {}, media = {}, artist } = row
  // A song without an album is one of its own, by its own name.
  const mediaBundle = (album || upc) && { mediaBundle: { ...named, name: album || title } }
  return { artist, ...mediaBundle, media: { ...media, ...(cover && { imageUrl: cover }) } } as ImportRow
}

function describeFailure(row: SongRow | undefined, { error }: ImportedRows['rows'][number]): string[] {
  if (!error) return []
  const reasons = error.details.map(({ field, message }) => {
    const path = field.replace(/^rows\[\d+\]\.?/, '')
    return message.replace(field, (path === 'media.imageUrl' ? 'cover' : nameColumn(path)) ?? path)
  })
  return [`${row?.title}: ${reasons.join(' ') || error.message}`]
}
