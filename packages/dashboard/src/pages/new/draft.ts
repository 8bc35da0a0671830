import { signal } from '@preact/signals'

/** What a file is to a song. */
export type FileRole = 'audio' | 'cover' | 'lyrics' | 'clip'

/** A file of the draft; `url` is there as soon as the server has it. */
export type DraftFile = { role: FileRole; name: string; bytes: number; url?: string; error?: string }

/** A look that was chosen, with its data. */
export type Look = { contentId: string; requiredData: Record<string, unknown> }

/** Which part of the song, in seconds. */
export type Range = { start: number; end: number }

/** The song in the catalogue, and what it was saved with. */
export type SavedSong = { mediaId: string; artist: string; title: string; urls: string }

/** A batch that somebody is putting together. */
export type Draft = {
  files: DraftFile[]
  title: string
  artist: string
  saved?: SavedSong
  /** A song that was in the catalogue before: its files stay as they are. */
  isFromCatalogue: boolean
  looks: Look[]
  shapes: string[]
  /** Without one, every look takes the song's best moment for its length. */
  range?: Range
  motion: 'FULL' | 'REDUCED'
  quality: string
  ref: string
  webhookUrl: string
  /** The same however often it is sent: two presses make one batch. */
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

export function findFile(role: FileRole): DraftFile | undefined {
  return draft.value.files.find((file) => file.role === role)
}

/** Changes the file of this name; it may have been taken away in the meantime. */
export function changeFile(name: string, next: Partial<DraftFile>): void {
  changeDraft({
    files: draft.value.files.map((file) => (file.name === name ? { ...file, ...next } : file)),
  })
}

function emptyDraft(): Draft {
  return {
    files: [],
    title: '',
    artist: '',
    saved: undefined,
    isFromCatalogue: false,
    looks: [],
    shapes: ['9x16'],
    range: undefined,
    motion: 'FULL',
    quality: 'FULL',
    ref: '',
    webhookUrl: '',
    key: `new-${Date.now()}-${Math.random().toString(36).slice(2)}`,
  }
}

function readDraft(): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Draft>
    // What was on its way when the page was left is not on its way any more.
    const files = (kept.files ?? []).map((file) =>
      file.url ? file : { ...file, error: 'The upload was interrupted. Choose the file again.' },
    )
    return { ...emptyDraft(), ...kept, files }
  } catch {
    return emptyDraft()
  }
}
