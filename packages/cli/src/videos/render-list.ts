import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { EXIT, inputError, usageError } from '../cli-error.ts'
import type { CommandContext, Outcome } from '../run-command.ts'
import { findSongs } from '../songs/find-songs.ts'
import { readSongList, type SongRow } from '../songs/read-song-list.ts'
import type { RenderOrder } from './render-song.ts'
import { renderEach, type SongEntry } from './render-songs.ts'

/** What a list takes from the command line: the order of a song, with what a row says of its own. */
export type PlanSong = (song: string, row?: SongRow) => Promise<RenderOrder>

/** `songreel batch`: the songs of a folder, or the rows of a CSV file; goes on after failures, and ends with a table. */
export async function renderList(place: string, plan: PlanSong, context: CommandContext): Promise<Outcome> {
  const isFolder = await stat(place).then(
    (facts) => facts.isDirectory(),
    () => false,
  )
  if (isFolder) return renderFolder(place, plan, context)
  const rows = await readSongList(place)
  const name = basename(place)
  // A mistake in one row says nothing about the others.
  return renderEach(
    rows.map((row) => toEntry(row, name, plan)),
    context,
    [EXIT.missingPart, EXIT.stopped],
  )
}

async function renderFolder(folder: string, plan: PlanSong, context: CommandContext): Promise<Outcome> {
  const songs = await findSongs([folder])
  const entries = songs.map(({ path, error }) => {
    if (error) throw error
    return { path, plan: () => plan(path) }
  })
  const { song } = await plan(folder)
  if (song.names.title !== undefined && songs.length > 1)
    throw usageError(`--title is the name of one song, but there are ${songs.length}. Leave it out.`)
  return renderEach(entries, context)
}

function toEntry(row: SongRow, name: string, plan: PlanSong): SongEntry {
  const { line, cells } = row
  const { song } = cells
  return {
    path: `${name}:${line} ${song === undefined ? '' : basename(song)}`.trim(),
    plan() {
      if (song === undefined) throw inputError(`Line ${line} names no song.`)
      return plan(song, row)
    },
  }
}
