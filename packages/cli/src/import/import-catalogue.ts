import { ApiError, AuthenticationError, type Media, type MediaBundle, PermissionError } from '@songreel/sdk'
import { runLanes } from '../videos/run-lanes.ts'
import type { Album, FieldName, Song } from './catalogue.ts'
import type { Change, Failure, Outcome } from './change.ts'
import { type Import, importAlbum, importSong } from './import-album.ts'
import { importArtist } from './import-artist.ts'

/** Albums at a time: enough to wait for nothing but the rate limit. */
const LANES = 4

type Artists = Map<string, ReturnType<typeof importArtist>>

/** Brings the server's catalogue to what a file says, album by album. An album or song that is refused holds up no other. */
export async function importCatalogue(
  work: Import,
  albums: readonly Album[],
  { onAlbum }: { onAlbum?: (changes: Change[]) => void } = {},
): Promise<Outcome> {
  const outcome: Outcome = { changes: [], failures: [], unchangedCount: 0, warnings: [] }
  const artists: Artists = new Map()
  await runLanes(albums, LANES, async (album) => {
    const changes: Change[] = []
    await importOne(work, album, { outcome, artists, changes })
    outcome.changes.push(...changes)
    onAlbum?.(changes)
  })
  return outcome
}

type Progress = { outcome: Outcome; artists: Artists; changes: Change[] }

async function importOne(work: Import, album: Album, { outcome, artists, changes }: Progress): Promise<void> {
  const { client, options } = work
  const note = (change: Change | undefined) => {
    if (change) changes.push(change)
    else outcome.unchangedCount++
  }
  let songsThere = new Map<string | null, Media>()
  let mediaBundleId: string | undefined
  try {
    const [found] = (await client.mediaBundles.list({ upc: album.upc, limit: 1 }, options)).items
    if (found) await warnOfArtist(work, album, found, outcome)
    const artistId = found?.artistId ?? (await takeArtist(work, album, artists, note))
    const result = await importAlbum(work, album, { found, artistId })
    mediaBundleId = result.mediaBundleId
    note(result.change)
    if (found) songsThere = await listSongs(work, found)
  } catch (error) {
    outcome.failures.push(...toFailures(error, album), ...album.songs.map((song) => skip(song, album)))
    return
  }
  for (const song of album.songs) {
    try {
      note(await importSong(work, song, { found: songsThere.get(song.isrc), mediaBundleId }))
    } catch (error) {
      outcome.failures.push(...toFailures(error, song))
    }
  }
}

/** Once for each name, however many of its albums are being imported. */
async function takeArtist(
  work: Import,
  album: Album,
  artists: Artists,
  note: (change: Change | undefined) => void,
): Promise<string | undefined> {
  const known = artists.get(album.artist)
  if (known) return (await known).artistId
  const asked = importArtist(work, album)
  artists.set(album.artist, asked)
  const { change, artistId } = await asked
  note(change)
  return artistId
}

async function warnOfArtist(
  { client, options }: Import,
  { artist, upc, places, place }: Album,
  { artistId }: MediaBundle,
  { warnings }: Outcome,
): Promise<void> {
  const { name } = await client.artists.get(artistId, options)
  if (name === artist) return
  warnings.push(
    `${places.artist ?? place}: the album ${upc} is ${name}'s on the server and stays so; an album cannot change its artist.`,
  )
}

async function listSongs(
  { client, options }: Import,
  { mediaBundleId }: MediaBundle,
): Promise<Map<string | null, Media>> {
  const songs = new Map<string | null, Media>()
  for await (const song of client.media.list({ mediaBundleId, limit: 100 }, options))
    songs.set(song.isrc, song)
  return songs
}

/** By which column a field of the API is filled. */
const COLUMNS: Record<string, FieldName> = {
  audioUrl: 'audio',
  lyricsUrl: 'lyrics',
  upc: 'upc',
  isrc: 'isrc',
}

/** What the server refused, at the place it stands at. What would refuse all the others, too, ends the import. */
function toFailures(error: unknown, record: Album | Song): Failure[] {
  const { place, places } = record
  const isTheirs = error instanceof ApiError && error.status < 500 && error.status !== 429
  if (!isTheirs || error instanceof AuthenticationError || error instanceof PermissionError) throw error
  if (error.details.length === 0) return [{ place, message: `${error.code}: ${error.message}` }]
  return error.details.map(({ field, message }) => {
    const image: FieldName = 'songs' in record ? 'cover' : 'songCover'
    const column = field === 'imageUrl' ? image : COLUMNS[field]
    return { place: (column && places[column]) ?? place, message: `${error.code}: ${message}` }
  })
}

function skip({ place }: Song, { upc }: Album): Failure {
  return { place, message: `was left out, because its album ${upc} could not be imported.` }
}
