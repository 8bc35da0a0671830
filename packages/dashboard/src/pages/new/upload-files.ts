import { signal } from '@preact/signals'
import { readSongList } from '../../catalogue/read-song-list.ts'
import { songreel, toOwnUrl } from '../../client.ts'
import { describeError } from '../../parts/describe-error.ts'
import { takeAccent } from '../../words/take-accent.ts'
import { changeDraft, changeFile, changeSong, type DraftSong, draft, findFile } from './draft.ts'
import { findRole, placeFile, placeRows } from './place-files.ts'

/** What browsers offer to choose. */
export const ACCEPTED = 'audio/*,image/*,video/*,.flac,.opus,.lrc,.srt,.vtt,.ttml,.ass,.txt,.csv,.tsv'

const TABLE = /\.(csv|tsv)$/i
const KINDS =
  'Songs are mp3, flac, wav, aiff, ogg, opus or m4a; covers jpeg, png, webp, avif, heic or gif; videos mp4, mov or webm; lyrics lrc, srt, vtt, ttml, ass or txt; lists csv.'
/** More would take a while to check, and nobody looks through them. */
const MOST_SONGS = 200

/** Percent of each upload that is on its way, by the file's name. */
export const uploads = signal<Record<string, number>>({})

/** Covers as they were chosen, by the file's name, until the server shows them. */
export const chosenCovers = signal<Record<string, string>>({})

/** A file that is chosen again, or taken away, is no longer sent. */
const running = new Map<string, AbortController>()

/** Takes files in and sends them off; the person goes on meanwhile. Says what was not taken, and why. */
export async function takeFiles(files: File[]): Promise<string[]> {
  const problems: string[] = []
  for (const table of files.filter(({ name }) => TABLE.test(name)))
    problems.push(...takeTable(await table.text()))
  const others = files.filter(({ name }) => !TABLE.test(name))
  const unknown = others.filter((file) => !findRole(file))
  if (unknown.length > 0) problems.push(`Not taken: ${unknown.map(({ name }) => name).join(', ')}. ${KINDS}`)
  const isAudio = (file: File) => findRole(file) === 'audio'
  // Songs first: what else there is belongs to one of them.
  for (const file of [...others.filter(isAudio), ...others.filter((each) => !isAudio(each))])
    problems.push(...take(file))
  return problems
}

/** Takes the songs of a CSV, of rows from a spreadsheet, or of links, one a line. Says what is wrong with the others. */
export function takeTable(text: string): string[] {
  const { rows, problems } = readSongList(text)
  const songs = placeRows(draft.value.songs, rows)
  changeDraft({ songs: songs.slice(0, MOST_SONGS) })
  const left = songs.length - MOST_SONGS
  return left > 0 ? [...problems, `${MOST_SONGS} songs go at once; ${left} were left out.`] : problems
}

export function removeFile({ songId, files }: DraftSong, name: string): void {
  changeSong(songId, { files: files.filter((file) => file.name !== name) })
  if (!draft.value.songs.some((song) => song.files.some((file) => file.name === name)))
    running.get(name)?.abort()
}

/** A picture of a song that can be shown: a link of somebody else's can't. */
export function findCover(song: DraftSong): string | undefined {
  const { name, url, bytes } = findFile(song, 'cover') ?? {}
  const stored = url && bytes !== undefined ? toOwnUrl(url) : undefined
  return (name && chosenCovers.value[name]) || stored
}

function take(file: File): string[] {
  const role = findRole(file)
  if (!role) return []
  const { name, size } = file
  const songs = placeFile(draft.value.songs, { role, name, bytes: size })
  if (!songs) return [`Whose is ${name}? Give it the name of its song's file, and drop it again.`]
  if (songs.length > MOST_SONGS) return [`${MOST_SONGS} songs go at once; ${name} was left out.`]
  changeDraft({ songs })
  if (role === 'cover') showCover(file)
  upload(file)
  return []
}

function showCover(file: File): void {
  const url = URL.createObjectURL(file)
  chosenCovers.value = { ...chosenCovers.value, [file.name]: url }
  // A picture that this browser can't show (HEIC) leaves the accent as it is.
  takeAccent(url).catch(() => {})
}

/** One after the other: with forty at once, none would be there soon, and pages would wait for a free connection. */
let last: Promise<unknown> = Promise.resolve()

function upload(file: File): void {
  const { name } = file
  const ended = new AbortController()
  running.get(name)?.abort()
  running.set(name, ended)
  uploads.value = { ...uploads.value, [name]: 0 }
  last = last.then(() => (ended.signal.aborted ? undefined : send(file, ended.signal)))
  last.then(() => {
    if (running.get(name) !== ended) return
    running.delete(name)
    const { [name]: _, ...rest } = uploads.value
    uploads.value = rest
  })
}

async function send(file: File, signal: AbortSignal): Promise<void> {
  const { name } = file
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) => {
    uploads.value = { ...uploads.value, [name]: Math.floor((sentBytes / Math.max(1, totalBytes)) * 100) }
  }
  try {
    const { url } = await songreel.uploads.create(file, { onProgress, signal })
    if (!signal.aborted) changeFile(name, { url, error: undefined })
  } catch (error) {
    if (!signal.aborted) changeFile(name, { error: describeError(error) })
  }
}
