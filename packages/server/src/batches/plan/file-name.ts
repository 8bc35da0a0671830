import { type OutputFormat, toFileSlug } from '@songreel/contract'
import { OUTPUT_FORMATS } from '@songreel/render'

/** What a file is named for. */
export type FileNameFacts = {
  artist: string
  artistId: string
  title: string
  mediaId: string
  isrc: string | null
  contentId: string
  aspectRatio: string
  format: OutputFormat
  /** Its album's name, and what the video shows of it, for a video of a whole album. */
  album?: string
  albumKind?: string | undefined
}

/** `<artist>-<title>-<style>-<ratio>.mp4`, in ASCII. What cannot be written so is named by its ISRC, or its id. */
export function nameFile(facts: FileNameFacts): string {
  const { contentId, aspectRatio, format } = facts
  const artist = toFileSlug(facts.artist) || `artist-${takeTail(facts.artistId)}`
  const style = toFileSlug(contentId.slice(contentId.indexOf('_') + 1)) || 'video'
  const parts = facts.albumKind
    ? [
        toFileSlug(facts.album ?? '') || `album-${takeTail(facts.mediaId)}`,
        ALBUM_STYLES[facts.albumKind] ?? style,
      ]
    : [toFileSlug(facts.title) || toFileSlug(facts.isrc ?? '') || `song-${takeTail(facts.mediaId)}`, style]
  return `${[artist, ...parts, aspectRatio].join('-')}.${OUTPUT_FORMATS[format].extension}`
}

/** What all videos of a kind are called, whatever their template is. */
const ALBUM_STYLES: Record<string, string> = { VIDEO: 'album-video', SAMPLER: 'album-sampler' }

/** Numbers names that are taken: the second of a name gets `-02`. `taken` says how often each was given out before. */
export function numberNames(names: readonly string[], taken: ReadonlyMap<string, number>): string[] {
  const counts = new Map(taken)
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count === 1) return name
    const dot = name.lastIndexOf('.')
    return `${name.slice(0, dot)}-${String(count).padStart(2, '0')}${name.slice(dot)}`
  })
}

/** The end of an id is chance; its beginning is the time, and much the same for all songs of a day. */
function takeTail(id: string): string {
  return id.slice(-TAIL_CHARACTERS).toLowerCase()
}

const TAIL_CHARACTERS = 6
