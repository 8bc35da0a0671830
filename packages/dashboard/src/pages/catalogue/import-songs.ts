import { findOrCreateSong } from '../../catalogue/find-or-create-song.ts'
import type { SongRow } from '../../catalogue/read-song-list.ts'
import { describeError } from '../../parts/describe-error.ts'

/** What became of the rows. */
export type Imported = { added: number; known: number; problems: string[] }

/**
 * Brings the songs into the catalogue one after the other: two of a new artist make one artist, and a table that is
 * imported twice makes no song twice.
 */
export async function importSongs(rows: SongRow[], onProgress: (count: number) => void): Promise<Imported> {
  const imported: Imported = { added: 0, known: 0, problems: [] }
  for (const [index, row] of rows.entries()) {
    try {
      const { isNew } = await findOrCreateSong(composeSong(row), row, { byName: true })
      imported[isNew ? 'added' : 'known']++
    } catch (error) {
      imported.problems.push(`${row.title}: ${describeError(error)}`)
    }
    onProgress(index + 1)
  }
  return imported
}

function composeSong({ title, isrc, audio, cover, lyrics }: SongRow) {
  return {
    name: title,
    audioUrl: audio,
    ...(isrc && { isrc }),
    ...(cover && { imageUrl: cover }),
    ...(lyrics && { lyricsUrl: lyrics }),
  }
}
