import { signal } from '@preact/signals'
import type { Background } from '@songreel/sdk'

/** What a file is to a song. */
export type FileRole = 'audio' | 'cover' | 'lyrics' | 'clip'

/** A file of a song. `url` is there as soon as the server has it; one that was given as a link has no size. */
export type DraftFile = {
  /** What it is known by: folders are full of files that are called `master.wav`. */
  fileId: string
  role: FileRole
  /** With its folder, where the browser tells it, so that people can tell two of one name apart. A link is itself. */
  name: string
  /** Of what is in it: two of one name and one mark are the same file, chosen again. */
  mark?: string
  bytes?: number
  url?: string
  error?: string
  /** It was found inside the song's file, and gives way to any other cover. */
  isEmbedded?: boolean
}

/** A template that was chosen, with its data, and what lies behind it if that is not the cover. */
export type ChosenTemplate = {
  contentId: string
  requiredData: Record<string, unknown>
  background?: Background
}

/** Which part of the song, in seconds. */
export type Range = { start: number; end: number }

/** The song in the catalogue, and what it was saved with. */
export type SavedSong = { mediaId: string; artist: string; album: string; record: string }

/** How many files a song has of the kinds that some templates need; a photo is its artist's. */
export type SongFiles = { lyrics: number; clips: number; photos?: number }

/** A song of the draft. What is empty is not known. */
export type DraftSong = {
  songId: string
  files: DraftFile[]
  title: string
  artist: string
  album: string
  isrc: string
  saved?: SavedSong
  /** It was in the catalogue before: its files stay as they are. */
  isFromCatalogue: boolean
  /** How many lyrics and clips a song of the catalogue has, and photos of its artist. */
  has?: SongFiles
  /** Without one, every template takes the song's best moment for its length. */
  range?: Range
  /** Why it could not be sent. */
  problem?: string
}

/** Batches that somebody is putting together: one for each song, all with the same templates. */
export type Draft = {
  songs: DraftSong[]
  /** The song that previews show; the first one if it is gone. */
  shownId?: string
  chosen: ChosenTemplate[]
  shapes: string[]
  motion: 'FULL' | 'REDUCED'
  quality: string
  /** Which brand the videos wear; null: none. Without it, that of the artist or of the organization. */
  brandId?: string | null
  ref: string
  webhookUrl: string
  /** Some of its songs were sent already: what is left belongs to them. */
  isPart?: boolean
  /** The same however often it is sent: two presses make one batch of each song. */
  key: string
}

const KEY = 'songreel-new-batch'

/** The draft of this tab. It survives a reload, and a second tab has its own. */
export const draft = signal<Draft>(readDraft())

/** Changes some of it, and keeps it. */
export function changeDraft(next: Partial<Draft>): void {
  draft.value = { ...draft.value, ...next }
  sessionStorage.setItem(KEY, JSON.stringify(draft.value))
}

/** Starts from nothing. */
export function clearDraft(): void {
  changeDraft(emptyDraft())
}

/** The song that previews show. */
export function findShownSong(): DraftSong | undefined {
  const { songs, shownId } = draft.value
  return songs.find(({ songId }) => songId === shownId) ?? songs[0]
}

/** Changes one song, and so gives it another chance; it may have been taken away in the meantime. */
export function changeSong(songId: string, next: Partial<DraftSong>): void {
  changeDraft({
    songs: draft.value.songs.map((song) =>
      song.songId === songId ? { ...song, problem: undefined, ...next } : song,
    ),
  })
}

export function removeSong(songId: string): void {
  changeDraft({ songs: draft.value.songs.filter((song) => song.songId !== songId) })
}

/** Changes a file in every song that has it: a cover may be that of a whole album. */
export function changeFile(fileId: string, next: Partial<DraftFile>): void {
  changeDraft({
    songs: draft.value.songs.map((song) => ({
      ...song,
      files: song.files.map((file) => (file.fileId === fileId ? { ...file, ...next } : file)),
    })),
  })
}

export function findFile({ files }: Pick<DraftSong, 'files'>, role: FileRole): DraftFile | undefined {
  return files.find((file) => file.role === role)
}

/** Whether a song can be named in a video. */
export function isNamed({ title, artist }: Pick<DraftSong, 'title' | 'artist'>): boolean {
  return title.trim() !== '' && artist.trim() !== ''
}

export function newSong(known: Partial<DraftSong>): DraftSong {
  const empty = { files: [], title: '', artist: '', album: '', isrc: '', isFromCatalogue: false }
  return { songId: newKey('song'), ...empty, ...known }
}

function emptyDraft(): Draft {
  return {
    songs: [],
    shownId: undefined,
    chosen: [],
    shapes: ['9x16'],
    motion: 'FULL',
    quality: 'FULL',
    brandId: undefined,
    ref: '',
    webhookUrl: '',
    isPart: undefined,
    key: newKey('new'),
  }
}

export function newKey(prefix: string): string {
  return `${prefix}-${Date.now()}-${Math.random().toString(36).slice(2)}`
}

function readDraft(): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Draft>
    // What was on its way when the page was left is not on its way any more.
    const interrupted = { error: 'The upload was interrupted. Choose the file again.' }
    const songs = (kept.songs ?? []).map((song) => ({
      ...song,
      files: song.files.map((file) => ({
        ...(!file.url && interrupted),
        ...file,
        // A draft of an earlier version knew files by their names.
        fileId: file.fileId ?? file.name,
      })),
    }))
    return { ...emptyDraft(), ...kept, songs }
  } catch {
    return emptyDraft()
  }
}
