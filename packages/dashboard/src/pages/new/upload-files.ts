import { signal } from '@preact/signals'
import { describeEndings, FILE_TYPES } from '@songreel/contract/file-types'
import { readSongList, readTableFile } from '../../catalogue/read-song-list.ts'
import { songreel, toOwnUrl } from '../../client.ts'
import type { PickedFile } from '../../components/picked-files.ts'
import { takeAccent } from '../../components/take-accent.ts'
import { warnWhile } from '../../components/warn-on-leave.ts'
import { describeError } from '../../format/describe-error.ts'
import {
  changeDraft,
  changeFile,
  changeSong,
  type DraftFile,
  type DraftSong,
  draft,
  findFile,
  newKey,
} from './draft.ts'
import { nameFile } from './file-paths.ts'
import { lacksCover } from './find-owners.ts'
import { markFile } from './mark-file.ts'
import { findRole, nameByTags, placeFile, placeInSong, placeRows } from './place-files.ts'
import { readSongTags } from './read-song-tags.ts'

/** What browsers offer to choose. */
export const ACCEPTED = [
  'audio/*',
  'image/*',
  'video/*',
  ...[...FILE_TYPES.keys(), 'csv', 'tsv'].map((ending) => `.${ending}`),
].join()

const TABLE = /\.(csv|tsv)$/i
const KINDS = `Songs are ${describeEndings('AUDIO')}; covers ${describeEndings('IMAGE')}; videos ${describeEndings('VIDEO')}; lyrics ${describeEndings('TEXT')}; lists csv.`
/** More would take a while to check, and nobody looks through them. */
const MOST_SONGS = 200
/** What a folder's picture is called if it is the cover, best first: of several, that one is taken. */
const COVER_NAMES = /^(cover|folder|front|album)\./i

/** Percent of each upload that is on its way, by the file's id. */
export const uploads = signal<Record<string, number>>({})

/** Covers as they were chosen, by the file's id, until the server shows them. */
const chosenCovers = signal<Record<string, string>>({})

/** A file that is chosen again, or taken away, is no longer sent. */
const running = new Map<string, AbortController>()

/** A file that was taken, with what the draft knows of it. */
type Taken = { file: Blob; known: DraftFile }

/** Takes files in and sends them off; the person goes on meanwhile. Says what was not taken, and why. */
export async function takeFiles(picked: PickedFile[]): Promise<string[]> {
  const problems: string[] = []
  for (const { file } of picked.filter(({ path }) => TABLE.test(path)))
    problems.push(...takeTable(await readTableFile(file)))
  const others = picked.filter(({ path }) => !TABLE.test(path))
  const unknown = others.filter(({ file }) => !findRole(file))
  if (unknown.length > 0) problems.push(`Not taken: ${unknown.map(({ path }) => path).join(', ')}. ${KINDS}`)
  const files = await Promise.all(others.map(describeFile))
  const together = new Set<string>()
  const taken: Taken[] = []
  for (const each of sortForPlacing(files.flat())) {
    const problem = place(each.known, together)
    if (problem) problems.push(problem)
    else taken.push(each)
    together.add(each.known.fileId)
  }
  for (const each of taken) startUpload(each)
  for (const each of taken) if (each.known.role === 'audio') nameSongs(each)
  return problems
}

/** Takes a cover for one song. */
export async function takeCover(songId: string, file: File): Promise<void> {
  const [taken] = await describeFile({ file, path: file.name })
  if (taken?.known.role !== 'cover') throw new Error(`${file.name} is no picture. ${KINDS}`)
  changeDraft({ songs: placeInSong(draft.value.songs, songId, taken.known) })
  startUpload(taken)
}

/** Takes the songs of a CSV, of rows from a spreadsheet, or of links, one a line. Says what is wrong with the others. */
export function takeTable(text: string): string[] {
  const { rows, problems } = readSongList(text)
  const songs = placeRows(draft.value.songs, rows)
  changeDraft({ songs: songs.slice(0, MOST_SONGS) })
  const left = songs.length - MOST_SONGS
  return left > 0 ? [...problems, `${MOST_SONGS} songs go at once; ${left} were left out.`] : problems
}

export function removeFile({ songId, files }: DraftSong, fileId: string): void {
  changeSong(songId, { files: files.filter((file) => file.fileId !== fileId) })
  stopUnused()
}

/** A picture of a song that can be shown: a link of somebody else's can't. */
export function findCover(song: DraftSong): string | undefined {
  const { fileId, url, bytes } = findFile(song, 'cover') ?? {}
  const stored = url && bytes !== undefined ? toOwnUrl(url) : undefined
  return (fileId && chosenCovers.value[fileId]) || stored
}

async function describeFile({ file, path }: PickedFile): Promise<Taken[]> {
  const role = findRole(file)
  if (!role) return []
  const mark = await markFile(file).catch(() => undefined)
  return [{ file, known: { fileId: newKey('file'), role, name: path, mark, bytes: file.size } }]
}

/** Songs first: what else there is belongs to one of them. A picture that is called a cover comes before the others. */
function sortForPlacing(files: Taken[]): Taken[] {
  const rank = ({ known: { role, name } }: Taken) =>
    role === 'audio' ? 0 : COVER_NAMES.test(nameFile(name)) ? 1 : 2
  return files.toSorted((a, b) => rank(a) - rank(b))
}

function place(file: DraftFile, together: ReadonlySet<string>): string | undefined {
  const songs = placeFile(draft.value.songs, file, together)
  if (!songs && file.role === 'audio')
    return `Several songs wait for a file called ${file.name}. Drop their folder: then it is clear which one it is.`
  if (!songs)
    return `Whose is ${file.name}? Give it the name of its song's file, or drop the folder that both are in.`
  if (songs.length > MOST_SONGS) return `${MOST_SONGS} songs go at once; ${file.name} was left out.`
  changeDraft({ songs })
  return undefined
}

/** Names the songs that have this audio as its tags do, and gives those without a cover the one inside it. */
async function nameSongs({ file, known: { fileId, name } }: Taken): Promise<void> {
  const { cover, ...tags } = await readSongTags(file as File)
  const isIts = (song: DraftSong) => song.files.some((each) => each.fileId === fileId)
  changeDraft({ songs: draft.value.songs.map((song) => (isIts(song) ? nameByTags(song, tags) : song)) })
  if (!cover || !draft.value.songs.some((song) => isIts(song) && lacksCover(song))) return
  const mark = await markFile(cover)
  const same = draft.value.songs
    .flatMap(({ files }) => files)
    .find((each) => each.isEmbedded && each.mark === mark)
  const embedded: DraftFile = same ?? {
    fileId: newKey('file'),
    role: 'cover',
    name: `the cover in ${name}`,
    mark,
    bytes: cover.size,
    isEmbedded: true,
  }
  const owners = draft.value.songs.filter((song) => isIts(song) && lacksCover(song))
  changeDraft({
    songs: owners.reduce((songs, { songId }) => placeInSong(songs, songId, embedded), draft.value.songs),
  })
  if (!same) startUpload({ file: cover, known: embedded })
}

function startUpload({ file, known: { fileId, role } }: Taken): void {
  if (role === 'cover') showCover(file, fileId)
  stopUnused()
  upload(file, fileId)
}

function showCover(file: Blob, fileId: string): void {
  const url = URL.createObjectURL(file)
  chosenCovers.value = { ...chosenCovers.value, [fileId]: url }
  // A picture that this browser can't show (HEIC) leaves the accent as it is.
  takeAccent(url).catch(() => {})
}

/** What no song has any more is not sent on. */
function stopUnused(): void {
  const used = new Set(draft.value.songs.flatMap(({ files }) => files.map(({ fileId }) => fileId)))
  for (const [fileId, ended] of running) if (!used.has(fileId)) ended.abort()
}

/** One after the other: with forty at once, none would be there soon, and pages would wait for a free connection. */
let last: Promise<unknown> = Promise.resolve()

function upload(file: Blob, fileId: string): void {
  const ended = new AbortController()
  running.set(fileId, ended)
  uploads.value = { ...uploads.value, [fileId]: 0 }
  last = last.then(() => (ended.signal.aborted ? undefined : send(file, fileId, ended.signal)))
  warnWhile(last)
  last.then(() => {
    running.delete(fileId)
    const { [fileId]: _, ...rest } = uploads.value
    uploads.value = rest
  })
}

async function send(file: Blob, fileId: string, signal: AbortSignal): Promise<void> {
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) => {
    uploads.value = { ...uploads.value, [fileId]: Math.floor((sentBytes / Math.max(1, totalBytes)) * 100) }
  }
  try {
    const { url } = await songreel.uploads.create(file, { onProgress, signal })
    if (!signal.aborted) changeFile(fileId, { url, error: undefined })
  } catch (error) {
    if (!signal.aborted) changeFile(fileId, { error: describeError(error) })
  }
}
