import { signal } from '@preact/signals'
import { songreel } from '../../client.ts'
import { describeError } from '../../parts/describe-error.ts'
import { takeAccent } from '../../words/take-accent.ts'
import { changeDraft, changeFile, type DraftFile, draft, type FileRole } from './draft.ts'

/** What browsers offer to choose. */
export const ACCEPTED = 'audio/*,image/*,video/*,.flac,.opus,.lrc,.srt,.vtt,.ttml,.ass,.txt'

/** Percent of each upload that is on its way, by the file's name. */
export const uploads = signal<Record<string, number>>({})

/** A file that is chosen again, or taken away, is no longer sent. */
const running = new Map<string, AbortController>()

const ENDINGS: [role: FileRole, ending: RegExp][] = [
  ['lyrics', /\.(lrc|srt|vtt|ttml|ass|txt)$/i],
  ['audio', /\.(mp3|flac|wav|aiff?|ogg|opus|m4a)$/i],
  ['cover', /\.(jpe?g|png|webp|avif|heic|gif)$/i],
  ['clip', /\.(mp4|mov|webm)$/i],
]

/** Takes files in and sends them off; the person goes on meanwhile. What is no file of a song is named in the result. */
export function takeFiles(files: File[]): string[] {
  const refused: string[] = []
  for (const file of files) {
    const role = findRole(file)
    if (role) take(file, role)
    else refused.push(file.name)
  }
  return refused
}

export function removeFile(name: string): void {
  running.get(name)?.abort()
  changeDraft({ files: draft.value.files.filter((file) => file.name !== name) })
}

function findRole({ name, type }: File): FileRole | undefined {
  const byName = ENDINGS.find(([, ending]) => ending.test(name))?.[0]
  if (byName) return byName
  if (type.startsWith('audio/')) return 'audio'
  if (type.startsWith('image/')) return 'cover'
  return type.startsWith('video/') ? 'clip' : undefined
}

function take(file: File, role: FileRole): void {
  const { files, isFromCatalogue } = draft.value
  const added: DraftFile = { role, name: file.name, bytes: file.size }
  const others = files.filter((each) => each.name !== file.name && (role === 'clip' || each.role !== role))
  const isNewSong = role === 'audio' && isFromCatalogue
  changeDraft({
    files: [...(isNewSong ? [] : others), added],
    ...(isNewSong && { isFromCatalogue: false, saved: undefined, title: '', artist: '' }),
    ...(role === 'audio' && { range: undefined }),
  })
  if (role === 'audio') nameSong(file.name)
  if (role === 'cover') {
    const url = URL.createObjectURL(file)
    chosenCover.value = url
    // A picture that this browser can't show (HEIC) leaves the accent as it is.
    takeAccent(url).catch(() => {})
  }
  upload(file)
}

/** The cover as it was chosen, until the server shows it. */
export const chosenCover = signal<string | undefined>(undefined)

async function upload(file: File): Promise<void> {
  const { name } = file
  const ended = new AbortController()
  running.get(name)?.abort()
  running.set(name, ended)
  const { signal } = ended
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) => {
    uploads.value = { ...uploads.value, [name]: Math.floor((sentBytes / Math.max(1, totalBytes)) * 100) }
  }
  onProgress({ sentBytes: 0, totalBytes: file.size })
  try {
    const { url } = await songreel.uploads.create(file, { onProgress, signal })
    if (!signal.aborted) changeFile(name, { url, error: undefined })
  } catch (error) {
    if (!signal.aborted) changeFile(name, { error: describeError(error) })
  }
  if (running.get(name) !== ended) return
  running.delete(name)
  const { [name]: _, ...rest } = uploads.value
  uploads.value = rest
}

/** `Nova Lane - Midnight Drive.mp3` says both; any other name is a title. What somebody typed stays. */
function nameSong(fileName: string): void {
  const stem = fileName.replace(/\.[^.]+$/, '')
  const [, artist = '', title = stem] = /^(.+?) [-–—] (.+)$/.exec(stem) ?? []
  const { title: typedTitle, artist: typedArtist } = draft.value
  changeDraft({ title: typedTitle || title.replaceAll('_', ' '), artist: typedArtist || artist })
}
