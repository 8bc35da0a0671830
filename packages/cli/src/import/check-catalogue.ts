import { realpath, stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { HttpUrl, Name, toTextSchema } from '@songreel/contract'
import { cleanCode, isShortened, SONG_COLUMNS, type SongColumn } from '@songreel/contract/song-table'
import type { z } from 'zod'
import { cleanText } from '../print.ts'
import {
  ALBUM_COLUMNS,
  type Album,
  type Cell,
  type DraftTrack,
  type Fault,
  type FieldName,
  type FileHash,
  type FileRef,
  REQUIRED,
  SONG_ONLY_COLUMNS,
  type Song,
  type Values,
} from './catalogue.ts'
import { findAlgorithm, hashFile } from './hash-file.ts'

const SAY_THE_SAME = 'Write the same in all of its rows.'
const SHOWN_CHARACTERS = 60

/** A track whose values have been checked. */
type Checked = Values & { place: string }

/** Checks every value by the API's own rules before anything is sent; files are looked for in `folder` and nowhere else. */
export async function checkCatalogue(
  drafts: readonly DraftTrack[],
  folder: string,
): Promise<{ albums: Album[]; faults: Fault[] }> {
  const faults: Fault[] = []
  const root = await realpath(folder)
  const albums = new Map<string, Album>()
  for (const draft of drafts) {
    const track = await checkTrack(draft, root, faults)
    const { upc, isrc, title, album, artist } = track.texts
    if (!upc || !isrc || !title || !album || !artist) continue
    const found = albums.get(upc)
    if (found) demandAgreement(found, track, faults)
    const home = found ?? { ...pick(track, ALBUM_COLUMNS), place: track.place, upc, album, artist, songs: [] }
    albums.set(upc, home)
    const own = pick(track, SONG_ONLY_COLUMNS)
    if (own.texts.songArtist === home.artist) delete own.texts.songArtist
    addSong(home, { ...own, place: track.place, title, isrc }, faults)
  }
  return { albums: [...albums.values()], faults }
}

/** What a track says in some of the columns. */
function pick({ texts, files, places }: Values, columns: readonly SongColumn[]): Values {
  const names = columns.map(({ name }) => name)
  const choose = <Value>(values: Partial<Record<FieldName, Value>>) =>
    Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))
  return { texts: choose(texts), files: choose(files), places: choose(places) }
}

async function checkTrack({ place, cells }: DraftTrack, root: string, faults: Fault[]): Promise<Checked> {
  const checked: Checked = { place, texts: {}, files: {}, places: {} }
  for (const field of REQUIRED)
    if (!cells[field]) faults.push({ place, message: `${field} is missing; every track needs one.` })
  for (const column of SONG_COLUMNS) {
    const { name } = column
    const cell = cells[name]
    if (!cell) continue
    checked.places[name] = cell.place
    try {
      if (column.field.kind === 'FILE') checked.files[name] = await findFileRef(cell, root)
      else checked.texts[name] = checkText(toSchema(column), readCode(column, cell.value))
    } catch (error) {
      faults.push({ place: cell.place, message: (error as Error).message })
    }
  }
  return checked
}

/** By the API's own rules. */
function toSchema({ field }: SongColumn): z.ZodType<string> {
  if ('rule' in field) return toTextSchema(field.rule)
  return field.kind === 'LINK' ? HttpUrl : Name
}

function checkText(schema: z.ZodType<string>, value: string): string {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Error(`${show(value)} ${result.error.issues.map(({ message }) => message).join('; ')}.`)
}

/** What spreadsheets do to codes is undone where nothing is lost by it, and explained where something is. */
function readCode({ name, field }: SongColumn, value: string): string {
  if (!('rule' in field) || typeof field.rule !== 'string') return value
  if (name === 'upc' && isShortened(value))
    throw new Error(
      `${show(value)} is how a spreadsheet shortens a long number: its last digits are lost. Format the column as text, enter the codes again, and export it anew.`,
    )
  return cleanCode(value)
}

/** A catalogue may come from somebody else: it names only files beside it, wherever links lead. */
async function findFileRef({ value, hash }: Cell, root: string): Promise<FileRef> {
  if (/^[a-z][a-z0-9+.-]+:/i.test(value)) return { url: checkText(HttpUrl, value) }
  const path = await realpath(resolve(root, value)).catch(() => undefined)
  if (path && relative(root, path).split(sep)[0] === '..')
    throw new Error(`${show(value)} is outside of the catalogue's folder. Put it there, or write a URL.`)
  if (path && (await stat(path)).isFile()) {
    if (hash) await demandHash(path, value, hash)
    return { path }
  }
  throw new Error(`${show(value)} is not a file in the catalogue's folder, and not a URL either.`)
}

/** A file that was damaged on its way, or is another one, adds up to another sum than its message says. */
async function demandHash(path: string, name: string, { algorithm, value, place }: FileHash): Promise<void> {
  const kind = findAlgorithm(algorithm)
  if (!kind) return
  const found = await hashFile(path, kind)
  if (found === value.toLowerCase() || found === Buffer.from(value, 'base64').toString('hex')) return
  throw new Error(
    `${show(name)} has the ${algorithm} ${found}, but the message says ${cleanText(value)} (${place}). The file is damaged, or another one: have it sent again.`,
  )
}

/** All rows of an album say the same of it; a row may leave its files to the others. */
function demandAgreement(album: Album, { texts, files, places, place }: Checked, faults: Fault[]): void {
  const compare = (field: FieldName, here: string | undefined, there: string | undefined, advice: string) => {
    if (here === undefined || there === undefined || here === there) return
    const known = `${album.places[field] ?? album.place} says of the album ${album.upc}: ${show(there)}`
    faults.push({ place: places[field] ?? place, message: `${show(here)} is not what ${known}. ${advice}` })
  }
  compare(
    'artist',
    texts.artist,
    album.artist,
    'For a compilation, write Various Artists in all of its rows.',
  )
  for (const { name } of ALBUM_COLUMNS) {
    if (name !== 'artist') compare(name, texts[name], album.texts[name], SAY_THE_SAME)
    compare(name, nameFile(files[name]), nameFile(album.files[name]), SAY_THE_SAME)
    album.texts[name] ??= texts[name]
    album.files[name] ??= files[name]
  }
}

function nameFile(file: FileRef | undefined): string | undefined {
  return file?.url ?? file?.path
}

function addSong(album: Album, song: Song, faults: Fault[]): void {
  const twin = album.songs.find(({ isrc }) => isrc === song.isrc)
  if (!twin) return void album.songs.push(song)
  faults.push({
    place: song.places.isrc ?? song.place,
    message: `${song.isrc} is on the album ${album.upc} already, at ${twin.place}.`,
  })
}

function show(value: string): string {
  const text = cleanText(value)
  return `"${text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text}"`
}
