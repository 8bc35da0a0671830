import { findOrCreateSong } from '../../catalogue/find-or-create-song.ts'
import { songreel } from '../../client.ts'
import { changeSong, type DraftSong, draft, findFile } from './draft.ts'

/** One after the other: two songs of a new artist make one artist, and a song that is saved twice is one song. */
let last: Promise<unknown> = Promise.resolve()

/** Creates the song in the catalogue, or changes what is different. Another artist or album is another song. Returns its id there. */
export function saveSong(songId: string): Promise<string> {
  const turn = last.then(() => {
    const song = draft.value.songs.find((each) => each.songId === songId)
    if (!song) throw new Error('The song was taken away.')
    return save(song)
  })
  last = turn.catch(() => {})
  return turn
}

async function save(song: DraftSong): Promise<string> {
  const { songId, artist, album, saved, isFromCatalogue } = song
  if (saved && isFromCatalogue) return saved.mediaId
  const input = composeMedia(song)
  const record = JSON.stringify(input)
  if (saved && saved.artist === artist && saved.album === album) {
    if (saved.record === record) return saved.mediaId
    const { imageUrl = null, lyricsUrl = null, isrc = null } = input
    await songreel.media.update(saved.mediaId, { ...input, imageUrl, lyricsUrl, isrc })
    changeSong(songId, { saved: { ...saved, record } })
    return saved.mediaId
  }
  const { mediaId } = await findOrCreateSong(input, song)
  changeSong(songId, { saved: { mediaId, artist, album, record } })
  return mediaId
}

function composeMedia(song: DraftSong) {
  const { title, isrc, files } = song
  return {
    name: title.trim(),
    isrc: isrc.trim() || undefined,
    audioUrl: findFile(song, 'audio')?.url,
    imageUrl: findFile(song, 'cover')?.url,
    lyricsUrl: findFile(song, 'lyrics')?.url,
    videoUrls: files.flatMap(({ role, url }) => (role === 'clip' && url ? [url] : [])),
  }
}
