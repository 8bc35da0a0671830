import { reserveIsrc, writeIsrc } from '../container/isrc-tag.ts'
import type { FormatFacts } from '../formats/catalogue.ts'
import type { RenderSong } from '../plan/render-plan.ts'

/** What the muxer writes about the song; where the ISRC needs a box of its own, room is made for it. */
export function listSongTags(
  { songTags }: Pick<FormatFacts, 'songTags'>,
  song: RenderSong,
): Record<string, string> {
  const { title, artist, album, isrc } = song
  if (!songTags) return {}
  return { title, artist, album, ...(isrc && (songTags === 'TAGS' ? { isrc } : reserveIsrc())) }
}

/** Fills the room for the ISRC in the closed file. */
export async function finishSongTags(
  { songTags }: Pick<FormatFacts, 'songTags'>,
  file: string,
  { isrc }: RenderSong,
): Promise<void> {
  if (isrc && songTags === 'TAGS_WITH_ISRC_BOX') await writeIsrc(file, isrc)
}
