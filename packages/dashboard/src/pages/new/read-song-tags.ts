import type { DraftSong } from './draft.ts'

/** What is written in a song's file. */
export type FileTags = Partial<Pick<DraftSong, 'title' | 'artist' | 'album' | 'isrc'>> & { cover?: Blob }

/** Reads a song's tags where it lies, before it is sent anywhere. The reader is loaded with the first song; a file without readable tags has none. */
export async function readSongTags(file: File): Promise<FileTags> {
  try {
    const [{ parseBlob }, { chooseTags }] = await Promise.all([
      import('music-metadata'),
      import('@songreel/audio/tags'),
    ])
    const { picture, title, artist, album, isrc } = chooseTags(await parseBlob(file, { duration: false }))
    const cover = picture && new Blob([new Uint8Array(picture.data)], { type: picture.mimeType })
    return { title, artist, album, isrc, cover }
  } catch {
    return {}
  }
}
