import type { CallOptions, Media, MediaBundle, Songreel } from '@songreel/sdk'
import type { Album, FileRef, Song } from './catalogue.ts'
import type { Change, FieldChange } from './change.ts'
import { isOtherFile } from './find-file-changes.ts'

/** What an import works with. */
export type Import = { client: Songreel; options: CallOptions; isDryRun: boolean }

/** The links of a song: by their column, the field of the API, and the record that holds them. */
const LINKS = [
  { field: 'videosite', apiField: 'videositeUrl', recordField: 'videositePluginId' },
  { field: 'streamer', apiField: 'streamerUrl', recordField: 'streamerPluginId' },
  { field: 'store', apiField: 'storeMusicUrl', recordField: 'storePluginId' },
] as const

/** Where a record's file goes. */
type RecordFile = { field: 'cover' | 'audio' | 'songCover' | 'lyrics'; apiField: string; file?: FileRef }

/** Brings an album to what the catalogue says; undefined if it is that already. `id` is missing in a dry run of a new one. */
export async function importAlbum(
  work: Import,
  album: Album,
  { found, artistId }: { found: MediaBundle | undefined; artistId: string | undefined },
): Promise<{ change: Change | undefined; mediaBundleId: string | undefined }> {
  const { client, options, isDryRun } = work
  const files: RecordFile[] = [{ field: 'cover', apiField: 'imageUrl', file: album.cover }]
  const fields = await findChanges(work, files, () => found?.imageAssetId)
  if (found && found.name !== album.album)
    fields.unshift({ field: 'album', from: found.name, to: album.album })
  const about = { kind: 'album', name: album.album, code: album.upc, fields } as const
  if (found && fields.length === 0) return { change: undefined, mediaBundleId: found.mediaBundleId }
  if (isDryRun) return finishAlbum(about, found, found?.mediaBundleId)
  const body = { name: album.album, ...(await sendFiles(work, files, fields)) }
  if (found) {
    await client.mediaBundles.update(found.mediaBundleId, body, options)
    return finishAlbum(about, found, found.mediaBundleId)
  }
  const input = { ...body, upc: album.upc, artistId: artistId ?? '' }
  return finishAlbum(about, found, (await client.mediaBundles.create(input, options)).mediaBundleId)
}

function finishAlbum(about: Omit<Change, 'action'>, found: MediaBundle | undefined, id: string | undefined) {
  const change: Change = { action: found ? 'UPDATE' : 'CREATE', ...about, id }
  return { change, mediaBundleId: id }
}

/** The same for a song of an album. */
export async function importSong(
  work: Import,
  song: Song,
  { found, mediaBundleId }: { found: Media | undefined; mediaBundleId: string | undefined },
): Promise<Change | undefined> {
  const { client, options, isDryRun } = work
  const files: RecordFile[] = [
    { field: 'audio', apiField: 'audioUrl', file: song.audio },
    { field: 'songCover', apiField: 'imageUrl', file: song.songCover },
    { field: 'lyrics', apiField: 'lyricsUrl', file: song.lyrics },
  ]
  const assets = {
    audio: found?.audioAssets.DEFAULT,
    songCover: found?.imageAssetId,
    lyrics: found?.textAssetsIds.LYRICS,
  }
  const fields = await findChanges(work, files, (field) => assets[field as keyof typeof assets])
  fields.push(...(await findLinkChanges(work, song, found)))
  if (found && found.name !== song.title) fields.unshift({ field: 'title', from: found.name, to: song.title })
  if (found && fields.length === 0) return undefined
  const about = { kind: 'song', name: song.title, code: song.isrc, fields } as const
  const change: Change = { action: found ? 'UPDATE' : 'CREATE', ...about, id: found?.mediaId }
  if (isDryRun) return change
  const body = { name: song.title, ...listLinks(song, fields), ...(await sendFiles(work, files, fields)) }
  if (found) await client.media.update(found.mediaId, body, options)
  else {
    const input = { ...body, isrc: song.isrc, mediaBundleId: mediaBundleId ?? '' }
    change.id = (await client.media.create(input, options)).mediaId
  }
  return change
}

async function findChanges(
  { client, options }: Import,
  files: readonly RecordFile[],
  findAsset: (field: RecordFile['field']) => string | null | undefined,
): Promise<FieldChange[]> {
  const changes: FieldChange[] = []
  for (const { field, file } of files)
    if (await isOtherFile(client, findAsset(field), file, options)) changes.push({ field })
  return changes
}

async function findLinkChanges(
  { client, options }: Import,
  song: Song,
  found: Media | undefined,
): Promise<FieldChange[]> {
  const changes: FieldChange[] = []
  for (const { field, recordField } of LINKS) {
    const to = song[field]
    if (to === undefined) continue
    const pluginId = found?.[recordField]
    const from = pluginId ? (await client.plugins.get(pluginId, options)).url : undefined
    if (from !== to) changes.push({ field, from, to })
  }
  return changes
}

function listLinks(song: Song, changes: readonly FieldChange[]): Record<string, string | undefined> {
  const changed = LINKS.filter(({ field }) => changes.some((change) => change.field === field))
  return Object.fromEntries(changed.map(({ field, apiField }) => [apiField, song[field]]))
}

/** The addresses of the files that change, those on this computer after they have been sent. */
async function sendFiles(
  { client, options }: Import,
  files: readonly RecordFile[],
  changes: readonly FieldChange[],
): Promise<Record<string, string>> {
  const urls: Record<string, string> = {}
  for (const { field, apiField, file } of files) {
    if (!file || !changes.some((change) => change.field === field)) continue
    urls[apiField] = file.url ?? (await client.uploads.create(file.path, options)).url
  }
  return urls
}
