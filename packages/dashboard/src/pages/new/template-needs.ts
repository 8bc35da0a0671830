import type { Content } from '@songreel/sdk'
import type { DraftSong, SongFiles } from './draft.ts'
import { song } from './song-state.ts'

/** Whether a song has, or will have, the files that a template can't do without. */
export function hasAll({ needs }: Content, draftSong: DraftSong): boolean {
  const { lyrics, clips } = countFiles(draftSong)
  const wantsLyrics = needs.lyrics === 'REQUIRED' && needs.lyricsUnless === undefined
  const { min = 1 } = (needs.clips ?? {}) as { min?: number }
  return (!wantsLyrics || lyrics > 0) && (!needs.clips || clips >= min)
}

/** How many files of the kinds that some templates need a song has, or will have. */
export function countFiles({ files, saved, has }: DraftSong): Required<SongFiles> {
  const shown = song.value
  if (shown.media && shown.media.mediaId === saved?.mediaId) {
    const { textAssetsIds, videoAssets } = shown.media
    return { lyrics: textAssetsIds.LYRICS ? 1 : 0, clips: videoAssets.length, photos: shown.photos }
  }
  if (has) return { photos: 0, ...has }
  const count = (wanted: string) => files.filter(({ role }) => role === wanted).length
  return { lyrics: count('lyrics'), clips: count('clip'), photos: 0 }
}

const NAMED = 3

/** Some songs by their titles: "Glass Hours, Tin Lanterns and 4 more". */
export function nameSongs(songs: DraftSong[]): string {
  const titles = songs.map(({ title }) => title)
  if (titles.length <= NAMED) return titles.join(', ').replace(/, ([^,]*)$/, ' and $1')
  return `${titles.slice(0, NAMED - 1).join(', ')} and ${titles.length - NAMED + 1} more`
}
