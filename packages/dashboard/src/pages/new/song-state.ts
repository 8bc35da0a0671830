import { signal } from '@preact/signals'
import type { Media } from '@songreel/sdk'
import { songreel } from '../../client.ts'
import { describeError } from '../../format/describe-error.ts'
import { formatCount } from '../../format/format.ts'
import { changeDraft, type DraftSong, draft, findFile, findShownSong, isNamed, newSong } from './draft.ts'
import { saveSong } from './save-song.ts'
import { uploads } from './upload-files.ts'

const LOOK_MS = 700

/** The song that previews show, on its way: what is still missing, then the record with everything heard and seen. */
export type SongState =
  | { step: 'missing' | 'uploading' | 'preparing' | 'failed'; words: string; media?: undefined }
  | { step: 'ready'; words: string; media: Media; photos: number }

type Waiting = Exclude<SongState, { step: 'ready' }>

export const song = signal<SongState>({ step: 'missing', words: 'Add a song first.' })

let run = 0

/** Says how far the files are, and saves nothing: in the first step people are still typing. */
export function noteFiles(): void {
  const waiting = describeWaiting()
  if (waiting || song.value.step !== 'ready')
    song.value = waiting ?? { step: 'missing', words: 'Everything is here.' }
}

/** Brings the catalogue up to what the draft says of the song that is shown. Called whenever something changed; the latest call wins. */
export async function prepareSong(): Promise<void> {
  const mine = ++run
  const isLatest = () => mine === run
  const shown = findShownSong()
  const waiting = shown ? findWaiting(shown) : describeWaiting()
  if (waiting || !shown) {
    song.value = waiting ?? song.value
    return
  }
  try {
    if (song.value.media?.mediaId !== shown.saved?.mediaId || song.value.step !== 'ready')
      song.value = { step: 'preparing', words: 'Listening to your song…' }
    const mediaId = await saveSong(shown.songId)
    await followUntilReady(mediaId, isLatest)
  } catch (error) {
    if (isLatest()) song.value = { step: 'failed', words: describeError(error) }
  }
}

/** Adds a song of the catalogue as it is. */
export async function chooseSong(mediaId: string): Promise<void> {
  const { name, artistId, textAssetsIds, videoAssets } = await songreel.media.get(mediaId)
  const artist = await songreel.artists.get(artistId)
  const saved = { mediaId, artist: artist.name, album: '', record: '' }
  const photos = artist.imageAssetId ? 1 : 0
  const has = { lyrics: textAssetsIds.LYRICS ? 1 : 0, clips: videoAssets.length, photos }
  const chosen = newSong({ title: name, artist: artist.name, saved, has, isFromCatalogue: true })
  const others = draft.value.songs.filter((each) => each.saved?.mediaId !== mediaId)
  changeDraft({ songs: [...others, chosen], shownId: chosen.songId })
}

/** What a song still needs before it can be saved. */
export function findWaiting(each: DraftSong): Waiting | undefined {
  const { files, saved, isFromCatalogue } = each
  if (isFromCatalogue && saved) return undefined
  const broken = files.find(({ error }) => error)
  if (broken) return { step: 'failed', words: `${broken.name}: ${broken.error}` }
  if (!findFile(each, 'audio')) return { step: 'missing', words: 'Add a song first.' }
  if (!isNamed(each)) return { step: 'missing', words: 'Fill in the title and the artist first.' }
  const late = files.filter(({ url }) => !url)
  if (late.length === 0) return undefined
  const names = late.map(({ fileId, name }) => `${name} (${uploads.value[fileId] ?? 0} %)`)
  return { step: 'uploading', words: `Still uploading ${names.join(', ')}` }
}

/** What all of the songs still need, in one sentence: what a person has to do comes first. */
export function describeWaiting(): Waiting | undefined {
  const { songs } = draft.value
  const waiting = songs.flatMap((each) => findWaiting(each) ?? [])
  const [first] = (['failed', 'missing', 'uploading'] as const).flatMap((step) =>
    waiting.filter((each) => each.step === step),
  )
  if (!first && songs.length === 0) return { step: 'missing', words: 'Add a song first.' }
  if (!first || songs.length === 1) return first
  const alike = waiting.filter(({ step }) => step === first.step).length
  if (first.step === 'uploading') return { ...first, words: `Still uploading ${formatCount(alike, 'song')}` }
  return {
    ...first,
    words: `${alike} of ${songs.length} songs ${alike === 1 ? 'needs' : 'need'} you. ${first.words}`,
  }
}

async function followUntilReady(mediaId: string, isLatest: () => boolean): Promise<void> {
  while (isLatest()) {
    const media = await songreel.media.get(mediaId)
    const { DEFAULT: audioId } = media.audioAssets
    const ids = [audioId, media.imageAssetId, ...media.videoAssets.map(({ id }) => id)]
    const photos = await countPhotos(media)
    const assets = await Promise.all(ids.filter((id) => id != null).map((id) => songreel.assets.get(id)))
    if (!isLatest()) return
    const failed = assets.find(({ status }) => status === 'FAILED')
    if (failed) song.value = { step: 'failed', words: failed.error?.message ?? 'A file could not be read.' }
    else if (assets.every(({ status }) => status === 'READY'))
      song.value = { step: 'ready', words: 'Previews show your song and cover.', media, photos }
    else {
      song.value = { step: 'preparing', words: 'Listening to your song…' }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      continue
    }
    return
  }
}

/** How many photos there are of a song's artist. */
export async function countPhotos({ artistId }: Pick<Media, 'artistId'>): Promise<number> {
  return (await songreel.artists.get(artistId)).imageAssetId ? 1 : 0
}
