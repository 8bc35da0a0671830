import type { IAudioMetadata, IPicture } from 'music-metadata'
import { joinArtists } from './join-artists.ts'
import { type TagNote, tidyNames } from './tidy-names.ts'

/** A larger embedded picture is left out: it is no cover but a mistake or an attack. */
const MAX_PICTURE_BYTES = 50 * 1024 * 1024

/** What a song file says about itself; any of it may be absent. */
export type SongTags = {
  title?: string
  artist?: string
  album?: string
  /** Twelve characters without hyphens. */
  isrc?: string
  /** Where the song stands on its album; of one disc, the first. */
  place?: { disc: number; track: number }
  /** The embedded front cover, as it lies in the file: check it like any picture from outside. */
  picture?: { data: Uint8Array; mimeType: string }
  /** What was repaired or left out, so that somebody can look at it. */
  notes?: TagNote[]
}

/** Title, artist, album, ISRC and cover as they can be shown. Needs nothing of Node: the dashboard reads files with it, too. */
export function chooseTags(metadata: IAudioMetadata): SongTags {
  const { common } = metadata
  const { names, notes } = tidyNames({
    title: common.title,
    artist: readArtist(metadata),
    album: common.album,
  })
  const tags: SongTags = {
    ...names,
    isrc: cleanIsrc(common.isrc?.[0]),
    place: readPlace(common),
    picture: findFrontCover(common.picture),
    notes: notes.length > 0 ? notes : undefined,
  }
  return Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== undefined))
}

/** All names: the reader's own `artist` is only the first of several. */
function readArtist({ common, native }: IAudioMetadata): string | undefined {
  const { artist, artists = [], albumartist } = common
  const lines = native['ID3v2.3'] ?? native['ID3v2.2'] ?? []
  const isSlashLine = lines.some(
    ({ id, value }) => (id === 'TPE1' || id === 'TP1') && artists.includes(value as string),
  )
  const ofAlbum = { artist: albumartist, artists: [], isSlashLine: false }
  return joinArtists({ artist, artists, isSlashLine }) ?? joinArtists(ofAlbum)
}

/** Some programs write 0 where they know no number. */
function readPlace({ track, disk }: IAudioMetadata['common']): SongTags['place'] {
  return track.no ? { disc: disk.no || 1, track: track.no } : undefined
}

function findFrontCover(pictures: IPicture[] = []): SongTags['picture'] {
  const usable = pictures.filter(({ data }) => data.length > 0 && data.length <= MAX_PICTURE_BYTES)
  const front = usable.find(({ type }) => type?.toLowerCase().includes('front')) ?? usable[0]
  return front && { data: front.data, mimeType: front.format }
}

/** The form of the contract: upper case, no separators, no prefix. */
function cleanIsrc(text: string | undefined): string | undefined {
  const isrc = text
    ?.toUpperCase()
    .replace(/^\s*ISRC/, '')
    .replace(/[^A-Z0-9]/g, '')
  return isrc && /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/.test(isrc) ? isrc : undefined
}
