import { signal } from '@preact/signals'
import type { Media } from '@songreel/sdk'
import { songreel } from '../../client.ts'
import { describeError } from '../../parts/describe-error.ts'
import { changeDraft, draft, findFile } from './draft.ts'
import { uploads } from './upload-files.ts'

const LOOK_MS = 700

/** The song on its way: what is still missing, then the record with everything heard and seen. */
export type SongState =
  | { step: 'missing' | 'uploading' | 'preparing' | 'failed'; words: string; media?: undefined }
  | { step: 'ready'; words: string; media: Media }

export const song = signal<SongState>({ step: 'missing', words: 'Add a song first.' })

let run = 0

/** Says how far the files are, and saves nothing: in the first step people are still typing. */
export function noteFiles(): void {
  const waiting = describeWaiting()
  if (waiting || song.value.step !== 'ready')
    song.value = waiting ?? { step: 'missing', words: 'Everything is here.' }
}

/** Brings the catalogue up to what the draft says. Called whenever something changed; the latest call wins. */
export async function saveSong(): Promise<void> {
  const mine = ++run
  const isLatest = () => mine === run
  const waiting = describeWaiting()
  if (waiting) {
    song.value = waiting
    return
  }
  try {
    if (song.value.step !== 'ready') song.value = { step: 'preparing', words: 'Listening to your song…' }
    const mediaId = await findOrSave()
    await followUntilReady(mediaId, isLatest)
  } catch (error) {
    if (isLatest()) song.value = { step: 'failed', words: describeError(error) }
  }
}

/** Takes a song of the catalogue as it is. */
export async function chooseSong(mediaId: string): Promise<void> {
  const media = await songreel.media.get(mediaId)
  const artist = await songreel.artists.get(media.artistId)
  changeDraft({
    files: [],
    title: media.name,
    artist: artist.name,
    saved: { mediaId, title: media.name, artist: artist.name, urls: '' },
    isFromCatalogue: true,
    range: undefined,
  })
  await saveSong()
}

function describeWaiting(): SongState | undefined {
  const { title, artist, files, saved, isFromCatalogue } = draft.value
  if (isFromCatalogue && saved) return undefined
  const broken = files.find(({ error }) => error)
  if (broken) return { step: 'failed', words: `${broken.name}: ${broken.error}` }
  if (!findFile('audio')) return { step: 'missing', words: 'Add a song first.' }
  if (!title.trim() || !artist.trim())
    return { step: 'missing', words: 'Fill in the title and the artist first.' }
  const late = files.filter(({ url }) => !url)
  if (late.length === 0) return undefined
  const names = late.map(({ name }) => `${name} (${uploads.value[name] ?? 0} %)`)
  return { step: 'uploading', words: `Still uploading ${names.join(', ')}` }
}

/** Creates the song, or changes what is different. Another artist is another song. */
async function findOrSave(): Promise<string> {
  const { title, artist, saved, isFromCatalogue, files } = draft.value
  if (saved && isFromCatalogue) return saved.mediaId
  const record = {
    name: title.trim(),
    audioUrl: findFile('audio')?.url,
    imageUrl: findFile('cover')?.url,
    lyricsUrl: findFile('lyrics')?.url,
    videoUrls: files.flatMap(({ role, url }) => (role === 'clip' && url ? [url] : [])),
  }
  const urls = JSON.stringify([record.audioUrl, record.imageUrl, record.lyricsUrl, record.videoUrls])
  if (saved && saved.artist === artist) {
    if (saved.title === title && saved.urls === urls) return saved.mediaId
    const { imageUrl = null, lyricsUrl = null } = record
    await songreel.media.update(saved.mediaId, { ...record, imageUrl, lyricsUrl })
    changeDraft({ saved: { ...saved, title, urls } })
    return saved.mediaId
  }
  const artistId = await findOrCreateArtist(artist.trim())
  const { mediaBundleId } = await songreel.mediaBundles.create({ name: record.name, artistId })
  const { mediaId } = await songreel.media.create({ ...record, mediaBundleId })
  changeDraft({ saved: { mediaId, artist, title, urls } })
  return mediaId
}

async function findOrCreateArtist(name: string): Promise<string> {
  const { items } = await songreel.artists.list({ q: name })
  const known = items.find((artist) => artist.name === name)
  return (known ?? (await songreel.artists.create({ name }))).artistId
}

async function followUntilReady(mediaId: string, isLatest: () => boolean): Promise<void> {
  while (isLatest()) {
    const media = await songreel.media.get(mediaId)
    const { DEFAULT: audioId } = media.audioAssets
    const ids = [audioId, media.imageAssetId, ...media.videoAssets.map(({ id }) => id)]
    const assets = await Promise.all(ids.filter((id) => id != null).map((id) => songreel.assets.get(id)))
    if (!isLatest()) return
    const failed = assets.find(({ status }) => status === 'FAILED')
    if (failed) song.value = { step: 'failed', words: failed.error?.message ?? 'A file could not be read.' }
    else if (assets.every(({ status }) => status === 'READY'))
      song.value = { step: 'ready', words: 'Previews show your song and cover.', media }
    else {
      song.value = { step: 'preparing', words: 'Listening to your song…' }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      continue
    }
    return
  }
}
