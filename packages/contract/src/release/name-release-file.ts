import { toFileSlug } from '../file-slug.ts'
import type { AlbumRenderKind } from '../renders.ts'
import { choosePlatform, RELEASE_PLATFORMS } from './platforms.ts'

/** What a file of a release is named for. */
export type ReleaseFileFacts = {
  /** Place of the song on the album, from 1 on; null for a video of the whole album. */
  track: number | null
  /** Title of the song, or name of the album. */
  title: string
  kind: AlbumRenderKind | null
  contentId: string
  aspectRatio: string
  /** From 1 on. */
  variation: number
  extension: string
}

/** `videosite/03-tin-lanterns-art-track-16x9.mp4`: the same release has the same names, however often it is made. */
export function nameReleaseFile(facts: ReleaseFileFacts): string {
  const { track, kind, contentId, aspectRatio, variation, extension } = facts
  const { folder } = RELEASE_PLATFORMS[choosePlatform(contentId, aspectRatio)]
  const style = KIND_STYLES[kind ?? 'ARTWORK'] ?? toFileSlug(contentId.slice(contentId.indexOf('_') + 1))
  const parts = [
    track === null ? '00' : String(track).padStart(2, '0'),
    toFileSlug(facts.title) || (track === null ? 'album' : 'song'),
    style || 'video',
    aspectRatio,
    ...(variation > 1 ? [String(variation).padStart(2, '0')] : []),
  ]
  return `${folder}/${parts.join('-')}.${extension}`
}

const KIND_STYLES: Partial<Record<AlbumRenderKind, string>> = { VIDEO: 'album-video', SAMPLER: 'sampler' }

/** Gives names that are taken a number: a pack may ask for two videos that differ in their data alone. */
export function numberReleaseFiles(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.*?)(\.\w+)$/.exec(name) ?? []
    let free = name
    for (let number = 2; taken.has(free); number++) free = `${stem}-${number}${ending}`
    taken.add(free)
    return free
  })
}
