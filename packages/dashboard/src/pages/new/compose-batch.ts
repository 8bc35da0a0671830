import type { Background, BatchInput, Content, RenderRequest } from '@songreel/sdk'
import { isLoop, listShapes } from '../../format/describe-template.ts'
import { type ChosenTemplate, type Draft, type DraftSong, findFile } from './draft.ts'
import { countFiles, hasAll } from './template-needs.ts'

/** The shapes of a template that were chosen; a template that has none of them keeps its own. */
export function chooseShapes(template: Content, shapes: string[]): string[] {
  const possible = listShapes(template)
  const chosen = shapes.filter((shape) => template.aspectRatios === 'ALL' || possible.includes(shape))
  return chosen.length > 0 ? chosen : possible.slice(0, 1)
}

/** How a video of a template is made, in one shape. */
export function composeSettings(
  { range, motion }: Pick<Draft, 'motion'> & Pick<DraftSong, 'range'>,
  template: Content,
  aspectRatio: string,
): NonNullable<RenderRequest['videoSettings']> {
  return {
    aspectRatio,
    ...(range && !isLoop(template) && { audioStartEndSecs: range }),
    ...(motion === 'REDUCED' && { motion }),
  }
}

/** The batch of one song as the API takes it; a song that is not in the catalogue yet is described. */
export function composeBatch(draft: Draft, song: DraftSong, templates: Content[]): BatchInput {
  const { chosen, ref, webhookUrl } = draft
  return {
    ...(ref.trim() && { ref: ref.trim() }),
    ...(song.saved ? { mediaId: song.saved.mediaId } : describeSong(song)),
    ...(webhookUrl.trim() && { webhookUrl: webhookUrl.trim() }),
    ...composeParams(draft),
    renders: chosen.flatMap((choice) => composeRenders(draft, song, { choice, templates })),
  }
}

/** What is the same for all videos of a batch. */
function composeParams({ quality, brandId }: Draft): Pick<BatchInput, 'serviceParams'> {
  if (quality === 'FULL' && brandId === undefined) return {}
  return {
    serviceParams: {
      ...(brandId !== undefined && { brandId }),
      ...(quality !== 'FULL' && { videoSettings: { outputQuality: quality as 'PREVIEW' } }),
    },
  }
}

/** How many videos some songs of the draft come to. */
export function countVideos(draft: Draft, songs: DraftSong[], templates: Content[]): number {
  return songs.reduce((sum, song) => sum + composeBatch(draft, song, templates).renders.length, 0)
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
  { choice, templates }: { choice: ChosenTemplate; templates: Content[] },
): RenderRequest[] {
  const template = templates.find(({ contentId }) => contentId === choice.contentId)
  // A song without what a template needs is left out of it, and has the others.
  if (!template || !hasAll(template, song)) return []
  const requiredData = fitData(choice, { songs: draft.songs, song, template })
  const hasData = Object.keys(requiredData).length > 0
  const background = fitBackground(choice, song)
  return chooseShapes(template, draft.shapes).map((shape) => ({
    contentId: choice.contentId,
    ...(background && { background }),
    ...(hasData && { requiredData }),
    videoSettings: composeSettings({ ...song, motion: draft.motion }, template, shape),
  }))
}

/** What lies behind a template for one song: one that has no videos, or whose artist has no photo, keeps its cover. */
export function fitBackground({ background }: ChosenTemplate, song: DraftSong): ChosenTemplate['background'] {
  return background && lacksBackground(background, song) ? undefined : background
}

/** Whether there is nothing that could lie there. */
export function lacksBackground(background: Background, song: DraftSong | undefined): boolean {
  if (background === 'COVER') return false
  const { clips, photos } = song ? countFiles(song) : { clips: 0, photos: 0 }
  return (background === 'VIDEOS' ? clips : photos) === 0
}

/** The data of a template for one song: where it began with the title of another, this one has its own. */
export function fitData(
  { requiredData }: ChosenTemplate,
  { songs, song, template: { needs } }: { songs: DraftSong[]; song: DraftSong; template: Content },
): ChosenTemplate['requiredData'] {
  const field = needs.lyricsUnless
  if (typeof field !== 'string' || !songs.some(({ title }) => title === requiredData[field]))
    return requiredData
  return { ...requiredData, [field]: song.title }
}
