import type { BatchInput, Songreel } from '@songreel/sdk'
import { usageError } from '../cli-error.ts'
import { isUrl, uploadUnlessUrl } from './upload-unless-url.ts'

/** What can be said about a song. */
export type SongFlags = {
  art?: string
  lyrics?: string
  clip?: string[]
  photo?: string
  title?: string
  artist?: string
  album?: string
  key?: string
  dryRun?: boolean
}

type Context = {
  client: Songreel
  flags: SongFlags & { json?: boolean; quiet?: boolean }
  signal: AbortSignal
}

/** Stands for a file that a dry run does not upload. */
const PLACE = 'https://files.example.com/'

/** The song of a request: its names from the flags, the file's tags or its name, and its files uploaded. */
export async function composeSong(
  song: string,
  context: Context,
): Promise<Pick<BatchInput, 'artist' | 'mediaBundle' | 'media'>> {
  const { client, flags, signal } = context
  const { title, artist, album, art } = await readFacts(song, context)
  if (!artist) throw usageError('Whose song is it? Say so: --artist <name>')
  const place = async (field: string, file: string) => {
    if (flags.dryRun) return isUrl(file) ? file : `${PLACE}${encodeURIComponent(file)}`
    return uploadUnlessUrl(client, file, {
      signal,
      flags,
      ...(flags.key && { key: `${flags.key} ${field}` }),
    })
  }
  const artworkUrl = art && (await place('artwork', art))
  const imageUrl = flags.photo && (await place('photo', flags.photo))
  const lyricsUrl = flags.lyrics && (await place('lyrics', flags.lyrics))
  const videoUrls: string[] = []
  for (const clip of flags.clip ?? []) videoUrls.push(await place(`video ${videoUrls.length + 1}`, clip))
  return {
    artist: { name: artist, ...(imageUrl && { imageUrl }) },
    mediaBundle: { name: album || title },
    media: {
      name: title,
      audioUrl: await place('audio', song),
      ...(artworkUrl && { artworkUrl }),
      ...(lyricsUrl && { lyricsUrl }),
      ...(videoUrls.length > 0 && { videoUrls }),
    },
  }
}

/** A file says what it is called and may have a cover beside it; of an address nothing is known. */
async function readFacts(song: string, { flags, signal }: Context) {
  const { title, artist, album, art } = flags
  const names = { ...(title && { title }), ...(artist && { artist }), ...(album && { album }) }
  if (isUrl(song)) {
    if (title) return { title, artist, album, art }
    throw usageError('A song at an address needs its names: --title <name> --artist <name>')
  }
  const { findFiles, readSong } = await import('../songs/read-song.ts')
  const files = await findFiles({ song, ...(art && !isUrl(art) && { art }) })
  const read = await readSong(files, names, { signal })
  return { ...read.song, art: art ?? read.cover.file }
}
