import { isShortened } from '@songreel/contract/song-table'
import { isLink, type SongList, type SongRow } from '../../catalogue/read-song-list.ts'

/** The rows that can be imported as they are, and what is missing in the others. */
export function sortRows({ rows, problems }: SongList): SongList {
  const found = rows.map((row) => ({ row, problem: findProblem(row) }))
  return {
    rows: found.flatMap(({ row, problem }) => (problem ? [] : [row])),
    problems: [...problems, ...found.flatMap(({ problem }) => problem ?? [])],
  }
}

function findProblem({ title, artist, upc, audio, cover, lyrics }: SongRow): string | undefined {
  const name = title || audio
  if (!title) return `${name} has no title.`
  if (!artist) return `${name} has no artist.`
  if (isShortened(upc))
    return `${name}: the UPC ${upc} was shortened by a spreadsheet, and its last digits are lost. Format the column as text and export it again.`
  const file = [audio, cover, lyrics].find((each) => each && !isLink(each))
  return file && `${name}: ${file} is not a link. Files of this computer go into a new batch.`
}
