import { realpath, stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { HttpUrl, Isrc, Name, Upc } from '@songreel/contract'
import type { z } from 'zod'
import { cleanText } from '../print.ts'
import {
  type Album,
  type Cell,
  type DraftTrack,
  type Fault,
  FIELDS,
  FILE_FIELDS,
  type FieldName,
  type FileField,
  type FileHash,
  type FileRef,
  REQUIRED,
  type Song,
  type TextField,
} from './catalogue.ts'
import { findAlgorithm, hashFile } from './hash-file.ts'

const TEXTS: Record<TextField, z.ZodType<string>> = {
  artist: Name,
  album: Name,
  title: Name,
  upc: Upc,
  isrc: Isrc,
  songArtist: Name,
  videosite: HttpUrl,
  streamer: HttpUrl,
  store: HttpUrl,
}
const SAY_THE_SAME = 'Write the same in all of its rows.'
const SHOWN_CHARACTERS = 60

/** A track whose values have been checked. */
type Checked = {
  place: string
  texts: Partial<Record<TextField, string>>
  files: Partial<Record<FileField, FileRef>>
  places: Partial<Record<FieldName, string>>
}

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
    const { texts, files, places, place } = track
    const { upc, isrc, title, album, artist, songArtist, videosite, streamer, store } = texts
    if (!upc || !isrc || !title || !album || !artist) continue
    const found = albums.get(upc)
    if (found) demandAgreement(found, track, faults)
    const { artistImage, cover, audio, songCover, lyrics } = files
    const home = found ?? { place, places, upc, album, artist, artistImage, cover, songs: [] }
    albums.set(upc, home)
    const links = { videosite, streamer, store }
    const own = songArtist === home.artist ? undefined : songArtist
    addSong(home, { place, places, title, isrc, songArtist: own, audio, songCover, lyrics, ...links }, faults)
  }
  return { albums: [...albums.values()], faults }
}

async function checkTrack({ place, cells }: DraftTrack, root: string, faults: Fault[]): Promise<Checked> {
  const checked: Checked = { place, texts: {}, files: {}, places: {} }
  for (const field of REQUIRED)
    if (!cells[field]) faults.push({ place, message: `${field} is missing; every track needs one.` })
  for (const field of FIELDS) {
    const cell = cells[field]
    if (!cell) continue
    checked.places[field] = cell.place
    try {
      if (isFileField(field)) checked.files[field] = await findFileRef(cell, root)
      else checked.texts[field] = checkText(TEXTS[field], cleanCode(field, cell.value))
    } catch (error) {
      faults.push({ place: cell.place, message: (error as Error).message })
    }
  }
  return checked
}

function isFileField(field: FieldName): field is FileField {
  return FILE_FIELDS.some((each) => each === field)
}

function checkText(schema: z.ZodType<string>, value: string): string {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Error(`${show(value)} ${result.error.issues.map(({ message }) => message).join('; ')}.`)
}

/** What spreadsheets do to codes is undone where nothing is lost by it, and explained where something is. */
function cleanCode(field: FieldName, value: string): string {
  if (field !== 'upc' && field !== 'isrc') return value
  // An apostrophe keeps a spreadsheet from taking a text for a number.
  const code = value.replace(/^['’`]/, '')
  if (field === 'isrc') return code
  if (/^\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(code))
    throw new Error(
      `${show(value)} is how a spreadsheet shortens a long number: its last digits are lost. Format the column as text, enter the codes again, and export it anew.`,
    )
  return code.replace(/^(\d+)[.,]0+$/, '$1')
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
  compare('album', texts.album, album.album, SAY_THE_SAME)
  for (const field of ['cover', 'artistImage'] as const) {
    compare(field, nameFile(files[field]), nameFile(album[field]), SAY_THE_SAME)
    album[field] ??= files[field]
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
