import type { BatchInput, Content, RenderRequest } from '@songreel/sdk'
import { isLoop, listShapes } from '../../format/describe-content.ts'
import { type Draft, type DraftSong, findFile, type Look } from './draft.ts'
import { hasAll } from './look-needs.ts'

/** The shapes of a look that were chosen; a look that has none of them keeps its own. */
export function chooseShapes(content: Content, shapes: string[]): string[] {
  const possible = listShapes(content)
  const chosen = shapes.filter((shape) => content.aspectRatios === 'ALL' || possible.includes(shape))
  return chosen.length > 0 ? chosen : possible.slice(0, 1)
}

/** How a video of a look is made, in one shape. */
export function composeSettings(
  { range, motion }: Pick<Draft, 'motion'> & Pick<DraftSong, 'range'>,
  content: Content,
  aspectRatio: string,
): NonNullable<RenderRequest['videoSettings']> {
  return {
    aspectRatio,
    ...(range && !isLoop(content) && { audioStartEndSecs: range }),
    ...(motion === 'REDUCED' && { motion }),
  }
}

/** The batch of one song as the API takes it; a song that is not in the catalogue yet is described. */
export function composeBatch(draft: Draft, song: DraftSong, contents: Content[]): BatchInput {
  const { looks, ref, webhookUrl, quality } = draft
  return {
    ...(ref.trim() && { ref: ref.trim() }),
    ...(song.saved ? { mediaId: song.saved.mediaId } : describeSong(song)),
    ...(webhookUrl.trim() && { webhookUrl: webhookUrl.trim() }),
    ...(quality !== 'FULL' && {
      serviceParams: { videoSettings: { outputQuality: quality as 'PREVIEW' } },
    }),
    renders: looks.flatMap((look) => composeRenders(draft, song, { look, contents })),
  }
}

/** How many videos some songs of the draft come to. */
export function countVideos(draft: Draft, songs: DraftSong[], contents: Content[]): number {
  return songs.reduce((sum, song) => sum + composeBatch(draft, song, contents).renders.length, 0)
}

function describeSong(song: DraftSong): Pick<BatchInput, 'artist' | 'mediaBundle' | 'media'> {
  const { title, artist, album, isrc, files } = song
  const videoUrls = files.flatMap(({ role, url }) => (role === 'clip' && url ? [url] : []))
  const [artworkUrl, lyricsUrl] = [findFile(song, 'cover')?.url, findFile(song, 'lyrics')?.url]
  return {
    artist: { name: artist.trim() },
    ...(album.trim() && { mediaBundle: { name: album.trim() } }),
    media: {
      name: title.trim(),
      audioUrl: findFile(song, 'audio')?.url ?? '',
      ...(isrc.trim() && { isrc: isrc.trim() }),
      ...(artworkUrl && { artworkUrl }),
      ...(lyricsUrl && { lyricsUrl }),
      ...(videoUrls.length > 0 && { videoUrls }),
    },
  }
}

function composeRenders(
  draft: Draft,
  song: DraftSong,
  { look, contents }: { look: Look; contents: Content[] },
): RenderRequest[] {
  const content = contents.find(({ contentId }) => contentId === look.contentId)
  // A song without what a look needs is left out of it, and has the others.
  if (!content || !hasAll(content, song)) return []
  const requiredData = fitData(look, { songs: draft.songs, song, content })
  const hasData = Object.keys(requiredData).length > 0
  return chooseShapes(content, draft.shapes).map((shape) => ({
    contentId: look.contentId,
    ...(hasData && { requiredData }),
    videoSettings: composeSettings({ ...song, motion: draft.motion }, content, shape),
  }))
}

/** The data of a look for one song: where it began with the title of another, this one has its own. */
export function fitData(
  { requiredData }: Look,
  { songs, song, content: { needs } }: { songs: DraftSong[]; song: DraftSong; content: Content },
): Look['requiredData'] {
  const field = needs.lyricsUnless
  if (typeof field !== 'string' || !songs.some(({ title }) => title === requiredData[field]))
    return requiredData
  return { ...requiredData, [field]: song.title }
}
