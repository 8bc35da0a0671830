import { reserveIsrc, writeIsrc } from '../container/isrc-tag.ts'
import { reserveChapters, writeChapters } from '../container/mp4-chapters.ts'
import type { FormatFacts } from '../formats/catalogue.ts'
import type { RenderSong, VideoChapter } from '../plan/render-plan.ts'

/** What a file says about its song, or about its album and the songs in it. */
export type FileNames = { song: RenderSong; chapters?: readonly VideoChapter[] }

type TagFacts = Pick<FormatFacts, 'songTags'>

/** What the muxer writes about the song; where the ISRC or chapters need a box of their own, room is made for it. */
export function listSongTags({ songTags }: TagFacts, { song, chapters }: FileNames): Record<string, string> {
  const { title, artist, album, isrc } = song
  if (!songTags) return {}
  if (chapters) return { title, artist, album, ...(songTags !== 'TAGS' && reserveChapters(chapters)) }
  return { title, artist, album, ...(isrc && (songTags === 'TAGS' ? { isrc } : reserveIsrc())) }
}

/** Fills the room for the ISRC or the chapters in the closed file. */
export async function finishSongTags(
  { songTags }: TagFacts,
  file: string,
  { song: { isrc }, chapters, durationSecs }: FileNames & { durationSecs: number },
): Promise<void> {
  if (songTags !== 'TAGS_WITH_ISRC_BOX') return
  if (chapters) await writeChapters(file, chapters, durationSecs)
  else if (isrc) await writeIsrc(file, isrc)
}
