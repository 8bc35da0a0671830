import { ApiError, type Media, type Result } from '@songreel/sdk'
import { songreel } from '../../../client.ts'

/** A song whose lyrics somebody else has saved meanwhile, and what they are now. */
export type OtherLyrics = { song: Result<Media>; theirs: string }

/** Saves the lyrics of a song; if somebody else has saved others since it was read, nothing is saved, and those are returned. */
export async function saveLyrics(song: Result<Media>, lyricsText: string): Promise<OtherLyrics | undefined> {
  const tag = song.$meta.headers.get('etag')
  try {
    await songreel.media.update(song.mediaId, { lyricsText }, tag ? { headers: { 'If-Match': tag } } : {})
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PRECONDITION_FAILED') throw error
    const now = await songreel.media.get(song.mediaId)
    // Another title or cover is no matter here.
    if (now.textAssetsIds.LYRICS === song.textAssetsIds.LYRICS) return saveLyrics(now, lyricsText)
    return { song: now, theirs: await readWords(now) }
  }
}

async function readWords({ mediaId, textAssetsIds: { LYRICS: assetId } }: Media): Promise<string> {
  if (!assetId) return ''
  try {
    const { lines } = await songreel.media.lyrics(mediaId)
    return lines.map(({ text }) => text).join('\n')
  } catch {
    // Plain text of a song without audio has no lines yet: it is shown as it was saved.
    return (await songreel.uploads.download(assetId)).text()
  }
}
