import type { Content } from '@songreel/sdk'
import { songreel } from '../../client.ts'
import { describeError } from '../../format/describe-error.ts'
import { composeBatch } from './compose-batch.ts'
import { changeSong, type Draft, type DraftSong, draft, removeSong, type SongFiles } from './draft.ts'
import { saveSong } from './save-song.ts'
import { countPhotos } from './song-state.ts'
import { countFiles } from './template-needs.ts'

/**
 * Saves each song and makes its batch, one after the other. What was sent leaves the draft; what was refused stays in it with
 * the reason. Returns the ids of the batches.
 */
export async function sendSongs(
  songs: DraftSong[],
  templates: Content[],
  onSent: (count: number) => void,
): Promise<string[]> {
  const sent: string[] = []
  // As it is now: songs leave the draft while the others are still to come.
  const whole = draft.value
  for (const song of songs) {
    try {
      const mediaId = await saveSong(song.songId)
      const saved = { mediaId, artist: song.artist, album: song.album, record: '' }
      const has = await lookForPhoto(whole, { ...song, saved })
      const body = composeBatch(whole, { ...song, saved, ...(has && { has }) }, templates)
      const { batchId } = await songreel.batches.create(body, {
        idempotencyKey: `${whole.key}-${song.songId}`,
      })
      sent.push(batchId)
      removeSong(song.songId)
      onSent(sent.length)
    } catch (error) {
      changeSong(song.songId, { problem: describeError(error) })
    }
  }
  return sent
}

/** The artist of a song that nobody looked at may have a photo, too. */
async function lookForPhoto({ chosen }: Draft, song: DraftSong): Promise<SongFiles | undefined> {
  const isAsked = chosen.some(({ background }) => background === 'ARTIST')
  if (!isAsked || !song.saved) return undefined
  return { ...countFiles(song), photos: await countPhotos(await songreel.media.get(song.saved.mediaId)) }
}
