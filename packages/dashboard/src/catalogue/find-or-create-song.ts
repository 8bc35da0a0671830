import { songreel } from '../client.ts'

/** A song with the addresses of its files. */
export type SongInput = {
  name: string
  isrc?: string
  audioUrl?: string
  imageUrl?: string
  lyricsUrl?: string
  videoUrls?: string[]
}

/** Whose it is, and on what. */
export type SongHome = { artist: string; album: string }

/** A recording has one code: with it, the song that is here already is meant, as in a batch that names it inline. */
export async function findOrCreateSong(
  input: SongInput,
  { artist, album }: SongHome,
): Promise<{ mediaId: string; isNew: boolean }> {
  const known = await findByIsrc(input.isrc)
  if (known) return { mediaId: known, isNew: false }
  const artistId = await findOrCreateArtist(artist.trim())
  const mediaBundleId = await findOrCreateAlbum(album.trim(), { artistId, title: input.name })
  const { mediaId } = await songreel.media.create({ ...input, mediaBundleId })
  return { mediaId, isNew: true }
}

async function findByIsrc(isrc: string | undefined): Promise<string | undefined> {
  if (!isrc) return undefined
  const { items } = await songreel.media.list({ isrc, limit: 1 })
  return items[0]?.mediaId
}

/** The artist of this name, or a new one. */
export async function findOrCreateArtist(name: string): Promise<string> {
  const { items } = await songreel.artists.list({ q: name })
  const known = items.find((artist) => artist.name === name)
  return (known ?? (await songreel.artists.create({ name }))).artistId
}

/** The album of this name of an artist, or a new one. A song without an album is one of its own, by its own name. */
export async function findOrCreateAlbum(
  name: string,
  { artistId, title }: { artistId: string; title: string },
): Promise<string> {
  const { items } = await songreel.mediaBundles.list({ q: name || title, artistId })
  const known = items.find((album) => album.name === (name || title))
  return (known ?? (await songreel.mediaBundles.create({ name: name || title, artistId }))).mediaBundleId
}
